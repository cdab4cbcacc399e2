"""The worked examples of a file, run on the game as tests."""

from spadesdsl.examples.run import ExampleResult, run_examples

__all__ = ["ExampleResult", "run_examples"]
