"""Kernels in this machine's own code: compiled by LLVM and kept in the user's private folder.

What is kept is an object file with a digest, under a name that follows from the text, from both versions and from the
processor; nothing is unpickled. Beside it is kept, for each game, which object it has and where the parts of its state
are: so a game that has its kernel needs neither its text nor LLVM. Texts are kept in the same way: for what is compiled
on first use, and for kernels in Python.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any, Final

from spadesdsl import __version__, storage
from spadesdsl.kernel import elf
from spadesdsl.kernel.text import EXPORTS

VERSION: Final = 7
"""The version of this generator: what an older one made is not read."""
_WRITTEN_BY: Final = ("rules", "binding", "engine", "kernel", "kernel/templates")
"""The folders of the program that a kernel's text is made from."""
_COMPILED_BY: Final = ("kernel/llvm.py", "kernel/words.ll", "kernel/templates/words.py")
"""The files of the program that an object is made with."""
_OLDEST: Final = (0, 45)
"""The oldest llvmlite that reads what is written here: in the LLVM of those before it, a pointer has a type."""
_DIGEST: Final = 32
"""How long the digest before an object is."""
_IN_PYTHON: Final = {
    "__builtins__": {"range": range}, "popcount": int.bit_count, "high": lambda one, other: one * other >> 64,
    "ctz": lambda mask: (mask & -mask).bit_length() - 1, "top": lambda mask: mask.bit_length() - 1,
}  # fmt: skip
"""What is one instruction of a machine, for where there is no compiler."""
_INLINED: Final = 150
"""How large a function may be that LLVM writes in the place of a call: with its own 225, `standard` is slower."""
PYTHON: Final = -1
"""The level of a kernel that is not compiled: its text is kept."""
BEST: Final = 1
level = BEST
"""How much LLVM does for the speed of a kernel: at 0 nothing, so that it compiles in a tenth of the time and plays some
times slower; at 2 it takes a third longer than at 1 for a kernel that is no quicker."""


@cache
def _library() -> Any:  # noqa: ANN401 - a module, if it is installed
    """Return llvmlite's binding, ready to compile; None if it is not installed."""
    try:
        import llvmlite.binding as library
    except ImportError:
        return None
    for name in ("initialize_native_target", "initialize_native_asmprinter"):
        getattr(library, name)()
    return library


def is_there() -> bool:
    """Tell whether there is a compiler."""
    return _compiler() != ""


@cache
def _compiler() -> str:
    """Return the version of the compiler, without loading it; empty if there is none, or one that is too old."""
    if (found := PathFinder.find_spec("llvmlite")) is None:
        return ""
    try:
        said = (Path(found.origin or "").parent / "_version.py").read_text(encoding="utf-8")
    except OSError:
        return "unknown"
    return "" if is_too_old(said) else said


def is_too_old(said: str) -> bool:
    """Tell whether a compiler with this version cannot read what is written here."""
    for name, _, value in (line.partition("=") for line in said.splitlines()):
        numbers = value.strip(" '\"").split(".")[:2]
        if "version" in name and len(numbers) == len(_OLDEST) and all(map(str.isdecimal, numbers)):
            return tuple(map(int, numbers)) < _OLDEST
    return False


@cache
def _processor() -> str:
    """Return what tells this processor from others."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as opened:  # noqa: PTH123 - no file that can be read whole
            lines = opened.read(8192).split("\n\n", 1)[0].splitlines()
    except OSError:
        library = _library()
        return f"{library.get_host_cpu_name()} {library.get_host_cpu_features().flatten()}"
    return "\n".join(line for line in lines if line.startswith(("model name", "flags", "CPU ", "Features")))


@cache
def _fingerprint(places: tuple[str, ...]) -> str:
    """Return a fingerprint of modules of the program: files, or all of a folder."""
    found, root = [], Path(__file__).parent.parent
    try:
        for place in places:
            entries: Iterable[Any] = [root / place] if "." in place else os.scandir(root / place)
            files = sorted((one.name, one.stat()) for one in entries if one.name.endswith((".py", ".ll")))
            found += [f"{place}/{name} {one.st_size} {one.st_mtime_ns}" for name, one in files]
    except OSError:  # the program is an archive
        return __version__
    return "\n".join(found)


def _object(text: str, width: int, most: int) -> str:
    """Return the name under which the object of a text is kept."""
    return _name("o", most, _fingerprint(_COMPILED_BY), str(width), text)


def _name(kind: str, most: int, *parts: str) -> str:
    """Return the name under which something is kept."""
    machine = (_compiler(), _processor()) if most != PYTHON else ()
    whole = (str(VERSION), __version__, *machine, str(min(most, level)), *parts)
    return f"kernel-{hashlib.sha256(chr(0).join(whole).encode()).hexdigest()[:40]}.{kind}"


def _machine(most: int = BEST) -> Any:  # noqa: ANN401 - a target machine of llvmlite
    library = _library()
    features = library.get_host_cpu_features().flatten()
    # What is loaded as one piece can call itself by short distances.
    near = {"codemodel": "small", "reloc": "pic"} if elf.is_here() else {}
    return library.Target.from_default_triple().create_target_machine(
        opt=2 if min(most, level) else 0, cpu=library.get_host_cpu_name(), features=features, jit=True, **near
    )


def _compiled(text: str, width: int, most: int = BEST) -> bytes:
    """Compile a kernel to an object file."""
    from spadesdsl.kernel.llvm import translated

    library = _library()
    module = library.parse_assembly(translated(text, width, has_pdep=bool(library.get_host_cpu_features().get("bmi2"))))
    machine = _machine(most)
    if most and level:
        tuning = library.create_pipeline_tuning_options(speed_level=level)
        tuning.inlining_threshold = _INLINED
        # The loops of a kernel go round a few times: they are unrolled, but to do several rounds at once gains nothing.
        tuning.loop_unrolling, tuning.loop_vectorization, tuning.slp_vectorization = True, False, False
        builder = library.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    found: bytes = machine.emit_object(module)
    return found


def aside(work: Callable[[], bytes]) -> bytes:
    """Do in another thread what is done in one piece, so that Ctrl-C need not wait for it."""
    from threading import Thread  # a kernel that is kept needs none

    found: list[bytes | BaseException] = []

    def do() -> None:
        try:
            found.append(work())
        except BaseException as error:
            found.append(error)

    thread = Thread(target=do, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except BaseException:
        import atexit

        atexit.register(thread.join)  # a process that takes away what LLVM still works on crashes
        raise
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def _kept(name: str) -> bytes | None:
    """Return the object that is kept under a name, if it is whole."""
    kept = storage.kept(name) if storage.keeps_findings() else None
    whole = kept is not None and hashlib.sha256(kept[_DIGEST:]).digest() == kept[:_DIGEST]
    return kept[_DIGEST:] if kept is not None and whole else None


def _keep(name: str, data: bytes) -> None:
    if storage.keeps_findings():
        storage.keep(name, hashlib.sha256(data).digest() + data)


def _text(game: str, kind: str = "whole") -> str:
    """Return the name under which a text of a game's kernel is kept."""
    return _name(f"{kind}.py", PYTHON, _fingerprint(_WRITTEN_BY), game)


def text_of(game: str, write: Callable[[], str], kind: str = "whole") -> str:
    """Return a text of the kernel of the game with a fingerprint: the one that is kept, else a new one."""
    name = _text(game, kind)
    if (kept := _kept(name)) is not None:
        return kept.decode()
    made = write()
    _keep(name, made.encode())
    return made


def object_of(text: str, width: int, most: int = BEST) -> bytes:
    """Return the object file of a kernel: the one that is kept, if it is whole, else a new one."""
    name = _object(text, width, most)
    if (kept := _kept(name)) is not None:
        return kept
    made = aside(lambda: _compiled(text, width, most))
    _keep(name, made)
    return made


def remember(game: str, text: str, width: int, places: Mapping[str, Any], most: int = BEST) -> None:
    """Keep which object the game with a fingerprint has, or its text, and where the parts of its state are."""
    if most == PYTHON:
        _keep(_text(game), text.encode())
    if storage.keeps_findings():
        kept = places if most == PYTHON else {**places, "object": _object(text, width, most)}
        storage.keep(_name("json", most, _fingerprint(_WRITTEN_BY), game), json.dumps(kept).encode())


def recall(game: str, most: int = BEST) -> tuple[Mapping[str, Any], dict[str, Any]] | None:
    """Return where the parts of a game's state are, and its functions; None if that is not kept."""
    data = storage.kept(_name("json", most, _fingerprint(_WRITTEN_BY), game)) if storage.keeps_findings() else None
    try:
        places = None if data is None else json.loads(data)
        if places is not None and most == PYTHON:
            return (places, {}) if "places" in places else None
        found = None if places is None else _kept(str(places["object"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return None if places is None or found is None else (places, loaded(found))


def loaded(data: bytes) -> dict[str, Any]:
    """Load an object file; return its functions, each of which keeps it in memory."""
    if (found := elf.loaded(data)) is None:
        library = _library()
        engine = library.create_mcjit_compiler(library.parse_assembly(""), _machine())
        engine.add_object_file(library.ObjectFileRef.from_data(data))
        engine.finalize_object()
        names = [f"kernel_{name}" for name in EXPORTS]
        found = elf.Loaded(engine, {name: engine.get_function_address(name) for name in names})
    made = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)
    functions: dict[str, Any] = {}
    for name in EXPORTS:
        if address := found.functions.get(f"kernel_{name}"):
            functions[name] = made(address)
            functions[name].memory = found.memory
    return functions


@cache
def _words() -> dict[str, Any]:
    """Return what every kernel can call."""
    from spadesdsl.kernel.templates import code_of  # only if there is no compiler

    space: dict[str, Any] = dict(_IN_PYTHON)
    exec(compile(code_of(("words",), {}), "<words>", "exec"), space)
    return space


@lru_cache(maxsize=64)
def in_python(text: str) -> dict[str, Any]:
    """Return the functions of a kernel's text as plain Python."""
    space = dict(_words())
    exec(compile(text, "<kernel>", "exec"), space)  # numbers and names of our own
    return space


def functions(text: str, width: int, *, is_native: bool, most: int = BEST) -> dict[str, Any]:
    """Return the functions of a kernel's text: in the machine's code, kept or compiled now, or as Python."""
    return loaded(object_of(text, width, most)) if is_native else in_python(text)
