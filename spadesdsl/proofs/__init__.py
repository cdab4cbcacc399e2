"""What is certain about a game: each finding with the smallest case that shows it, each claim with its cases.

What a rule reads is worked out from the rule (`reads`); cases are run through the bound game itself, never through
another copy of its rules.
"""
