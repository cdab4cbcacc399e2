"""`python -m spadesdsl`: run the program without installing it as a command."""

from spadesdsl.cli import program

program()
