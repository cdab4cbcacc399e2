"""The rules of a game as values: types, operations, terms, and the rules that hold them."""
