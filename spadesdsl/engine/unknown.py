"""What a document leaves out: a stand-in that reports it as soon as a rule reads it."""

from __future__ import annotations

from typing import NoReturn


class MissingFact(Exception):
    """A rule has read something that the document leaves out.

    Attributes:
        key: Where it belongs: `taken[2]`.
        what: What it is, in words: "the tricks of South".
    """

    def __init__(self, key: str, what: str) -> None:
        """Keep the key and what it is."""
        super().__init__(key, what)
        self.key = key
        self.what = what


class Unknown:
    """Takes the place of a value; reading it raises `MissingFact`."""

    __slots__ = ("_missing",)

    def __init__(self, key: str, what: str) -> None:
        """Keep what to ask for."""
        self._missing = (key, what)

    def _ask(self, *_: object) -> NoReturn:
        raise MissingFact(*self._missing)

    __getattr__ = _ask
    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = __index__ = __int__ = __hash__ = _ask
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __neg__ = __abs__ = _ask
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __and__ = __rand__ = __or__ = __ror__ = __rshift__ = _ask
    __rrshift__ = __lshift__ = __rlshift__ = __xor__ = __rxor__ = __invert__ = __reversed__ = __call__ = _ask
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _ask
