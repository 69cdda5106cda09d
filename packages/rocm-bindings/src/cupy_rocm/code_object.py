"""Reads what a code object of hipRTC says of its kernels: the note of an ELF file, which is a msgpack map."""
from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

__all__ = ["Argument", "Kernel", "kernels"]

_NOTE_SECTION = 7
_METADATA = 32      # NT_AMDGPU_METADATA

#: Kinds of arguments that a launch passes; the rest are the runtime's own.
_PASSED = ("by_value", "global_buffer", "dynamic_shared_pointer")


class Argument(NamedTuple):
    """Where an argument lies among those of its kernel, in bytes."""

    offset: int
    size: int


class Kernel(NamedTuple):
    """What a launch must know of a kernel."""

    name: str
    warp: int           # lanes
    shared: int         # bytes of static shared memory
    threads: int        # at most, in a block
    spilled: int        # bytes of a thread's own memory
    arguments: tuple    # of Argument, those that a launch passes


def kernels(image: bytes) -> list[Kernel]:
    """The kernels of a code object, in order; ValueError for anything else."""
    for kind, description in _notes(image):
        if kind == _METADATA:
            found, _ = _read(description, 0)
            return [_kernel(entry) for entry in found.get("amdhsa.kernels", ())]
    raise ValueError("the image is no code object of AMD's: it has no metadata")


def _kernel(entry: dict[str, Any]) -> Kernel:
    passed = tuple(Argument(argument[".offset"], argument[".size"]) for argument in entry.get(".args", ())
                   if argument[".value_kind"] in _PASSED)
    return Kernel(entry[".name"], entry[".wavefront_size"], entry[".group_segment_fixed_size"],
                  entry[".max_flat_workgroup_size"], entry[".private_segment_fixed_size"], passed)


def _notes(image: bytes) -> Iterator[tuple[int, bytes]]:
    if image[:6] != b"\x7fELF\x02\x01":
        raise ValueError("the image is no 64-bit ELF file")
    start, = struct.unpack_from("<Q", image, 0x28)
    size, count = struct.unpack_from("<HH", image, 0x3A)
    for number in range(count):
        kind, _, _, offset, length = struct.unpack_from("<IQQQQ", image, start + number * size + 4)
        at, end = offset, offset + length
        while kind == _NOTE_SECTION and at + 12 <= end:
            name, description, what = struct.unpack_from("<III", image, at)
            first = at + 12 + (name + 3 & ~3)
            yield what, image[first:first + description]
            at = first + (description + 3 & ~3)


#: First byte → struct format of a number, or of the length of what follows.
_NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h",
            0xD2: ">i", 0xD3: ">q"}
_TEXTS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
_LISTS = {0xDC: ">H", 0xDD: ">I"}
_MAPS = {0xDE: ">H", 0xDF: ">I"}
_SIMPLE = {0xC0: None, 0xC2: False, 0xC3: True}


def _read(data: bytes, at: int) -> tuple[Any, int]:
    """``(value, place behind it)`` of the msgpack value at a place."""
    first = data[at]
    at += 1
    if first <= 0x7F or first >= 0xE0:
        return first - (256 if first >= 0xE0 else 0), at
    if first in _SIMPLE:
        return _SIMPLE[first], at
    if first in _NUMBERS:
        return _unpack(_NUMBERS[first], data, at)
    if 0xA0 <= first <= 0xBF or first in _TEXTS:
        length, at = (first & 31, at) if first <= 0xBF else _unpack(_TEXTS[first], data, at)
        return data[at:at + length].decode(), at + length
    if 0x90 <= first <= 0x9F or first in _LISTS:
        count, at = (first & 15, at) if first <= 0x9F else _unpack(_LISTS[first], data, at)
        values = []
        for _ in range(count):
            value, at = _read(data, at)
            values.append(value)
        return values, at
    if 0x80 <= first <= 0x8F or first in _MAPS:
        count, at = (first & 15, at) if first <= 0x8F else _unpack(_MAPS[first], data, at)
        found = {}
        for _ in range(count):
            key, at = _read(data, at)
            found[key], at = _read(data, at)
        return found, at
    raise ValueError(f"byte {first:#x} of the metadata is not understood")


def _unpack(form: str, data: bytes, at: int) -> tuple[Any, int]:
    return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
