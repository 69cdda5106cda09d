"""Fourier transforms of the host: NumPy's pocketfft on views of raw memory, on all cores."""
from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._host.services.recording import at_once_or_recorded
from cupy._host.shares import in_shares

if TYPE_CHECKING:
    from cupy._runtime.services.fft import Layout

__all__ = ["Error", "Plan", "keeps_source", "make_plan", "make_typed_plan", "scales", "version"]

#: Executions take a factor of the result.
scales = True

#: Items below which a pass runs on the calling thread alone.
_ALONE = 1 << 15

#: Kind of the plan → (dtype of the source, of the target)
_TYPES = {0x29: "FF", 0x2a: "fF", 0x2c: "Ff", 0x69: "DD", 0x6a: "dD", 0x6c: "Dd"}


class Error(RuntimeError):
    """The library refused a plan; `status` is its number."""

    def __init__(self, status: int, text: str = "the transform failed") -> None:
        super().__init__(f"{text} (status {status})")
        self.status = status


def version() -> int:
    """Version of NumPy as one number: 20403 for 2.4.3."""
    major, minor, patch = (numpy.__version__.split(".") + ["0"])[:3]
    digits = "".join(c for c in patch if c.isdigit()) or "0"
    return int(major) * 10000 + int(minor) * 100 + int(digits)


def _public(name: str) -> Callable[..., Any]:
    """A function of `numpy.fft` that does not scale, called like `_fast`."""
    options = {} if name in ("fft", "rfft") else {"norm": "forward"}

    def run(source: Any, target: Any, axis: int, scale: float) -> None:
        getattr(numpy.fft, name)(source, n=target.shape[axis] if name == "irfft" else None, axis=axis, out=target,
                                 **options)
        if scale != 1:
            numpy.multiply(target, scale, out=target)

    return run


def _fast(name: str) -> Callable[..., Any]:
    """The same on the ufunc underneath: `numpy.fft` computes unscaled single precision in double, 5 times slower."""
    def run(source: numpy.ndarray, target: Any, axis: int, scale: float) -> None:
        function = f"rfft_n_{'odd' if source.shape[axis] % 2 else 'even'}" if name == "rfft" else name
        getattr(_ufuncs, function)(source, target.real.dtype.type(scale), axes=[(axis,), (), (axis,)], out=target)

    return run


try:
    _ufuncs = importlib.import_module("numpy.fft._pocketfft_umath")
except ImportError:
    _ufuncs = None

_TRANSFORMS = {name: (_public if _ufuncs is None else _fast)(name) for name in ("fft", "ifft", "rfft", "irfft")}


def _on_all_cores(name: str, source: numpy.ndarray, target: numpy.ndarray, axis: int, scale: float) -> None:
    """A transform along one axis, the longest other axis shared between threads."""
    work = _TRANSFORMS[name]
    others = [k for k in range(source.ndim) if k != axis]
    split = max(others, key=lambda k: target.shape[k])

    def share(first: int, last: int) -> None:
        index = (slice(None),) * split + (slice(first, last),)
        work(source[index], target[index], axis, scale)

    in_shares(target.shape[split], share, alone=target.size < _ALONE)


def _passes(names: list[tuple[str, int]], x: numpy.ndarray, y: numpy.ndarray | None, scale: float) -> numpy.ndarray:
    """Transforms of these axes, the last one scaled and into `y`; never from an array into itself: NumPy copies it."""
    spare = None
    for left in range(len(names) - 1, -1, -1):
        name, axis = names[-1 - left]
        if y is not None and left % 2 == 0:
            target = y
        else:
            if spare is None or spare is x:
                like = x if y is None else y
                spare = numpy.empty(like.shape, like.dtype)
            target = spare
        _on_all_cores(name, x, target, axis, 1 if left else scale)
        x = target
    return x


class _Side:
    """Views of one side of a transform: shape and strides are the plan's, the address is the call's."""

    def __init__(self, char: str, lengths: tuple[int, ...], embed: tuple[int, ...], stride: int, dist: int,
                 batch: int) -> None:
        self.dtype = numpy.dtype(char)
        steps = [stride]
        for padded in embed[:0:-1]:
            steps.insert(0, steps[0] * padded)
        self.shape = (batch, *lengths)
        self.strides = tuple(step * self.dtype.itemsize for step in (dist, *steps))
        reach = sum((n - 1) * step for n, step in zip(self.shape, self.strides, strict=True))
        self.bytes = ctypes.c_char * (reach + self.dtype.itemsize)

    def at(self, address: int) -> numpy.ndarray:
        """The view of the memory at `address`."""
        return numpy.ndarray(self.shape, self.dtype, memoryview(self.bytes.from_address(address)), 0, self.strides)


class Plan:
    """A batched transform of given layout."""

    work_size = 0

    def __init__(self, layout: Layout, kind: int) -> None:
        try:
            chars = _TYPES[kind]
        except KeyError:
            raise Error(3, f"no transform has the number {kind}") from None
        half = (*layout.lengths[:-1], layout.lengths[-1] // 2 + 1)
        real = tuple(char in "fd" for char in chars)
        self.real_in, self.real_out = real
        self.lengths = tuple(layout.lengths)
        if min(self.lengths) < 1 or layout.batch < 1:
            raise Error(8, f"lengths {self.lengths} and batch {layout.batch} must be positive")
        self.source = _Side(chars[0], half if self.real_out else self.lengths, layout.in_embed,
                            layout.in_stride, layout.in_dist, layout.batch)
        self.target = _Side(chars[1], half if self.real_in else self.lengths, layout.out_embed,
                            layout.out_stride, layout.out_dist, layout.batch)

    def execute(self, source: int, target: int, forward: bool, work: int, stream: int, scale: float = 1) -> None:
        """Transform; streams of the host execute at once, or record what they are given."""
        at_once_or_recorded(lambda: self._execute(source, target, forward, scale), stream)

    def _execute(self, source: int, target: int, forward: bool, scale: float) -> None:
        x, y = self.source.at(source), self.target.at(target)
        last = len(self.lengths)
        plain = "fft" if forward else "ifft"
        others = [(plain, axis) for axis in range(last - 1, 0, -1)]
        if self.real_out:
            _on_all_cores("irfft", _passes(others, x, None, 1), y, last, scale)
        else:
            _passes([("rfft" if self.real_in else plain, last), *others], x, y, scale)


def keeps_source(rank: int) -> bool:
    """Sources are read only."""
    return True


def make_plan(layout: Layout, kind: int) -> Plan:
    """A plan; the host has nothing to prepare."""
    return Plan(layout, kind)


#: Numbers of source and target types → kind of the plan.
_KINDS = {(4, 4): 0x29, (0, 4): 0x2a, (4, 0): 0x2c, (5, 5): 0x69, (1, 5): 0x6a, (5, 1): 0x6c}


def make_typed_plan(layout: Layout, types: tuple[int, int, int]) -> Plan:
    """A plan of single or double precision; the host has no transforms of halves."""
    if types[:2] not in _KINDS:
        raise Error(3, f"the host has no transform of the types {types}")
    return Plan(layout, _KINDS[types[:2]])
