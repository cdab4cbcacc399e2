"""What the functions of one edition of a game share while they are translated."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from spadesdsl.engine import actions, choices, moving, play, scoring, seats
from spadesdsl.kernel import habits
from spadesdsl.kernel.values import CannotCompileError, Function, Name, Type

if TYPE_CHECKING:
    import ast

    from spadesdsl.engine.spec import Spec
    from spadesdsl.kernel.layout import Layout
    from spadesdsl.kernel.text import Module


@cache
def parsed(text: str) -> ast.FunctionDef:
    """Return the one function of a text."""
    import ast  # takes longer than reading a kernel that is kept
    import textwrap

    found = ast.parse(textwrap.dedent(text)).body[0]
    assert isinstance(found, ast.FunctionDef)
    return found


@cache
def source_of(function: Any) -> ast.FunctionDef:  # noqa: ANN401 - any function of the engine
    """Return a function of the engine as it is written."""
    import inspect  # takes longer than reading a kernel that is kept

    return parsed(inspect.getsource(function))


TEMPLATES: Final[dict[str, Any]] = {
    **vars(seats), **vars(choices), **vars(play), "give_up": scoring.give_up, "look": moving.look,
    "for_turn": moving.for_turn, "make_bid": actions.make_bid, "card_by_habit": habits.card_by_habit,
    "gladly_passed": habits.gladly_passed, "hand_strength": habits.hand_strength, "trump_worth": habits.trump_worth,
    "side_worth": habits.side_worth, "cards_over": habits.cards_over, "trumps_of": habits.trumps_of,
    "missed": habits.missed, "TRICK": habits.TRICK, "HUNDREDTH": habits.TRICK // 100,
}  # fmt: skip
"""The names that a template may use."""


@lru_cache(maxsize=16)
def code_of_rules(spec: Spec) -> str:
    """Return the functions of a spec's rules, and those that they call: not all that were ever made beside them."""
    found: dict[str, str] = {}
    seen: set[int] = set()
    left: list[Any] = [spec, () if spec.ranking_is_fixed else spec.orders()]
    while left:
        one = left.pop()
        if isinstance(one, int | str) or id(one) in seen:
            continue
        seen.add(id(one))
        match one:
            case FunctionType() if "__link__" in one.__globals__:
                found[one.__name__] = text = one.__globals__["__link__"].__self__.text_of(one)
                left += [one.__globals__[name] for name in re.findall(r"\w+", text) if name in one.__globals__]
            case tuple() | list() | frozenset():
                left += one
            case dict():
                left += one.values()
            case _ if hasattr(one, "__dataclass_fields__") and not isinstance(one, type):
                left += [getattr(one, name) for name in one.__dataclass_fields__]
            case _:
                pass
    return "\n".join(found[name] for name in sorted(found))


class Unit:
    """What the functions of one edition of a game share while they are translated."""

    def __init__(self, module: Module, layout: Layout, constants: dict[str, Any]) -> None:
        """Begin; `constants` are numbers, tables and functions, by the names that templates know them by."""
        self.module, self.layout, self.constants = module, layout, constants
        self.written: dict[Any, Function] = {}
        self.rules: dict[str, str] = {}
        """The names of the rules, by those of their functions."""

    def reads_environment(self, code: Any) -> bool:  # noqa: ANN401 - a function made from a rule
        """Tell whether a function of the rules reads for whom it is asked, or hands it on."""
        text = code.__globals__["__link__"].__self__.text_of(code)
        return re.search(r"\be\b", text.partition("):")[2]) is not None

    # ---- functions

    def rule(self, code: Any, types: tuple[Type, ...] = ()) -> Function:  # noqa: ANN401 - a function made from a rule
        """Translate a function that was made from a rule."""
        module = code.__globals__["__link__"].__self__
        try:
            text = module.text_of(code).replace("(s, None, ", "(s, e, ")  # for whom it is asked matters or not
            return self._make(code, "rule", parsed(text), code.__globals__, {}, types)
        except RecursionError:
            raise CannotCompileError("too many quantities that read one another") from None
        except CannotCompileError as error:
            error.rule = error.rule or self.rules.get(re.sub(r"_\d+$", "", code.__name__), "")
            raise

    def template(self, name: str, types: tuple[Type, ...] = (), **bound: Any) -> Function:  # noqa: ANN401
        """Translate a template; `bound` are numbers and functions for its names in capitals."""
        from spadesdsl.kernel.templates import of_a_deal

        return self._make(name, name, parsed(of_a_deal()[name]), TEMPLATES, bound, types)

    def text(self, title: str, text: str, **bound: Any) -> Function:  # noqa: ANN401
        """Translate a function that was put together for this game."""
        return self._make((title, text), title, parsed(text), TEMPLATES, bound, ())

    def engine(self, function: Any, types: tuple[Type, ...]) -> Function:  # noqa: ANN401 - any function of the engine
        """Translate a function of the engine; a `thing` among the types is a node or a rule, which it is for."""
        plain = getattr(function, "__wrapped__", function)
        try:
            return self._make(plain, plain.__name__, source_of(plain), plain.__globals__, {}, types)
        except CannotCompileError as error:
            about = [getattr(one.of.it, "rule", None) for one in types if one.name == "held"]
            error.rule = error.rule or next((one.key for one in about if one is not None), "")
            raise

    def _make(
        self, key: object, title: str, node: ast.FunctionDef, names: dict[str, Any], bound: dict[str, Any],
        types: tuple[Type, ...],
    ) -> Function:  # fmt: skip
        from spadesdsl.kernel.assigning import RetypeError  # a kernel that is kept needs none of it
        from spadesdsl.kernel.translate import Translator

        whole_key = (key, types, tuple(sorted((name, _key_of(value)) for name, value in bound.items())))
        if whole_key in self.written:
            if (found := self.written[whole_key]) is None:
                raise CannotCompileError(f"{title} calls itself")
            return found
        self.written[whole_key] = None  # type: ignore[assignment]
        known: dict[str, Type] = {}
        while True:
            one = Translator(self, names, self.constants | bound, known)
            try:
                made = one.function(title, node, types)
                break
            except RetypeError:
                continue
            except BaseException:
                del self.written[whole_key]
                raise
        self.written[whole_key] = made
        return made


def _key_of(value: Any) -> Any:  # noqa: ANN401 - whatever is bound
    return ("f", value.code) if isinstance(value, Name) else value
