"""Capsules that lie, and allocations that fail in the midst of a call."""
from __future__ import annotations

import contextlib
import ctypes
import unittest.mock
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._runtime import driver
from cupy_testing.fuzz.calls import FAMILIES, family, operand

if TYPE_CHECKING:
    from types import ModuleType
    from cupy.typing import ArrayLike

#: Families whose calls change nothing that they are given.
_PURE = ("reduction", "getitem", "pick", "order", "count", "product", "rearrange")


class Refused(Exception):
    """Stands for whichever exception says so."""


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("byte_offset", ctypes.c_uint64)]


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("tensor", Tensor)]


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Producer:
    """Gives a capsule of these fields, whatever they say; the memory behind them is 4 KiB.

    `deleted` counts calls of the deleter.
    """

    def __init__(self, fields: dict[str, int], shape: tuple[int, ...] | list[int], strides: list[int] | None,
                 versioned: dict[str, int] | None = None, name: bytes | None = None) -> None:
        self.items = numpy.zeros(512)
        self.deleted = 0
        self.deleter = _DELETER(self.count)
        self.shape, self.strides = ((ctypes.c_int64 * 4)(*(x or ())) for x in (shape, strides))
        tensor = Tensor(**{"data": self.items.ctypes.data, "lanes": 1, "shape": ctypes.addressof(self.shape),
                           "strides": ctypes.addressof(self.strides) if strides else None, **fields})
        deleter = ctypes.cast(self.deleter, ctypes.c_void_p).value
        self.managed = Managed(tensor=tensor, deleter=deleter) if versioned is None else Versioned(
            **{"major": 1, "tensor": tensor, "deleter": deleter, **versioned})
        self.name = name or (b"dltensor" if versioned is None else b"dltensor_versioned")

    def count(self, managed: int) -> None:
        self.deleted += 1

    def __dlpack__(self, **options: tuple[int, ...] | None) -> Any:
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(self.managed), self.name, None)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


@family
def capsule(rng: numpy.random.Generator) -> Any:
    """Of a tensor that fits: as it says; of one that cannot be: an error, and never a crash; freed once in any case."""
    ndim = int(rng.integers(0, 4))
    shape = [int(n) for n in rng.integers(0, 4, ndim)]
    strides = [int(n) for n in rng.integers(0, 4, ndim)] if rng.random() < 0.5 else None
    fields = {"device_type": 1, "ndim": ndim, "code": 2, "bits": 64}
    lie = str(rng.choice(["", "", "ndim", "bits", "code", "lanes", "shape", "device", "number", "null", "no shape",
                          "strides", "offset", "version", "name", "twice"]))
    others = [kind for kind in (0, 99, -1, 2, 10) if kind != cupy.empty(0).__dlpack_device__()[0]]
    broken = {"ndim": {"ndim": int(rng.choice([-1, 65, 10**6, -2**31]))},
              "bits": {"bits": int(rng.choice([0, 7, 255]))},
              "code": {"code": int(rng.integers(8, 256))}, "lanes": {"lanes": int(rng.choice([0, 2, 65535]))},
              "device": {"device_type": int(rng.choice(others))}, "null": {"data": None},
              "number": {"device_id": int(rng.choice([-1, 77, -2**31]))},
              "offset": {"byte_offset": 2**64 - int(rng.choice([8, 2**20, 2**50, 2**63]))},
              "no shape": {"shape": None}}.get(lie, {})
    versioned = {"minor": int(rng.integers(3)), "flags": int(rng.integers(4))} if rng.random() < 0.5 else None
    if lie == "version":
        versioned = {"major": int(rng.choice([2, 99, 2**32 - 1]))}
    name = [b"used_dltensor", b"other", b"dltensor_versione"][int(rng.integers(3))] if lie == "name" else None
    if lie in ("shape", "strides", "no shape", "null") and not ndim:
        return None
    if lie == "shape":
        shape[0] = int(rng.choice([-1, 2**62, -2**63]))
    if lie == "strides":
        strides = [2**61] * ndim
        shape[0] = 3
    if lie in ("null", "strides", "offset"):
        shape = [max(n, 1) for n in shape]
    text = f"{lie or 'true'} shape {shape} strides {strides} {broken} version {versioned}"

    def call(xp: ModuleType) -> Any:
        if xp is numpy:
            if lie and lie != "twice":
                return "refused", "0 times" if lie == "name" else "once"
            view = numpy.zeros(512)
            step = strides or [int(numpy.prod(shape[k + 1:])) for k in range(ndim)]
            return numpy.lib.stride_tricks.as_strided(view, shape, [8 * s for s in step]).copy(), "once"
        producer = Producer({**fields, **broken}, shape, strides, versioned, name)
        result = taken(producer, lie == "twice")
        return result, "once" if producer.deleted == 1 else f"{producer.deleted} times"
    return text, call, []


def taken(producer: Producer, twice: bool) -> Any:
    """A copy of the capsule's array, or that it was refused; a capsule that was used is refused."""
    capsule = producer.__dlpack__()
    try:
        result = cupy.from_dlpack(capsule).copy()
    except (BufferError, ValueError):
        return "refused"
    if twice:
        try:
            cupy.from_dlpack(capsule)
        except ValueError:
            return result
        return "taken twice"
    return result


#: What a field of an interface is told instead; each is seen before any memory is touched.
_LIES = {
    "shape": [(-1,), (2**62, 8), (2.5,), None, 5, (2**70,), ("a",)],
    "typestr": ["<f9", "", "zz", None, 8, "|O8", "<f8" * 40, b"<f8"],
    "strides": [(8, 8, 8, 8, 8), (2**61,) * 5, "abc", (None,), 8],
    "data": [(0, False), None, (), "x", ("x", False), (2**70, False), 7],
    "version": [-1, "three"],
    "descr": [[("a", "<f9")], 5],
}


class Described:
    """Has ``__cuda_array_interface__``, whatever it says; the memory behind it is 4 KiB."""

    def __init__(self, shape: tuple[int, ...], lies: dict[str, Any]) -> None:
        self.items = cupy.zeros(512)
        self.__cuda_array_interface__ = {"shape": shape, "typestr": "<f8", "data": (self.items.data.ptr, False),
                                         "version": 3, **lies}
        for name, lie in lies.items():
            if lie is Described:
                del self.__cuda_array_interface__[name]


@contextlib.contextmanager
def interfaces() -> Iterator[None]:
    """Interfaces are read on the host too, whose addresses are those of its memory."""
    backend = driver.backend()
    with unittest.mock.patch.object(backend, "array_interface", backend.array_interface or backend.host_memory):
        yield


@family
def interface(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Any]]:
    """An object with an interface that is true: its items; with one that cannot be: an error, and never a crash."""
    shape = tuple(int(n) for n in rng.integers(1, 4, int(rng.integers(1, 4))))
    name = str(rng.choice(["", *_LIES]))
    gone = name in ("shape", "typestr", "data") and rng.random() < 0.2
    lies = {name: Described if gone else _LIES[name][int(rng.integers(len(_LIES[name])))]} if name else {}
    uses = {"asarray": lambda x: cupy.asarray(x).copy(), "add": lambda x: cupy.zeros(shape) + x,
            "list": lambda x: cupy.array([x])[0], "assign": lambda x: filled(cupy.ones(shape), x),
            "take": lambda x: cupy.take(x, cupy.arange(1))}
    use = str(rng.choice(sorted(uses)))
    harmless = name in ("version", "descr") or not name

    def call(xp: ModuleType) -> str:
        if xp is not numpy:
            with interfaces():
                result = uses[use](Described(shape, lies))
            return "taken" if harmless else result
        if not harmless:
            raise Refused("the interface cannot be")
        return "taken"
    return f"{use} shape {shape} {lies}", call, []


def filled(a: Any, value: Described) -> Any:
    """The array after the assignment of all items."""
    a[...] = value
    return a


class Failing:
    """An allocator whose n-th call finds no memory."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self, size: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            raise cupy.cuda.memory.OutOfMemoryError(size, 0, 0)
        return cupy.get_default_memory_pool().malloc(size)


@family
def allocation(rng: numpy.random.Generator) -> Any:
    """A call in which an allocation fails ends in MemoryError, and the same call is right afterwards."""
    name = _PURE[int(rng.integers(len(_PURE)))]
    drawn = FAMILIES[name](rng)
    if drawn is None:
        return None
    text, call, operands = drawn
    number = int(rng.integers(1, 6))

    def twice(xp: ModuleType, *arrays: ArrayLike) -> Any:
        if xp is not numpy:
            try:
                with cupy.cuda.using_allocator(Failing(number)):
                    call(xp, *arrays)
            except MemoryError:
                pass
            except Exception as error:
                if isinstance(error, (TypeError, ValueError, IndexError, ArithmeticError)):
                    return call(xp, *arrays)        # the call's own error, which it gives again
                raise
        return call(xp, *arrays)
    return f"{name} with allocation {number} failing: {text}", twice, operands


@family
def exchanged(rng: numpy.random.Generator) -> Any:
    """Through DLPack and back."""
    a = operand(rng, 3, 0, "bBhHiIlLfdFD")
    if a.layout in ("unaligned", "field", "big_endian", "read_only"):
        return None

    def call(xp: ModuleType, a: Any) -> tuple[Any, str]:
        b = xp.from_dlpack(a)
        return b, str(not a.size or b.strides == a.strides)
    return "from_dlpack", call, [a]
