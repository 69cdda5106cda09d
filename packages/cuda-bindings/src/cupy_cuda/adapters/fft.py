"""cuFFT behind core's protocol of Fourier transforms."""
from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from cupy_cuda import find
from cupy_cuda.errors import CufftError as Error
from cupy_cuda.libs.cufft import Plan, version

if TYPE_CHECKING:
    from cupy._runtime.services.fft import Layout

__all__ = ["Error", "Plan", "call", "keeps_source", "make_callback_plan", "make_plan", "make_typed_plan",
           "slow_columns", "version"]

#: Lines across memory that cuFFT 12 transforms in one pass, as fast as into lines along it (seen on an H200): short
#: ones, those of so many bytes whose length has no prime factor above 7, and complex ones of a power of two.
_SHORT, _PASS = 128, {"real": 4096, "complex": 8192}
_POWER = 4096
_BYTES = {0x2a: ("real", 4), 0x2c: ("real", 4), 0x6a: ("real", 8), 0x6c: ("real", 8), 0x29: ("complex", 8),
          0x69: ("complex", 16)}

version()       # opens the library: where it is missing, so is the service


def keeps_source(rank: int) -> bool:
    """Whether complex-to-real plans leave their source alone: those of one dimension do (seen with 12.0)."""
    return rank == 1


def slow_columns(length: int, kind: int) -> bool:
    """Whether lines that lie across memory are transformed faster into lines along it."""
    name, size = _BYTES[kind]
    if length < _SHORT or (name == "complex" and length <= _POWER and not length & (length - 1)):
        return False
    rest = length
    for factor in (2, 3, 5, 7):
        while rest % factor == 0:
            rest //= factor
    return rest > 1 or length * size > _PASS[name]


def make_plan(layout: Layout, kind: int) -> Plan:
    """A plan of the library for the current device."""
    return Plan(layout, kind)


def make_typed_plan(layout: Layout, types: tuple[int, int, int]) -> Plan:
    """A plan of given types, numbered as ``cudaDataType``: of source, target and computation."""
    return Plan(layout, 0, types=types)


def make_callback_plan(layout: Layout, kind: int, target: str, load: tuple[str, int] | None,
                       store: tuple[str, int] | None) -> Plan:
    """A plan with functions of the caller: ``(source, address of its data)`` or None for each side."""
    from cupy_cuda.adapters.fft_callbacks import CALLBACK_TYPES, compile_callback

    find.load("nvjitlink")      # cuFFT links with it, and looks for it by its name alone
    callbacks = []
    for given, number in zip((load, store), CALLBACK_TYPES[kind], strict=True):
        if given is not None:
            source, data = given
            symbol, image = compile_callback(source, number, target)
            callbacks.append((symbol, image, number, data))
    return Plan(layout, kind, callbacks=callbacks)


#: What the library reads as long as a plan lives, by plans of `call`; numbers of plans come again.
_callbacks = {}


def call(name: str, *arguments: Any) -> int | None:
    """A function of the library by its own name, with handles and addresses as integers."""
    function = getattr(find.load("cufft"), name)
    if name == "cufftCreate":
        handle = ctypes.c_int()
        _check(function(ctypes.byref(handle)), name)
        _callbacks.pop(handle.value, None)
        return handle.value
    plan, *rest = arguments
    if name == "cufftXtSetJITCallback":
        symbol, image, kind, data = rest
        given = ctypes.c_char_p(symbol.encode()), ctypes.c_char_p(bytes(image)), ctypes.c_void_p(data)
        _callbacks.setdefault(plan, []).append(given)
        status = function(ctypes.c_int(plan), given[0], given[1], ctypes.c_size_t(len(image)), ctypes.c_int(kind),
                          ctypes.byref(given[2]))
    elif name == "cufftXtSetCallback":
        address, kind, data = rest
        status = function(ctypes.c_int(plan), ctypes.byref(ctypes.c_void_p(address)), ctypes.c_int(kind),
                          ctypes.byref(ctypes.c_void_p(data)))
    elif name == "cufftSetAutoAllocation":
        status = function(ctypes.c_int(plan), ctypes.c_int(rest[0]))
    else:
        source, target, *direction = rest
        status = function(ctypes.c_int(plan), ctypes.c_void_p(source), ctypes.c_void_p(target),
                          *(ctypes.c_int(way) for way in direction))
    return _check(status, name)


def _check(status: int, name: str) -> None:
    if status:
        raise Error(status, name)
