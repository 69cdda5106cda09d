"""Callables that work on the last axes of arrays and broadcast the others, as NumPy's gufuncs."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from cupy._core.axes import normalize_axis_index
from cupy._core.matmul import depends
from cupy._core.ndarray import ndarray
from cupy._core.override import ask_overrides
from cupy._core.subclass import like_inputs
from cupy._core.ufunc_signature import call_signature
from cupy._core.arguments import as_array, single_output
from cupy._core.dtype_rules import result_type
from cupy._core.options import Casting

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = []

_KEYWORDS = frozenset(("out", "axes", "axis", "keepdims", "casting", "order", "dtype", "subok", "signature", "sig"))


class GeneralizedUfunc:
    """A product of two arrays over core axes.

    Parameters
    ----------
    name : str
        Its name, for messages.
    signature : str
        NumPy's signature, as ``"(n),(n)->()"``.
    compute : callable
        ``compute(a, b, out)`` for operands of one dtype whose core axes are last; makes `out` if None.
    doc : str
        Its documentation.
    """

    nin, nout, nargs = 2, 1, 3
    identity = None

    def __init__(self, name: str, signature: str, compute: Callable[..., Any], doc: str) -> None:
        self.__name__ = self.__qualname__ = name
        self.__doc__ = doc
        self.__signature__ = call_signature(2, 1, axes=None, axis=None, keepdims=False)
        self.signature = signature
        self._compute = compute
        left, right = signature.split("->")
        cores = [core.strip("()").split(",") if core != "()" else []
                 for core in (*left.replace("),(", ") (").split(), right)]
        self._cores = [[axis for axis in core if axis] for core in cores]

    def __repr__(self) -> str:
        return f"<ufunc '{self.__name__}'>"

    def __reduce__(self) -> str:
        return self.__name__

    def __call__(self, *operands: Any, out: Any = None, **kwargs: Any) -> ndarray:
        if len(operands) == 3 and out is None:
            operands, out = operands[:2], operands[2]
        if len(operands) != 2:
            raise TypeError(f"{self.__name__}() takes from 2 to 3 positional arguments but {len(operands)} were given")
        if kwargs.keys() - _KEYWORDS:
            unknown = min(kwargs.keys() - _KEYWORDS)
            raise TypeError(f"{self.__name__}() got an unexpected keyword argument {unknown!r}")
        if any(type(x) is not ndarray for x in operands) or out is not None:
            options = kwargs if out is None else {**kwargs, "out": out if isinstance(out, tuple) else (out,)}
            found = ask_overrides(self, "__call__", tuple(operands), options)
            if found is not NotImplemented:
                return found
        a, b = as_array(operands[0], "x1"), as_array(operands[1], "x2")
        result = self._apply(a, b, out, **kwargs)
        return result if type(a) is ndarray and type(b) is ndarray else like_inputs(result, [a, b], [out])

    def _apply(self, a: ndarray, b: ndarray, out: Any, axes: Any = None, axis: Any = None, keepdims: bool = False,
               casting: Casting = "same_kind", order: str = "K", dtype: DTypeLike | None = None, subok: bool = True,
               signature: Any = None, sig: Any = None) -> ndarray:
        out = None if isinstance(out, tuple) and len(out) == 1 and out[0] is None else single_output(out)
        missing = self._missing(a, b)
        axes = self._read_axes(axes, axis, keepdims, missing)
        if axes is not None:
            a, b = (_to_end(x, at) for x, at in zip((a, b), axes, strict=False))
        sizes = self._core_sizes(a, b, missing)
        batch = _broadcast(a.shape[:a.ndim - self._present(0, missing)], b.shape[:b.ndim - self._present(1, missing)],
                           (a, b))
        kind = self._dtype(a, b, dtype, signature or sig)
        for k, x in enumerate((a, b)):
            if not numpy.can_cast(x.dtype, kind, casting) and x.dtype != kind:
                raise TypeError(f"Cannot cast ufunc '{self.__name__}' input {k} from {x.dtype!r} to {kind!r} with "
                                f"casting rule {casting!r}")
        core = tuple(sizes[axis] for axis in self._cores[2] if axis not in missing)
        result = self._run(a.astype(kind, copy=False), b.astype(kind, copy=False), batch + core, kind, out, axes,
                           casting, keepdims)
        if order in ("F", "f") and out is None:
            result = result.copy(order="F")
        return result

    def _run(self, a: ndarray, b: ndarray, shape: Any, kind: numpy.dtype, out: ndarray | None,
             axes: list[tuple[int, ...]] | None, casting: Casting, keepdims: bool) -> ndarray:
        target = None
        if out is not None:
            if kind != out.dtype and not numpy.can_cast(kind, out.dtype, casting):
                raise TypeError(f"Cannot cast ufunc '{self.__name__}' output from {kind!r} to {out.dtype!r} with "
                                f"casting rule {casting!r}")
            target = out if axes is None or len(axes) < 3 else _to_end(out, axes[2])
            if keepdims:
                target = target[(..., *(0 for _ in self._cores[0]))]
            if not self._broadcasts_to(shape, target.shape):
                raise ValueError(f"{self.__name__}: output operand of shape {target.shape} does not have the result's "
                                 f"shape {shape}")
            if kind == out.dtype and target.shape == shape and not depends(target, a) and not depends(target, b):
                self._compute(a, b, target)
                return out
        result = self._compute(a, b, None)
        if out is not None and target is not None:
            target[...] = result
            return out
        if keepdims:
            result = result.reshape(result.shape + (1,) * len(self._cores[0]))
        return result if axes is None or len(axes) < 3 else _from_end(result, axes[2])

    def _broadcasts_to(self, shape: tuple[int, ...], target: tuple[int, ...]) -> bool:
        """Whether a result broadcasts to the shape of an output; core axes must be as long."""
        if shape == target or any(axis.endswith("?") for axis in self._cores[2]):
            return shape == target
        batch = len(shape) - len(self._cores[2])
        return len(shape) <= len(target) and shape[batch:] == target[len(target) - len(shape) + batch:] and all(
            n in (1, m) for n, m in zip(shape[:batch], target[len(target) - len(shape):], strict=False))

    def _read_axes(self, axes: Any, axis: Any, keepdims: bool, missing: set[str]) -> list[tuple[int, ...]] | None:
        """Core axes of each operand, counted from the front; None for the last ones."""
        if keepdims and (self._cores[2] or len(self._cores[0]) != len(self._cores[1])):
            raise TypeError(f"{self.__name__} does not support keepdims: its signature {self.signature} does not "
                            "have operands with the same number of core dimensions and a scalar output")
        if axis is not None:
            if axes is not None:
                raise TypeError("cannot specify both 'axis' and 'axes'")
            if any(len(core) != 1 for core in self._cores[:2]) or self._cores[2]:
                raise TypeError(f"{self.__name__}: axis can only be used with a single shared core dimension, not "
                                f"with {self.signature}")
            axes = [(axis,), (axis,), (axis,) if keepdims else ()]
        if axes is None:
            return None
        if not isinstance(axes, list):
            raise TypeError("axes should be a list")
        if len(axes) not in ((2, 3) if not self._cores[2] else (3,)):
            raise ValueError(f"{self.__name__}: axes should be a list with an entry for each operand")
        axes = list(axes)
        result = self._cores[2] if not keepdims else self._cores[0]
        result = [name for name in result if name not in missing]
        for k, core in zip(range(len(axes)), (*self._cores[:2], result), strict=False):
            wanted = sum(name not in missing for name in core)
            if hasattr(axes[k], "__index__"):
                if wanted != 1:
                    raise numpy.exceptions.AxisError(f"{self.__name__}: operand {k} has {wanted} core dimensions, but "
                                                     "the axes item is a single integer.")
                axes[k] = (operator.index(axes[k]),)
            elif not isinstance(axes[k], tuple):
                raise TypeError(f"{self.__name__}: axes item {k} should be a tuple")
            if len(axes[k]) != wanted:
                raise numpy.exceptions.AxisError(f"{self.__name__}: operand {k} has {wanted} core dimensions, but "
                                                 f"{len(axes[k])} dimensions are specified by axes tuple.")
        return axes[:2] if len(axes) == 2 or not result else axes

    def _present(self, k: int, missing: set[str]) -> int:
        return sum(axis not in missing for axis in self._cores[k])

    def _missing(self, a: ndarray, b: ndarray) -> set[str]:
        """The optional core axes that an operand does not have."""
        missing: set[str] = set()
        for k, x in enumerate((a, b)):
            core = self._cores[k]
            lacking = len(core) - x.ndim
            optional = [axis for axis in core if axis.endswith("?")]
            if lacking > len(optional):
                raise ValueError(f"{self.__name__}: Input operand {k} does not have enough dimensions (has {x.ndim}, "
                                 f"gufunc core with signature {self.signature} requires {len(core) - len(optional)})")
            missing.update(optional[:max(lacking, 0)])
        return missing

    def _core_sizes(self, a: ndarray, b: ndarray, missing: set[str]) -> dict[str, int]:
        """Size of each core axis that is there."""
        sizes: dict[str, int] = {}
        for k, x in enumerate((a, b)):
            present = [axis for axis in self._cores[k] if axis not in missing]
            for at, axis in enumerate(present):
                size = x.shape[x.ndim - len(present) + at]
                if sizes.setdefault(axis, size) != size:
                    raise ValueError(f"{self.__name__}: Input operand {k} has a mismatch in its core dimension {at}, "
                                     f"with gufunc signature {self.signature} (size {size} is different from "
                                     f"{sizes[axis]})")
        return sizes

    def _dtype(self, a: ndarray, b: ndarray, dtype: DTypeLike | None, signature: Any) -> numpy.dtype:
        if signature is not None:
            dtype = signature[-1] if isinstance(signature, (tuple, str)) else signature
        kind = numpy.dtype(dtype) if dtype is not None else result_type(a, b)
        if kind.kind not in "biufc" and kind.name != "bfloat16":
            raise TypeError(f"ufunc '{self.__name__}' did not contain a loop with signature matching types "
                            f"({a.dtype!r}, {b.dtype!r}) -> None")
        return kind


def _to_end(x: ndarray, axes: Any) -> ndarray:
    """View whose `axes` come last."""
    axes = [normalize_axis_index(axis, x.ndim) for axis in axes]
    if len(set(axes)) != len(axes):
        raise ValueError(f"axes has repeated entries: {axes}")
    return x.transpose([k for k in range(x.ndim) if k not in axes] + axes)


def _from_end(x: ndarray, axes: Any) -> ndarray:
    """View whose last axes become `axes`."""
    axes = [normalize_axis_index(axis, x.ndim) for axis in axes]
    order = list(range(x.ndim - len(axes)))
    for at, source in sorted(zip(axes, range(x.ndim - len(axes), x.ndim), strict=True)):
        order.insert(at, source)
    return x.transpose(order)


def _broadcast(first: Any, second: Any, operands: Any) -> tuple[int, ...]:
    try:
        return numpy.broadcast_shapes(first, second)
    except ValueError:
        shapes = " ".join(f"{x.shape}->{tuple(batch)}".replace(" ", "")
                          for x, batch in zip(operands, (first, second), strict=True))
        raise ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: "
                         f"{shapes}") from None
