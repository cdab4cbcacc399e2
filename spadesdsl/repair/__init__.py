"""Guess what a mistake was meant as: proposals by meaning and by spelling, each tried before it is shown."""
