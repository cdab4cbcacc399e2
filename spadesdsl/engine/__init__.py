"""The runtime: it plays a bound game and knows none."""
