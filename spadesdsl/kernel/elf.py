"""Object files in memory, without a compiler: those of Linux on x86-64.

A warm start should not have to load LLVM only to put some thousands of bytes in their place. What this does not know is
left to LLVM.
"""

from __future__ import annotations

import ctypes
import os
import sys
from mmap import mmap
from struct import Struct, pack_into, unpack_from
from typing import Final, NamedTuple

_BEGINS: Final = b"\x7fELF\x02\x01\x01"
_SECTION: Final = Struct("<IIQQQQIIQQ")
_SYMBOL: Final = Struct("<IBBHQQ")
_MOVE: Final = Struct("<QQq")
_SYMBOLS, _MOVES, _IN_MEMORY, _X86_64 = 2, 4, 2, 62
_FORMS: Final = {1: ("<Q", 0), 2: ("<i", 1), 4: ("<i", 1), 24: ("<q", 1)}
"""How each kind of relocation is written, and whether it is a distance: R_X86_64_64, PC32, PLT32, PC64."""
_OF_LIBC: Final = ("memcpy", "memmove", "memset")
"""What a compiler may call for a loop that copies."""
_JUMP: Final = 16
"""Room for a jump to a function of libc, which may lie too far away for a short distance."""
_READ_AND_RUN: Final = 5


class Loaded(NamedTuple):
    """An object file that can be run."""

    memory: object
    """Where it is; it can be run as long as somebody holds this."""
    functions: dict[str, int]
    """The address of each function that it exports."""


def is_here() -> bool:
    """Tell whether this machine has such object files."""
    return sys.platform == "linux" and os.uname().machine == "x86_64"


def loaded(data: bytes) -> Loaded | None:
    """Load an object file; None if it, or this machine, is of another kind."""
    if not is_here() or not data.startswith(_BEGINS) or unpack_from("<H", data, 18)[0] != _X86_64:
        return None
    (at,), (many,) = unpack_from("<Q", data, 40), unpack_from("<H", data, 60)
    sections = [_SECTION.unpack_from(data, at + number * _SECTION.size) for number in range(many)]
    places: dict[int, int] = {}
    end = 0
    for number, (_, _, flags, _, _, size, _, _, align, _) in enumerate(sections):
        if flags & _IN_MEMORY and size:
            places[number] = end = -(-end // align) * align
            end += size
    end = -(-end // _JUMP) * _JUMP
    memory = mmap(-1, end + _JUMP * len(_OF_LIBC))
    base = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    for number, place in places.items():
        offset, size = sections[number][4:6]
        memory[place : place + size] = data[offset : offset + size]
    for number, name in enumerate(_OF_LIBC):
        address = ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value
        pack_into("<HIQ", memory, end + _JUMP * number, 0x25FF, 0, address)
    jumps = {name: base + end + _JUMP * number for number, name in enumerate(_OF_LIBC)}
    symbols = _symbols(data, sections, {number: base + place for number, place in places.items()}, jumps)
    if symbols is None or not _moved(data, sections, places, memory, base, [address for _, address in symbols]):
        return None
    if ctypes.CDLL(None).mprotect(ctypes.c_void_p(base), ctypes.c_size_t(len(memory)), _READ_AND_RUN):
        return None
    return Loaded(memory, {name: address for name, address in symbols if name})


def _symbols(
    data: bytes, sections: list[tuple[int, ...]], begins: dict[int, int], jumps: dict[str, int]
) -> list[tuple[str, int]] | None:
    """Return the name and the address of each symbol; None if one is not known."""
    found = []
    for _, kind, _, _, offset, size, names, *_ in sections:
        for name, _, _, section, value, _ in _SYMBOL.iter_unpack(
            data[offset : offset + size] if kind == _SYMBOLS else b""
        ):
            start = sections[names][4] + name
            said = data[start : data.index(b"\0", start)].decode()
            if section or not said:
                found.append((said, begins.get(section, 0) + value))
            elif said in jumps:
                found.append((said, jumps[said]))
            else:
                return None
    return found


def _moved(
    data: bytes, sections: list[tuple[int, ...]], places: dict[int, int], memory: mmap, base: int, symbols: list[int]
) -> bool:
    """Write each address and distance, now that it is known; False if one is of a kind that is not."""
    for _, kind, _, _, offset, size, _, section, *_ in sections:
        if kind != _MOVES or section not in places:
            continue
        for at, what, more in _MOVE.iter_unpack(data[offset : offset + size]):
            if what & 0xFFFFFFFF not in _FORMS:
                return False
            form, is_distance = _FORMS[what & 0xFFFFFFFF]
            place = places[section] + at
            pack_into(form, memory, place, symbols[what >> 32] + more - is_distance * (base + place))
    return True
