"""`spadesdsl validate`: everything wrong with rules, and all that can be proved; `spadesdsl test`: their examples."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from spadesdsl.cli.beside import beside
from spadesdsl.cli.cache import checked_and_kept, kept
from spadesdsl.cli.console import Console, Exit
from spadesdsl.cli.fault import checked_or_fault
from spadesdsl.cli.findings import Checked, github, json_of, sarif, say_findings, say_total
from spadesdsl.cli.loading import STDIN, exit_of, expand, load, name_of
from spadesdsl.diagnostics import Diagnostic, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from spadesdsl.cli.commands import Test, Validate
    from spadesdsl.examples.result import ExampleResult
    from spadesdsl.library import Opened
    from spadesdsl.loader import Loaded
    from spadesdsl.proofs.claims import Proof
    from spadesdsl.source import Span


def run(console: Console, call: Validate) -> int:
    """Check every named file and show the findings."""
    names, code = expand(console, call.names)
    files, code = _say_each(console, _check_all(console, names, call), call.form, code, is_strict=call.is_strict)
    match call.form:
        case "json":
            console.data({"files": [json_of(checked) for checked in files]})
        case "github":
            console.say(*(line for checked in files for line in github(checked)))
        case "sarif":
            console.data(sarif(files))
        case _:
            pass
    return code


def test(console: Console, call: Test) -> int:
    """Run the examples of every named file and show which fail."""
    names, code = expand(console, call.names)
    checked = (checked_or_fault(name_of(name), partial(_try, console, name, call.settings)) for name in names)
    files, code = _say_each(console, checked, call.form, code)
    if call.form == "json":
        console.data({"files": [json_of(one) | {"results": [*map(_result, one.examples)]} for one in files]})
    return code


def _say_each(
    console: Console, checked: Iterable[Checked], form: str, code: Exit, *, is_strict: bool = False
) -> tuple[list[Checked], Exit]:
    """Write the findings of files for people as they are found; return all, and the worst exit code."""
    files = []
    for one in checked:
        files.append(one)
        code = max(code, Exit.OUR_FAULT if one.fault else exit_of(one.findings, is_strict=is_strict))
        if form == "text" or one.fault:
            say_findings(console, one)
    if form == "text" and len(files) > 1:
        say_total(console, files)
    return files, code


def _try(console: Console, name: str, settings: Sequence[tuple[str, str]]) -> Checked:
    """Run a file's examples; if it cannot be loaded, show its errors."""
    loaded = load(console, name, settings)
    if loaded.variant is None:
        errors = tuple(finding for finding in loaded.diagnostics if finding.severity is Severity.ERROR)
        return Checked(name_of(name), errors, loaded.sources)
    examples, failures = _examples_of(loaded)
    return Checked(name_of(name), failures, loaded.sources, examples)


def _examples_of(loaded: Loaded) -> tuple[tuple[ExampleResult, ...], tuple[Diagnostic, ...]]:
    """Run the examples of a file; return how they came out, and all failures, with what causes them."""
    from spadesdsl.examples.run import run_examples

    examples = run_examples(loaded)
    if not all(example.passed for example in examples):
        from spadesdsl.examples.causes import with_causes

        examples = with_causes(loaded, examples)
    return examples, tuple(failure for example in examples for failure in example.failures)


def _with_failures(
    loaded: Loaded,
    failures: Sequence[Diagnostic],
    found: Sequence[Diagnostic],
    look: Callable[[Loaded], Iterable[Diagnostic]],
) -> tuple[Diagnostic, ...]:
    """Return what is found beside failed examples, without what they say already."""
    if not failures or not found:
        return tuple(found)
    from spadesdsl.examples.causes import not_gone

    return not_gone(loaded, failures, found, look)


def _result(example: ExampleResult) -> dict[str, Any]:
    return {"title": example.title, "file": example.file, "line": example.line, "holds": example.passed}


def _check_all(console: Console, names: Sequence[str], call: Validate) -> Iterator[Checked]:
    """Yield the cached findings of files, and check the others."""
    files = [] if call.is_fresh else [name for name in names if name != STDIN]
    found = ((name, kept(name, call.settings, with_proofs=call.with_proofs)) for name in files)
    known = {name: checked for name, checked in found if checked is not None}
    rest = [name for name in names if name not in known]
    checked = _check_rest(console, rest, call)
    yield from (known[name] if name in known else next(checked) for name in names)


def _check_rest(console: Console, names: Sequence[str], call: Validate) -> Iterator[Checked]:
    """Check files, on all processors if there is enough to do."""
    if len(names) >= (2 if call.with_proofs else _MANY) and STDIN not in names:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(max_workers=min(len(names), os.cpu_count() or 1)) as workers:
            yield from workers.map(partial(check, Console(None, None, None), call), names, chunksize=2)
        return
    yield from (check(console, call, name) for name in names)


_MANY: Final = 12
"""How many files, without proofs, are worth a second process."""


def check(console: Console, call: Validate, name: str) -> Checked:
    """Load a file and run its examples; cache the findings if wanted."""
    look = partial(_check, console, name, call.settings, with_proofs=call.with_proofs)
    is_kept = name != STDIN and not call.is_fresh
    keep = partial(checked_and_kept, name, call.settings, look, with_proofs=call.with_proofs)
    return checked_or_fault(name_of(name), keep if is_kept else lambda: look()[0])


def _check(
    console: Console, name: str, settings: Sequence[tuple[str, str]], *, with_proofs: bool = False
) -> tuple[Checked, tuple[Opened, ...]]:
    loaded = load(console, name, settings)
    shown = name_of(name)
    if loaded.variant is None:
        from spadesdsl.proofs.hidden import hidden

        return Checked(shown, (*loaded.diagnostics, *hidden(loaded)), loaded.sources), loaded.opened
    from spadesdsl.examples.run import count_set_aside

    loaded.playable  # noqa: B018 - bound before this process is copied: examples and proofs read it
    with beside(partial(_tried, loaded)) as tried:
        more, proofs, given_up = _proved(loaded, lambda: tried().gave, with_proofs=with_proofs)
        examples, failures, _ = tried()
    if not with_proofs:
        more = _with_failures(loaded, failures, more, lambda other: _proved(other)[0])
    left_out = count_set_aside(loaded, examples)
    said = _with_failures(loaded, failures, loaded.diagnostics, lambda other: other.diagnostics)
    findings = (*said, *failures, *more)
    checked = Checked(shown, findings, loaded.sources, examples, proofs, set_aside=left_out, given_up=given_up)
    return checked, loaded.opened


class _Tried(NamedTuple):
    """How the examples of a file came out."""

    examples: tuple[ExampleResult, ...]
    failures: tuple[Diagnostic, ...]
    gave: frozenset[Span]
    """Where the lines stand that gave points in one of them."""


def _tried(loaded: Loaded) -> _Tried:
    """Run the examples of a file."""
    return _Tried(*_examples_of(loaded), frozenset(loaded.gave))


def _proved(
    loaded: Loaded, gave: Callable[[], Collection[Span]] | None = None, *, with_proofs: bool = False
) -> tuple[tuple[Diagnostic, ...], tuple[Proof, ...] | None, str]:
    """Return what the proofs find, the proofs if they are wanted, and what was given up."""
    if with_proofs:
        from spadesdsl.proofs.prove import prove

        proved = prove(loaded, gave)
        return proved.findings, proved.proofs, ""
    if loaded.is_shipped:  # it is proved already
        return (), None, ""
    from spadesdsl.proofs.at_once import look_over

    found, given_up = look_over(loaded, gave)
    return found, None, given_up
