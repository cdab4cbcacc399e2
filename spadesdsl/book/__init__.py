"""A rule book for people who never see the language: its sentences are made from the rules of a game."""
