"""How a transform is carried out: types, padding, plans, passes over groups of axes, scaling."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.constructors import empty, zeros
from cupy._runtime.services import fft as library
from cupy._core.fft_call import FftCall
from cupy._core.fft_repeat import FftRepeat
from cupy._core.ndarray import ndarray
from cupy._core.overlap import may_share_memory
from cupy._ops.arithmetic import multiply
from cupy.cuda import cufft
from cupy.fft import _callbacks, config
from cupy.fft._cache import get_plan_cache
from cupy.fft._layout import place

if TYPE_CHECKING:
    from cupy._runtime.services.fft import Layout
    from cupy.fft._cache import PlanCache
    from cupy.typing import DTypeLike

__all__ = [
    "C2C", "C2R", "R2C", "TYPES", "Job", "check_out", "deliver", "half_result", "precision", "repeated", "spoils",
    "transform",
]

C2C, R2C, C2R = "C2C", "R2C", "C2R"

#: Kind and real dtype char → number of the library's type, dtype chars of source and target.
TYPES = {
    (C2C, "f"): (cufft.CUFFT_C2C, "F", "F"), (C2C, "d"): (cufft.CUFFT_Z2Z, "D", "D"),
    (R2C, "f"): (cufft.CUFFT_R2C, "f", "F"), (R2C, "d"): (cufft.CUFFT_D2Z, "d", "D"),
    (C2R, "f"): (cufft.CUFFT_C2R, "F", "f"), (C2R, "d"): (cufft.CUFFT_Z2D, "D", "d"),
}

#: Axes of one plan, by the library.
_MAX_RANK = 3


def precision(dtype: numpy.dtype) -> str:
    """Dtype char of the real type in which arrays of a dtype are transformed."""
    return "f" if dtype.char in "efF" or dtype.name == "bfloat16" else "d"


def half_result(a: ndarray, kind: str, axes: Sequence[int]) -> numpy.dtype | None:
    """The dtype of a result of half precision, which no plan gives; else None."""
    return a.dtype if kind == C2R and a.dtype.char == "e" and len(axes) == 1 else None


def transform(a: ndarray, kind: str, lengths: Sequence[int], axes: Sequence[int], forward: bool, scale: float,
              out: ndarray | None = None, key: tuple[Any, ...] | None = None, owned: bool = False) -> ndarray:
    """The transform of `a` along `axes`.

    Parameters
    ----------
    a : ndarray
        Input.
    kind : {"C2C", "R2C", "C2R"}
        Of a real kind, the last of `axes` is halved.
    lengths : sequence of int
        Of the transform along each axis; the input is cut or padded with zeros.
    axes : sequence of int
        Different axes, not negative.
    forward : bool
        Sign of the exponent.
    scale : float
        Factor of the result.
    out : ndarray, optional
        Where the result goes.
    key : tuple, optional
        Arguments by which a call of the same kind is found again.
    owned : bool
        Whether `a` is a temporary of the caller, which may be overwritten.

    Returns
    -------
    ndarray
    """
    char = precision(a.dtype)
    wanted = half_result(a, kind, axes)
    number, source_char, _ = TYPES[kind, char]
    shape = list(a.shape)
    for n, axis in zip(lengths, axes, strict=True):
        shape[axis] = n
    if kind == C2R:
        shape[axes[-1]] = lengths[-1] // 2 + 1
    x = a[tuple(slice(n) for n in shape)] if any(n < m for n, m in zip(shape, a.shape, strict=True)) else a
    job = Job(forward, scale, char)
    if x.dtype.char != source_char or x.shape != tuple(shape):
        job.load(x, shape, source_char, _order_of_lines(x, shape, axes, number) if kind == C2C else None)
    else:
        job.x, job.owned = x, owned
    if not prod(shape):
        result = empty(_result_shape(shape, kind, lengths, axes), TYPES[kind, char][2])
        return deliver(result, 1, wanted, out)
    groups = _groups(job.x, kind, list(axes))
    for i, (step, group) in enumerate(groups):
        last = i == len(groups) - 1
        job.run(step, group, lengths[-1], out if last and wanted is None else None, last)
    if not groups and not job.owned:
        job.load(job.x, shape, source_char, None)
    if (key is not None and out is None and wanted is None and len(groups) == 1 and x is a
            and len(job.copies) <= 1 and None not in job.copies):
        _remember(key, job)
    return deliver(job.x, job.scale, wanted, out)


def _result_shape(shape: Sequence[int], kind: str, lengths: Sequence[int], axes: Sequence[int]) -> Sequence[int]:
    shape = list(shape)
    if kind != C2C:
        shape[axes[-1]] = lengths[-1] // 2 + 1 if kind == R2C else lengths[-1]
    return tuple(shape)


def _groups(x: ndarray, kind: str, axes: Sequence[int]) -> list[tuple[str, tuple[int, ...]]]:
    """``(kind, axes)`` of the plans that together make the transform, in order."""
    by_stride = sorted(axes if kind == C2C else axes[:-1], key=lambda k: -abs(x.strides[k]))
    others = [k for k in by_stride if x.shape[k] != 1]      # a transform of length 1 changes nothing
    rank = _MAX_RANK if config.enable_nd_planning else 1
    halved = axes[-1]
    if kind != C2C and len(others) < rank and all(x.strides[k] >= x.strides[halved] for k in others):
        return [(kind, (*others, halved))]
    steps = [(C2C, tuple(others[max(end - rank, 0):end])) for end in range(len(others), 0, -rank)]
    if kind == R2C:
        return [(R2C, (halved,)), *steps]
    return [*steps, (C2R, (halved,))] if kind == C2R else steps


def _ordered(shape: Sequence[int], char: str, order: Sequence[int], make: Callable[..., Any] = empty) -> ndarray:
    """An uninitialised array whose axes lie in memory in the given order, slowest first."""
    if order == list(range(len(shape))):
        return make(shape, char)
    return make(tuple(shape[k] for k in order), char).transpose(_inverse(order))


def _inverse(order: Sequence[int]) -> list[int]:
    back = [0] * len(order)
    for position, axis in enumerate(order):
        back[axis] = position
    return back


def _order_of(x: ndarray) -> list[int]:
    """Axes of an array from the slowest to the fastest, as NumPy's order 'K' sees them."""
    if x.flags.c_contiguous:
        return list(range(x.ndim))
    return sorted(range(x.ndim), key=lambda k: -abs(x.strides[k]))


def _side(x: ndarray) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    return x.shape, x.strides, x.itemsize


def _aligned(x: ndarray, char: str) -> bool:
    """Whether the library can read the array: it wants the alignment of a complex number."""
    return x.data.ptr % (8 if char == "f" else 16) == 0


def _lines_lie_across(x: ndarray, axes: Sequence[int]) -> bool:
    """Whether neighbours in memory belong to different transforms, of one axis."""
    return len(axes) == 1 and any(0 < abs(x.strides[k]) < x.strides[axes[0]] and x.shape[k] > 1 for k in range(x.ndim))


def _order_of_lines(x: ndarray, shape: Sequence[int], axes: Sequence[int], number: int) -> list[int] | None:
    """The order in which a copy of an array has its lines along memory, if these are transformed faster so."""
    if not _lines_lie_across(x, axes):
        return None
    axis, strides, step = axes[0], [0] * len(shape), 1
    for k in reversed(_order_of(x)):
        strides[k] = step
        step *= shape[k]
    side = tuple(shape), tuple(strides), 1
    if place(side, side, axes) is not None and not library.slow_columns(shape[axis], number):
        return None
    return _along(len(shape), axes)


def _along(ndim: int, axes: Sequence[int]) -> list[int]:
    """The order of axes in which lines along the given ones lie along memory."""
    return [*(k for k in range(ndim) if k not in axes), *axes]


def _fill(target: ndarray, x: ndarray, scale: float) -> None:
    """``target[...] = x * scale`` in the precision of the target."""
    if scale == 1:
        target[...] = x
    else:
        char = target.dtype.char
        multiply(x, scale, out=target, dtype=char if x.dtype.kind == "c" else char.lower(), casting="unsafe")


def spoils(kind: str, rank: int) -> bool:
    """Whether a plan may overwrite its source."""
    return kind == C2R and not library.keeps_source(rank)


class Job:
    """A transform under way: the array so far, whether it is a temporary, and the scale that is still due."""

    x: ndarray          # set by `load`, or by who makes the job

    def __init__(self, forward: bool, scale: float, char: str) -> None:
        self.forward, self.scale, self.char = forward, scale, char
        self.owned = False
        self.copies = []            # shape, dtype char, order and scale of those so far
        self.call = self.key = None

    def load(self, x: ndarray, shape: Sequence[int], char: str, order: Sequence[int] | None) -> None:
        """Copy `x` into a buffer of the library's type, cut or padded, scaled on the way."""
        order = _order_of(x) if order is None else order
        padded = x.shape != tuple(shape)
        buffer = _ordered(shape, char, order, zeros if padded else empty)
        scale = self.scale
        if _callbacks.entered:      # a load callback is given what the caller gave
            scale = 1
        elif scale != 1:
            self.scale = 1
        _fill(buffer[tuple(slice(n) for n in x.shape)] if padded else buffer, x, scale)
        self.copies.append(None if padded else (tuple(shape), char, order, scale))
        self.x, self.owned = buffer, True

    def settle(self, x: ndarray, shape: Sequence[int], char: str, order: Sequence[int], spoiled: bool) -> None:
        """Make the array one of the library's type, shape and alignment, contiguous in the given order of axes."""
        moved = x.transpose(order)
        if (x.dtype.char != char or x.shape != tuple(shape) or not moved.flags.c_contiguous or spoiled
                or not _aligned(x, self.char)):
            self.load(x, shape, char, order)
        else:
            self.x = x

    def run(self, kind: str, axes: Sequence[int], n: int, out: ndarray | None, last: bool) -> None:
        """One plan over `axes`; `n` is the length of the real side of the halved axis."""
        number, source_char, target_char = TYPES[kind, self.char]
        x = self.x
        if not self.owned and (spoils(kind, len(axes)) or not _aligned(x, self.char)):
            self.load(x, x.shape, source_char, None)
        rows = _along(x.ndim, axes)
        ways = [(None, False), (rows, True)]
        if (out is None and not _callbacks.entered and _lines_lie_across(self.x, axes)
                and library.slow_columns(x.shape[axes[0]] if kind == C2C else n, number)):
            ways.insert(0, (rows, False))
        for order, copied in ways:
            if copied:
                self.load(self.x, x.shape, source_char, order)
            if order is not None and not copied:
                target = _ordered(_result_shape(self.x.shape, kind, (n,), axes), target_char, order)
            else:
                target = self.target(kind, axes, n, target_char, out, order)
            found = place(_side(self.x), _side(target), axes)
            if found is None and target is out:
                target = self.target(kind, axes, n, target_char, None, order)
                found = place(_side(self.x), _side(target), axes)
            if found is not None:
                break
        else:
            raise RuntimeError(f"no layout for axes {axes} of shape {x.shape}")      # a copy in order always has one
        self.key = (number, found.layout)
        scale = 1
        if last and library.scales():
            scale, self.scale = self.scale, 1
        self.call = FftCall(_library_plan(*self.key), found.offsets, scale)
        self.call(self.x, target, self.forward)
        self.x, self.owned = target, True

    def target(self, kind: str, axes: Sequence[int], n: int, char: str, out: ndarray | None,
               order: Sequence[int] | None) -> ndarray:
        """The array that receives a pass: the caller's, the temporary itself, or a new one."""
        x = self.x
        if out is not None and out.dtype.char == char and _aligned(out, self.char):
            same = kind == C2C and out.data.ptr == x.data.ptr and out.strides == x.strides
            if same or not may_share_memory(out, x):
                return out
        if kind == C2C and self.owned:
            return x
        return _ordered(_result_shape(self.x.shape, kind, (n,), axes), char, _order_of(x) if order is None else order)


def _library_plan(number: int, layout: Layout) -> Any:
    manager = _callbacks.get_current_callback_manager() if _callbacks.entered else None
    return plan_of(number, layout).handle if manager is None else manager.plan(number, layout)


def plan_of(number: int, layout: Layout) -> Any:
    """The plan from the cache, or a new one."""
    cache = get_plan_cache()
    plan = cache.get((number, layout))
    if plan is None:
        plan = _new_plan(number, layout)
        cache[number, layout] = plan
    return plan


def _new_plan(number: int, layout: Layout) -> Any:
    lengths, in_embed, in_stride, in_dist, out_embed, out_stride, out_dist, batch = layout
    if len(lengths) == 1:
        return cufft.Plan1d(lengths[0], number, batch, inembed=in_embed, istride=in_stride, idist=in_dist,
                            onembed=out_embed, ostride=out_stride, odist=out_dist)
    return cufft.PlanNd(lengths, in_embed, in_stride, in_dist, out_embed, out_stride, out_dist, number, batch)


def _remember(key: tuple[Any, ...], job: Job) -> None:
    """Keep what was decided, for the next call with the same arguments."""
    cache = get_plan_cache()
    if job.key in cache:
        alignment = 1 if job.copies else 8 if job.char == "f" else 16
        repeat = FftRepeat(job.call, job.x, _order_of(job.x), job.forward, job.scale, alignment)
        cache.remember(key, job.key, (repeat, *job.copies))


def repeated(cache: PlanCache, key: tuple[Any, ...], a: ndarray) -> ndarray | None:
    """The result of a remembered call with these arguments, or None."""
    found = cache.recall(key)
    if found is None:
        return None
    repeat = found[0]
    if len(found) == 2:
        shape, char, order, scale = found[1]
        source = _ordered(shape, char, order)
        _fill(source, a, scale)
        a = source
    out = repeat(a)
    if out is not None and repeat.scale != 1:
        scale_in_place(out, repeat.scale)
    return out


def scale_in_place(x: ndarray, scale: float) -> None:
    """Multiply all items of a dense array of our own by a real number."""
    flat = x if x.flags.c_contiguous else x.transpose(_order_of(x))
    if not flat.flags.c_contiguous:
        multiply(x, scale, out=x)
        return
    flat = flat.reshape(-1)
    if flat.dtype.kind == "c":      # as real numbers: an infinite part then leaves the other one alone
        flat = flat.view(flat.dtype.char.lower())
    multiply(flat, scale, out=flat)


def deliver(x: ndarray, scale: float, wanted: numpy.dtype | None, out: ndarray | None) -> ndarray:
    """The result: scaled, in the type that NumPy gives, in the caller's array."""
    if out is None or x is out:
        if scale != 1:
            scale_in_place(x, scale)
        return x if wanted is None else x.astype(wanted)
    if scale != 1:
        multiply(x, scale, out=out, casting="same_kind")
    else:
        out[...] = x
    return out


def check_out(out: Any, shape: Sequence[int], dtype: DTypeLike) -> None:
    """Raise as NumPy does unless a result of this shape and dtype can be stored in `out`."""
    from cupy._core.ndarray import ndarray
    if not isinstance(out, ndarray):
        raise TypeError("return arrays must be of ArrayType: out must be a cupy.ndarray")
    if out.shape != tuple(shape):
        raise ValueError(f"output array has wrong shape. It has {out.shape}, the result {tuple(shape)}")
    if not numpy.can_cast(dtype, out.dtype, "same_kind"):
        raise TypeError(f"Cannot cast the output from {numpy.dtype(dtype)} to out's {out.dtype} "
                        "with casting rule 'same_kind'")
