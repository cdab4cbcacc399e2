"""The worked examples of a file, run on the game as tests: `spadesdsl.examples.run`."""
