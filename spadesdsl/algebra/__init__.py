"""What rules read and what their conditions and amounts say: one normal form, and what values can be under known facts.

Proofs and comparisons of games both work with these forms, so that neither has an arithmetic of its own.
"""
