"""Dataclasses with slots that cost little to define: a method is made when it is first called.

The standard `dataclass` compiles six methods for each class when a module is imported. With some three hundred classes
that was a fifth of the time of a command, mostly for methods that the command never calls.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError, field, fields
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True, repr: bool = True) -> Callable[[type], type]:
        """Make a dataclass, as `dataclasses.dataclass` does; the class has slots."""
        assert slots

        def make(plain: type) -> type:
            own = plain.__dict__
            cls = _with_slots(plain)
            _on_first_call(cls, "__init__", _init)
            if repr and "__repr__" not in own:
                cls.__repr__ = _repr
            if eq and "__eq__" not in own:
                _on_first_call(cls, "__eq__", _eq)
            if frozen:
                cls.__setattr__ = cls.__delattr__ = _refuse
                cls.__getstate__, cls.__setstate__ = _state, _set_state
            if eq and own.get("__hash__") is None:
                if frozen:
                    _on_first_call(cls, "__hash__", _hash)
                else:
                    cls.__hash__ = None
            return cls

        return make


Thing = TypeVar("Thing")


def _with_slots(plain: Any) -> Any:  # noqa: ANN401 - a class
    """Return a class with slots for its fields, which the standard `fields` lists."""
    known: dict[str, Any] = {}
    for base in plain.__mro__[:0:-1]:
        known |= base.__dict__.get("__dataclass_fields__", {})
    body = {name: value for name, value in plain.__dict__.items() if name not in ("__dict__", "__weakref__")}
    for name, kind in body.get("__annotations__", {}).items():
        given = body.get(name, MISSING)
        one: Any = given if isinstance(given, dataclasses.Field) else field(default=given)
        one.name, one.type, one.kw_only = name, kind, one.kw_only is True
        is_of_class = kind.startswith("ClassVar")
        one._field_type = dataclasses._FIELD_CLASSVAR if is_of_class else dataclasses._FIELD  # type: ignore[attr-defined]
        known[name] = one
        if not is_of_class:
            body.pop(name, None)
    names = [one.name for one in known.values() if one._field_type is dataclasses._FIELD]  # type: ignore[attr-defined]
    inherited = {name for base in plain.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    body["__dataclass_fields__"] = known
    body["__slots__"] = tuple(name for name in names if name not in inherited)
    body["__match_args__"] = tuple(name for name in names if known[name].init and not known[name].kw_only)
    made = type(plain)(plain.__name__, plain.__bases__, body)
    made.__qualname__ = plain.__qualname__
    return made


def _on_first_call(cls: Any, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:  # noqa: ANN401 - a class
    def first(self: object, *args: object, **named: object) -> object:
        method = make(cls)
        setattr(cls, name, method)
        return method(self, *args, **named)

    setattr(cls, name, first)


def _init(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    """Make `__init__`; the setters of the slots get past `__setattr__`."""
    known = sorted(fields(cls), key=lambda one: bool(one.kw_only))
    given = [one for one in known if one.init]
    kept = [one for one in known if one.init or _usual(one) is not MISSING]
    shape = tuple((one.init, one.default_factory is not MISSING) for one in kept)
    named = sum(bool(one.kw_only) for one in given)
    code = _code_of(shape, named, hasattr(cls, "__post_init__"))
    values: dict[str, object] = {"missing": MISSING}
    for at, one in enumerate(kept):
        values |= {f"set_{at}": getattr(cls, one.name).__set__, f"usual_{at}": _usual(one)}
    names = ("self", *(one.name for one in given))
    made = FunctionType(code.replace(co_varnames=names), values, "__init__")
    plain = [one for one in given if not one.kw_only]
    # A default that has to be made stays missing until the call.
    made.__defaults__ = tuple(one.default for one in plain if _usual(one) is not MISSING)
    made.__kwdefaults__ = {one.name: one.default for one in given if one.kw_only and _usual(one) is not MISSING}
    return made


def _usual(one: dataclasses.Field[Any]) -> object:
    """Return a field's default or what makes it, or MISSING."""
    return one.default if one.default_factory is MISSING else one.default_factory


@cache
def _code_of(shape: tuple[tuple[bool, bool], ...], named: int, has_more: bool) -> CodeType:
    """Compile `__init__` for all classes whose fields are alike: which are given, and which are made if left out.

    Args:
        shape: For each field whether it is a parameter, and whether its default is made.
        named: How many parameters at the end have to be named.
        has_more: Whether `__post_init__` follows.
    """
    given = [f"a{at}" for at, (is_given, _) in enumerate(shape) if is_given]
    if named:
        given.insert(len(given) - named, "*")
    body = []
    for at, (is_given, is_made) in enumerate(shape):
        usual = f"usual_{at}()" if is_made else f"usual_{at}"
        value = usual if not is_given else f"{usual} if a{at} is missing else a{at}" if is_made else f"a{at}"
        body.append(f"set_{at}(self, {value})")
    body += ["self.__post_init__()"] * has_more
    text = f"def __init__({', '.join(('self', *given))}):\n " + "\n ".join(body or ["pass"])
    return next(one for one in compile(text, "<frozen>", "exec").co_consts if isinstance(one, CodeType))


def _eq(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    values = _values([one.name for one in fields(cls) if one.compare])

    def is_equal(self: object, other: object) -> Any:  # noqa: ANN401 - or NotImplemented
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return is_equal


def _hash(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    values = _values([one.name for one in fields(cls) if (one.compare if one.hash is None else one.hash)])

    def hashed(self: object) -> int:
        return hash(values(self))

    return hashed


def _values(names: list[str]) -> Callable[[Any], object]:
    """Return what reads these fields of a value, as one thing to compare or hash."""
    return attrgetter(*names) if names else type


def replace(thing: Thing, **changes: object) -> Thing:
    """Return a copy with other values in some fields, as `dataclasses.replace` does, in a third of the time."""
    kind: Any = type(thing)
    names, values = _given(kind)
    made: Thing = kind(**dict(zip(names, values(thing), strict=True)) | changes)
    return made


@cache
def _given(kind: Any) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:  # noqa: ANN401 - a class
    """Return the fields that a value of a class is made with, and what reads them."""
    names = tuple(one.name for one in fields(kind) if one.init)
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda thing: tuple(getattr(thing, name) for name in names)


def _repr(self: Any) -> str:  # noqa: ANN401 - any dataclass
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change {name!r}: {type(self).__qualname__} is frozen")


def _state(self: Any) -> list[object]:  # noqa: ANN401 - any dataclass
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 - any dataclass
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
