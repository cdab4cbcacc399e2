"""Dataclasses with slots that cost little to define: a method is made when it is first called.

The standard `dataclass` compiles six methods for each class when a module is imported. With some three hundred classes
that was a fifth of the time of a command, mostly for methods that the command never calls.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError, fields
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, slots: bool, frozen: bool = False, eq: bool = True, repr: bool = True) -> Callable[[type], type]:
        """Make a dataclass, as `dataclasses.dataclass` does; the class has slots."""
        assert slots

        def make(plain: type) -> type:
            own = plain.__dict__
            cls = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True)(plain)
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


def _on_first_call(cls: Any, name: str, make: Callable[[Any], Callable[..., Any]]) -> None:  # noqa: ANN401 - a class
    def first(self: object, *args: object, **named: object) -> object:
        method = make(cls)
        setattr(cls, name, method)
        return method(self, *args, **named)

    setattr(cls, name, first)


def _init(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    """Write `__init__`; the setters of the slots get past `__setattr__`."""
    names: dict[str, object] = {"_missing": MISSING}
    parameters, body = ["self"], []
    for one in sorted(fields(cls), key=lambda one: bool(one.kw_only)):
        name, usual, make = one.name, f"_usual_{one.name}", f"_make_{one.name}"
        names |= {f"_set_{name}": getattr(cls, name).__set__, usual: one.default, make: one.default_factory}
        has_usual, is_made = one.default is not MISSING, one.default_factory is not MISSING
        if one.init:
            if one.kw_only and "*" not in parameters:
                parameters.append("*")
            parameters.append(f"{name}={usual}" if has_usual else f"{name}=_missing" if is_made else name)
            value = f"{make}() if {name} is _missing else {name}" if is_made else name
        elif has_usual or is_made:
            value = usual if has_usual else f"{make}()"
        else:
            continue
        body.append(f"_set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    return _method("__init__", parameters, body or ["pass"], names)


def _eq(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    compared = [one.name for one in fields(cls) if one.compare]
    body = [
        "if other.__class__ is not self.__class__: return NotImplemented",
        f"return ({_each('self', compared)}) == ({_each('other', compared)})",
    ]
    return _method("__eq__", ["self", "other"], body, {})


def _hash(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    hashed = [one.name for one in fields(cls) if (one.compare if one.hash is None else one.hash)]
    return _method("__hash__", ["self"], [f"return hash(({_each('self', hashed)}))"], {})


def _each(of: str, names: list[str]) -> str:
    return "".join(f"{of}.{name}," for name in names)


def _method(name: str, parameters: list[str], body: list[str], names: dict[str, object]) -> Callable[..., Any]:
    exec(f"def {name}({', '.join(parameters)}):\n " + "\n ".join(body), names)
    method: Any = names[name]
    return method  # type: ignore[no-any-return]


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
