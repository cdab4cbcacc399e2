"""What can be said of a game for certain: each finding with the smallest case that shows it, each claim with its cases.

What a rule reads is worked out from the rule (`reads`); cases are run through the game as it is bound, never through
rules of another making.
"""
