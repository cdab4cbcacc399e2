"""Dataclasses with slots that cost little to define: a method is made when it is first called.

The standard `dataclass` compiles six methods for each class when a module is imported. With some three hundred classes
that was a fifth of the time of a command, mostly for methods that the command never calls.
"""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from dataclasses import MISSING as MISSING
    from dataclasses import Field as Field
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import is_dataclass as is_dataclass
else:
    MISSING = type("_Missing", (), {"__repr__": lambda _: "MISSING"})()
    """The default of a field that has none."""

    class Field:
        """A field of a class; `dataclasses.fields` knows it for one of its own."""

        default = default_factory = MISSING
        init = repr = compare = True
        hash = None
        kw_only = is_of_class = False
        metadata = MappingProxyType({})

        @property
        def _field_type(self) -> object:
            import dataclasses

            return dataclasses._FIELD_CLASSVAR if self.is_of_class else dataclasses._FIELD

    def field(**said: object) -> Field:
        """Describe a field, as `dataclasses.field` does."""
        made = Field()
        made.__dict__ = said
        return made

    def is_dataclass(thing: object) -> bool:
        """Tell whether something is a dataclass or a value of one."""
        return hasattr(thing, "__dataclass_fields__")

    @cache
    def _fields(kind: type) -> tuple[Field, ...]:
        return tuple(one for one in kind.__dataclass_fields__.values() if not one.is_of_class)

    def fields(thing: object) -> tuple[Field, ...]:
        """Return the fields of a dataclass or of a value of one."""
        return _fields(thing if isinstance(thing, type) else thing.__class__)


Thing = TypeVar("Thing")


def _with_slots(bases: tuple[Any, ...], body: dict[str, Any], *, is_frozen: bool, has_eq: bool) -> list[Any]:
    """Write slots and methods into the body of a class that is not made yet; return where it has to be put then."""
    known: dict[str, Any] = {}
    for base in reversed(bases):
        known |= getattr(base, "__dataclass_fields__", {})
    inherited = frozenset(known)
    for name, kind in body.get("__annotations__", {}).items():
        given = body.get(name, MISSING)
        one: Any = given if isinstance(given, Field) else field(default=given)
        one.name, one.type, one.is_of_class = name, kind, kind.startswith("ClassVar")
        known[name] = one
        if not one.is_of_class:
            body.pop(name, None)
    names = [one.name for one in known.values() if not one.is_of_class]
    made: list[Any] = []
    body["__dataclass_fields__"] = known
    body["__slots__"] = tuple(name for name in names if name not in inherited)
    body["__match_args__"] = tuple(name for name in names if known[name].init and not known[name].kw_only)
    body["__init__"] = _on_first_call(made, "__init__", _init)
    if has_eq:
        if body.get("__hash__") is None:
            body["__hash__"] = _on_first_call(made, "__hash__", _hash) if is_frozen else None
        body.setdefault("__eq__", _on_first_call(made, "__eq__", _eq))
    return made


class ChangingType(type):
    """Makes a dataclass with slots of each class, at once: making it twice takes twice as long."""

    is_frozen = False

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any], *, eq: bool = True, **more: Any) -> Any:  # noqa: ANN401 - a class
        """Make a class; its values are equal if their fields are, unless `eq` says that each is itself alone."""
        kinds: tuple[Any, ...] = bases
        is_itself = any(one.__eq__ is object.__eq__ and isinstance(one, FrozenType) for one in kinds)
        methods = _with_slots(bases, space, is_frozen=cls.is_frozen, has_eq=eq and not is_itself)
        made = super().__new__(cls, name, bases, space, **more)
        methods.append(made)
        return made


class FrozenType(ChangingType):
    """Makes a frozen one."""

    is_frozen = True


def _on_first_call(made: list[Any], name: str, make: Callable[[Any], Callable[..., Any]]) -> Callable[..., Any]:
    """Return a method that makes the real one for the class that will be put there."""

    def first(self: object, *args: object, **named: object) -> object:
        (cls,) = made
        method = make(cls)
        setattr(cls, name, method)
        return method(self, *args, **named)

    return first


def _init(cls: Any) -> Callable[..., Any]:  # noqa: ANN401 - a class
    """Make `__init__`; the setters of the slots get past `__setattr__`."""
    known = fields(cls)
    plain = [one for one in known if one.init and not one.kw_only]
    named = [one for one in known if one.init and one.kw_only]
    later = [one for one in known if _is_made(one) or not one.init]
    has_more = bool(later) or hasattr(cls, "__post_init__")
    given = (*plain, *named)
    names = ("self", *(one.name for one in given))
    code = _code_of(len(given), has_more=has_more).replace(
        co_argcount=1 + len(plain), co_kwonlyargcount=len(named), co_varnames=names
    )
    values: dict[str, object] = {f"set_{at}": getattr(cls, one.name).__set__ for at, one in enumerate(given)}
    values["finish"] = _finisher(cls, later) if has_more else None
    made = FunctionType(code, values, "__init__")
    made.__defaults__ = tuple(one.default for one in plain if _has_default(one))
    made.__kwdefaults__ = {one.name: one.default for one in named if _has_default(one)}
    return made


def _is_made(one: Field[Any]) -> bool:
    """Tell whether a field's default is made for each value."""
    return one.default_factory is not MISSING


def _has_default(one: Field[Any]) -> bool:
    """Tell whether a call may leave a field out; if its default has to be made, it is `MISSING` until the end."""
    return one.default is not MISSING or _is_made(one)


def _finisher(cls: Any, later: Iterable[Field[Any]]) -> Callable[[Any], None]:  # noqa: ANN401 - a class
    """Return what fills the fields that a call does not give, and calls `__post_init__`."""
    ways = [(getattr(cls, one.name), one) for one in later if _has_default(one)]

    def finish(self: Any) -> None:  # noqa: ANN401 - of the class
        for slot, one in ways:
            if not one.init or slot.__get__(self) is MISSING:
                slot.__set__(self, one.default if one.default_factory is MISSING else one.default_factory())
        if has_post:
            self.__post_init__()

    has_post = hasattr(cls, "__post_init__")
    return finish


@cache
def _code_of(fields: int, *, has_more: bool) -> CodeType:
    """Compile `__init__` for all classes with as many fields; which of them are named in a call is for each to say."""
    given = [f"a{at}" for at in range(fields)]
    body = [f"set_{at}(self, {one})" for at, one in enumerate(given)] + ["finish(self)"] * has_more
    text = f"def __init__({', '.join(['self', *given])}):\n " + "\n ".join(body or ["pass"])
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
    """Return a copy with other values in some fields, as `dataclasses.replace` does, in a sixth of the time."""
    kind: Any = type(thing)
    places, named, values = _given(kind)
    given = [*values(thing)]
    for name, value in changes.items():
        given[places[name]] = value
    plain = len(given) - len(named)
    made: Thing = kind(*given[:plain], **dict(zip(named, given[plain:], strict=True))) if named else kind(*given)
    return made


@cache
def _given(kind: Any) -> tuple[dict[str, int], tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:  # noqa: ANN401
    """Return the fields that a value of a class is made with, those that are named in a call, and what reads them."""
    known = [one for one in fields(kind) if one.init]
    named = tuple(one.name for one in known if one.kw_only)
    names = (*(one.name for one in known if not one.kw_only), *named)
    return {name: at for at, name in enumerate(names)}, named, reader(names)


def reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads these fields of a value, as a tuple."""
    return attrgetter(*names) if len(names) > 1 else lambda thing: tuple(getattr(thing, name) for name in names)


def _repr(self: Any) -> str:  # noqa: ANN401 - any dataclass
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change {name!r}: {type(self).__qualname__} is frozen")


def listed(thing: Any) -> list[Any]:  # noqa: ANN401 - any dataclass
    """List what is in the fields of a value."""
    return [getattr(thing, one.name) for one in fields(thing)]


def _set_state(self: Any, state: list[object]) -> None:  # noqa: ANN401 - any dataclass
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


@dataclass_transform(field_specifiers=(field,))
class Changing(metaclass=ChangingType, eq=False):
    """A thing with fields, which may change: what derives from it is a dataclass with slots."""

    __repr__ = _repr


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Frozen(metaclass=FrozenType):
    """A value with fields, which never changes: what derives from it is a frozen dataclass with slots."""

    __repr__ = _repr
    __setattr__ = __delattr__ = _refuse
    __getstate__ = listed
    __setstate__ = _set_state


class Itself(Frozen):
    """A value that is equal to itself alone, so that it can be looked up without being compared."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__
