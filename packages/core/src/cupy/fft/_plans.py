"""Plans that the caller makes and keeps: as an argument, or for all transforms of a ``with`` statement."""
from __future__ import annotations

from collections.abc import Sequence
from math import prod
from operator import index
from typing import TYPE_CHECKING, Any

from cupy._core.axes import normalize_axis_index
from cupy._core.arguments import as_array
from cupy.cuda import cufft
from cupy.fft._engine import C2C, C2R, R2C, TYPES, Job, deliver, half_result, precision, spoils

if TYPE_CHECKING:
    from cupy._core.ndarray import ndarray
    from cupy.cuda.cufft import Plan1d, PlanNd

__all__ = ["chosen_plan", "get_fft_plan", "with_plan"]


def get_fft_plan(a: ndarray, shape: Any = None, axes: Any = None, value_type: str = "C2C") -> Plan1d | PlanNd:
    """A plan for transforms of arrays like `a`, to be used as a context manager or as an argument.

    Parameters
    ----------
    a : ndarray
        An array of the shape and dtype that is to be transformed.
    shape : int or tuple of ints, optional
        Lengths of the transform along `axes`.
    axes : int or tuple of ints, optional
        An int asks for a plan of `fft` and its like, a tuple for one of `fftn`; all axes by default (of an array
        with one axis: that one).
    value_type : {'C2C', 'R2C', 'C2R'}
        Complex, real to complex, or complex to real.

    Returns
    -------
    cupy.cuda.cufft.Plan1d or cupy.cuda.cufft.PlanNd

    Raises
    ------
    ValueError
        When `shape` and `axes` do not fit, an axis occurs twice, or there are more than three.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.scipy.fftpack import get_fft_plan
    >>> a = cupy.ones((4, 8), 'F')
    >>> with get_fft_plan(a, axes=1):
    ...     b = cupy.fft.fft(a)
    """
    a = as_array(a)
    if value_type not in (C2C, R2C, C2R):
        raise ValueError(f"value_type is {value_type!r}; it must be 'C2C', 'R2C' or 'C2R'")
    if value_type == R2C and a.dtype.kind == "c":
        raise ValueError("value_type is 'R2C', and the array is complex")
    single = False
    if axes is not None and not isinstance(axes, (tuple, list)):
        single, axes = True, (index(axes),)
    if shape is not None and not isinstance(shape, (tuple, list)):
        shape = (index(shape),)
    if axes is None:
        count = a.ndim if shape is None else len(shape)
        axes = tuple(range(-count, 0))
        single = a.ndim == 1
    axes = [normalize_axis_index(index(k), a.ndim) for k in axes]
    if shape is not None and len(shape) != len(axes):
        raise ValueError("Shape and axes have different lengths.")
    if len(set(axes)) != len(axes):
        raise ValueError("an axis occurs twice in axes")
    if not 1 <= len(axes) <= 3:
        raise ValueError(f"a plan has one, two or three axes, not {len(axes)}")
    lengths = [a.shape[k] for k in axes] if shape is None else [index(n) for n in shape]
    if shape is None and value_type == C2R:
        lengths[-1] = 2 * (lengths[-1] - 1)
    if min(lengths) < 1:
        raise ValueError(f"Invalid number of FFT data points ({min(lengths)}) specified.")
    number = TYPES[value_type, precision(a.dtype)][0]
    batch = prod(n for k, n in enumerate(a.shape) if k not in axes)
    if single or len(axes) == 1:
        return cufft.Plan1d(lengths[-1], number, batch)
    ordered = _ordered_lengths(axes, lengths, value_type)
    last = lengths[-1] // 2 + 1 if value_type == R2C else lengths[-1]
    return cufft.PlanNd(ordered, None, 1, 0, None, 1, 0, number, batch, "C", axes[-1], last)


def _ordered_lengths(axes: Any, lengths: list[int], kind: str) -> tuple[int, ...]:
    """Lengths in the order in which a plan takes them: by axis, the halved one last."""
    pairs = list(zip(axes, lengths, strict=True))
    return tuple(n for _, n in _by_axis(pairs, kind))


def _by_axis(pairs: Sequence[tuple[int, int]], kind: str) -> list[tuple[int, int]]:
    return sorted(pairs) if kind == C2C else [*sorted(pairs[:-1]), pairs[-1]]


def chosen_plan(plan: Any) -> Any:
    """The plan to use: the argument, or that of the surrounding ``with`` statement, or None."""
    current = cufft.get_current_plan() if cufft.entered else None
    if plan is None:
        return current
    if current is not None:
        raise RuntimeError("Use the cuFFT plan either as a context manager or as an argument, not both")
    if not isinstance(plan, (cufft.Plan1d, cufft.PlanNd)):
        raise TypeError(f"plan must be a Plan1d or PlanNd of cupy.cuda.cufft, not {type(plan).__name__}")
    return plan


def with_plan(a: ndarray, plan: Any, kind: str, lengths: Sequence[int], axes: Sequence[int], forward: bool,
              scale: float, out: ndarray | None) -> ndarray:
    """A transform by a given plan, which says how the array must lie in memory.

    Raises
    ------
    ValueError
        When the plan was made for another type, shape or batch.
    """
    char = precision(a.dtype)
    number, source_char, target_char = TYPES[kind, char]
    pairs = _by_axis(list(zip(axes, lengths, strict=True)), kind)
    order = [*(k for k in range(a.ndim) if k not in axes), *(k for k, _ in pairs)]
    layout = plan.layout
    n = tuple(length for _, length in pairs)
    if plan.fft_type != number:
        raise ValueError(f"cuFFT plan dtype mismatch: the plan is of type {plan.fft_type:#x}, "
                         f"this transform of type {number:#x}")
    if layout.lengths != n:
        raise ValueError("Target array size does not match the plan. "
                         f"(the plan has the lengths {layout.lengths}, this transform {n})")
    batch = prod(size for k, size in enumerate(a.shape) if k not in axes)
    if layout.batch != batch:
        raise ValueError("Target array size does not match the plan. "
                         f"(the plan has a batch of {layout.batch}, this transform of {batch})")
    half = (*n[:-1], n[-1] // 2 + 1)
    if layout != (n, half if kind == C2R else n, 1, prod(half if kind == C2R else n),
                  half if kind == R2C else n, 1, prod(half if kind == R2C else n), batch):
        raise ValueError("the plan is not one for contiguous arrays, which alone can be used here")
    shape = list(a.shape)
    for axis, length in pairs:
        shape[axis] = length
    if kind == C2R:
        shape[axes[-1]] = lengths[-1] // 2 + 1
    job = Job(forward, scale, char)
    x = a[tuple(slice(size) for size in shape)]
    job.settle(x, shape, source_char, order, spoils(kind, len(axes)))
    target = job.target(kind, [axes[-1]], lengths[-1], target_char, None, order)
    plan.run(job.x, target, forward)
    return deliver(target, job.scale, half_result(a, kind, axes), out)
