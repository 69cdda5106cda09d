"""Generalized universal functions out of functions that work on the last axes of arrays."""
from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy

import cupy
from cupy._core.axes import normalize_axis_index
from cupy._functional.signature import parse_signature

if TYPE_CHECKING:
    from cupy._core.options import Casting, Order
    from cupy.typing import DTypeLike

__all__ = []


class GeneralizedUFunc:
    """A function of parts of arrays that is called for every part.

    Parameters
    ----------
    func : callable
        Called with arrays that have only the axes of the signature, or, with `supports_batched`, more before them.
    signature : str
        Axes that the function works on, as ``"(m,n),(n)->(m)"``.  An axis ``n?`` may be missing: where an input has
        too few axes it is left out of all, and the function sees it with length one.  An axis ``n|1`` may have
        length one in some inputs, which are broadcast.  A number stands for an axis of that length.
    supports_batched : bool, optional
        Whether the function takes arrays with further axes in front, which broadcast.
    supports_out : bool, optional
        Whether the function takes ``out``.
    signatures : sequence of (str, callable or None), optional
        Types, as ``"ff->f"``, and the function for them, None for `func`; the first to which the inputs can be cast
        is used.
    name, doc : str, optional
        Name and documentation.

    Raises
    ------
    ValueError
        If the signature is none.

    Examples
    --------
    >>> import cupy, cupyx
    >>> inner = cupyx.GeneralizedUFunc(lambda x, y: (x * y).sum(), "(n),(n)->()")
    >>> inner(cupy.ones((2, 3)), cupy.arange(3.))
    array([3., 3.])
    """

    def __init__(self, func: Callable[..., Any], signature: str, *, supports_batched: bool = False,
                 supports_out: bool = False, signatures: Sequence[Any] = (), name: str | None = None,
                 doc: str = "") -> None:
        if not callable(func):
            raise TypeError("func must be callable")
        self._func = func
        text, self._optional, self._broadcast, self._fixed = _modifiers(signature)
        self._inputs, self._outputs = parse_signature(text)
        self.signature = signature
        self.nin, self.nout = len(self._inputs), len(self._outputs)
        self.nargs = self.nin + self.nout
        self._batched, self._takes_out = supports_batched, supports_out
        self._typed = [(*(_types(side) for side in types.split("->")), f or func) for types, f in signatures]
        self.__name__ = name or getattr(func, "__name__", "gufunc")
        self.__doc__ = doc

    @property
    def types(self) -> list[str]:
        """The types that have functions of their own."""
        return ["->".join("".join(t.char for t in side) for side in (ins, outs)) for ins, outs, _ in self._typed]

    def __repr__(self) -> str:
        return f"<GeneralizedUFunc '{self.__name__}' {self.signature}>"

    def __call__(self, *args: Any, out: Any = None, axes: Sequence[Any] | tuple[Any, ...] | None = None,
                 axis: int | None = None, keepdims: bool = False, casting: Casting = "same_kind",
                 dtype: DTypeLike | None = None, order: Literal['C', 'F', 'A', 'K'] = "K",
                 signature: str | tuple[Any, ...] | None = None) -> Any:
        """Apply the function.

        Parameters
        ----------
        *args : array_like
            Inputs, and perhaps outputs.
        out : ndarray or tuple of ndarray, optional
            Output arrays.
        axes : list of (int or tuple of int), optional
            For each input and output, where its axes of the signature are; last if not given.
        axis : int, optional
            The place of the one axis that all inputs have in the signature.
        keepdims : bool, optional
            Whether outputs keep the axes of the inputs, with length one.
        casting : str, optional
            The casts that are allowed.
        dtype : data-type, optional
            Type of all outputs, by which the function is chosen.
        order : {'C', 'F', 'A', 'K'}, optional
            Memory order of the results.
        signature : str or tuple, optional
            The types by which the function is chosen.

        Returns
        -------
        ndarray or tuple of ndarray
            The results.

        Raises
        ------
        TypeError
            For the wrong number of arguments, or types without a function.
        ValueError
            If sizes or axes do not fit.
        """
        if len(args) not in (self.nin, self.nargs):
            raise TypeError(f"{self.__name__}() takes {self.nin} inputs, {len(args)} were given")
        if len(args) == self.nargs and self.nout:
            if out is not None:
                raise TypeError("cannot specify 'out' as both a positional and keyword argument")
            args, out = args[:self.nin], args[self.nin:]
        outs = (None,) * self.nout if out is None else out if isinstance(out, tuple) else (out,)
        if len(outs) != self.nout:
            raise ValueError(f"out must hold {self.nout} arrays")
        if order not in ("C", "F", "A", "K"):
            raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got {order!r})")
        func, arrays, out_types = self._choose([cupy.asarray(a) for a in args], casting, dtype, signature)
        for given, t in zip(outs, out_types, strict=True):
            if given is not None and t is not None:
                self._check_cast(t, given.dtype, casting)
        missing = self._missing(arrays)
        places = self._places(axes, axis, keepdims, arrays, missing)
        sizes, leads = dict(self._fixed), []
        for k, core in enumerate(self._inputs):
            if places[k]:
                arrays[k] = cupy.moveaxis(arrays[k], places[k], range(-len(places[k]), 0))
            absent = tuple(d - len(core) for d, name in enumerate(core) if name in missing)
            arrays[k] = cupy.expand_dims(arrays[k], absent) if absent else arrays[k]
            leads.append(self._measure(sizes, arrays[k], core))
        lead = numpy.broadcast_shapes(*leads)
        if (self._batched and self._takes_out and out is not None and axes is None and axis is None
                and not keepdims and not missing and not self._broadcast):
            # The function casts as it writes, if it may.
            func(*arrays, out=outs[0] if self.nout == 1 else outs)
            return outs[0] if self.nout == 1 else outs
        results = self._run(func, arrays, lead, sizes)
        if missing:
            results = [r.reshape(lead + tuple(n for n, name in zip(r.shape[len(lead):], core, strict=True)
                                              if name not in missing))
                       for r, core in zip(results, self._outputs, strict=True)]
        return self._finish(results, outs, out_types, lead, places[self.nin:], keepdims, casting, order)

    def _choose(self, arrays: list[cupy.ndarray], casting: Casting, dtype: DTypeLike | None,
                signature: Any) -> tuple[Callable[..., Any], list[cupy.ndarray], list[Any]]:
        """The function for the types of the inputs, the inputs in its types, and the types of its outputs."""
        if not self._typed:
            return self._func, arrays, [dtype and numpy.dtype(dtype)] * self.nout
        wanted = None
        if signature is not None:
            text = signature if isinstance(signature, str) else "".join(numpy.dtype(t).char for t in signature)
            wanted = text.replace("->", "")
        for ins, outs, func in self._typed:
            chars = "".join(t.char for t in (*ins, *outs))
            if wanted is not None:
                fits = chars == wanted
            elif dtype is not None:
                fits = all(t == numpy.dtype(dtype) for t in outs)
            else:
                fits = all(numpy.can_cast(a.dtype, t, "safe") for a, t in zip(arrays, ins, strict=True))
            if fits and all(numpy.can_cast(a.dtype, t, casting) for a, t in zip(arrays, ins, strict=True)):
                return func, [a.astype(t, copy=False) for a, t in zip(arrays, ins, strict=True)], outs
        raise TypeError(f"No loop matching the specified signature and casting was found for {self.__name__}")

    def _missing(self, arrays: Sequence[cupy.ndarray]) -> set[str]:
        """The optional axes that inputs with too few axes leave out."""
        missing = set()
        for a, core in zip(arrays, self._inputs, strict=True):
            for name in core:
                if a.ndim >= sum(n not in missing for n in core):
                    break
                if name in self._optional:
                    missing.add(name)
        return missing

    def _places(self, axes: Any, axis: Any, keepdims: bool, arrays: Sequence[cupy.ndarray],
                missing: set[str]) -> list[tuple[int, ...]]:
        """For each input and output the places of its axes of the signature, without those that are missing."""
        full = (*self._inputs, *self._outputs)
        cores = [tuple(name for name in core if name not in missing) for core in full]
        if axes is not None and axis is not None:
            raise TypeError("cannot specify both 'axis' and 'axes'")
        if axis is not None and (any(len(c) > 1 for c in full) or len({name for c in full for name in c}) != 1):
            raise TypeError(f"axis can only be used with one shared axis, not with {self.signature}")
        if not isinstance(keepdims, (bool, numpy.bool_)):
            raise TypeError("'keepdims' must be a boolean")
        if keepdims and (any(self._outputs) or len({len(c) for c in self._inputs}) != 1):
            raise TypeError(f"{self.__name__} does not support keepdims: its signature {self.signature} needs as many "
                            "axes in every input and none in the outputs")
        for a, core in zip(arrays, cores, strict=False):
            if a.ndim < len(core):
                raise ValueError(f"{self.__name__}: an input has {a.ndim} axes, fewer than the {len(core)} of {core}")
        kept = len(cores[0]) if keepdims else 0
        if axis is not None:
            axes = [(axis,) if core else (axis,) * kept for core in cores]
        if axes is None:
            return [tuple(range(-len(c) or -kept, 0)) if c or k >= self.nin and kept else ()
                    for k, c in enumerate(cores)]
        if not isinstance(axes, list):
            raise TypeError(f"axes must be a list, not {type(axes).__name__}")
        axes = [(a,) if isinstance(a, (int, numpy.integer)) else tuple(a) for a in axes]
        if len(axes) == self.nin and not any(self._outputs):
            axes += [axes[0] if keepdims else ()] * self.nout
        if len(axes) != self.nargs:
            raise ValueError("axes should be a list with an entry for all inputs and outputs")
        for k, (core, place) in enumerate(zip(cores, axes, strict=True)):
            if len(place) != (len(core) or (kept if k >= self.nin else 0)):
                raise ValueError(f"axes item {k} should hold {len(core)} places")
            if k < self.nin:
                axes[k] = tuple(normalize_axis_index(int(p), arrays[k].ndim) for p in place)
            if len(set(axes[k])) != len(place):
                raise ValueError(f"axes item {k} has a place twice")
        return axes

    def _measure(self, sizes: dict[str, int], a: cupy.ndarray, core: Sequence[str]) -> tuple[int, ...]:
        """Note the sizes of the axes of the signature; the shape before them."""
        before = a.ndim - len(core)
        for name, size in zip(core, a.shape[before:], strict=True):
            known = sizes.setdefault(name, size)
            if known == size or name in self._broadcast and size == 1:
                continue
            if name in self._broadcast and known == 1:
                sizes[name] = size
            else:
                raise ValueError(f"{self.__name__}: the axis {name!r} has the sizes {sizes[name]} and {size}")
        return a.shape[:before]

    def _run(self, func: Callable[..., Any], arrays: Sequence[cupy.ndarray], lead: tuple[int, ...],
             sizes: dict[str, int]) -> list[cupy.ndarray]:
        """The results of the function, the further axes first."""
        arrays = [cupy.broadcast_to(a, lead + tuple(sizes[name] for name in core))
                  for a, core in zip(arrays, self._inputs, strict=True)]
        if self._batched or not lead:
            return self._returned(func(*arrays), lead)
        results = None
        for index in numpy.ndindex(*lead):
            parts = self._returned(func(*[a[index] for a in arrays]), ())
            if results is None:
                results = [cupy.empty(lead + part.shape, part.dtype) for part in parts]
            for result, part in zip(results, parts, strict=True):
                result[index] = part
        if results is None:
            shapes = [lead + tuple(sizes.get(name, 0) for name in core) for core in self._outputs]
            results = [cupy.empty(shape, cupy.result_type(*arrays)) for shape in shapes]
        return results

    def _returned(self, returned: Any, lead: tuple[int, ...]) -> list[cupy.ndarray]:
        returned = returned if isinstance(returned, tuple) else (returned,)
        if len(returned) != self.nout:
            raise ValueError(f"{self.__name__} returned {len(returned)} results instead of {self.nout}")
        results = [cupy.asarray(r) for r in returned]
        for r, core in zip(results, self._outputs, strict=True):
            if r.ndim != len(lead) + len(core):
                raise ValueError(f"{self.__name__} returned {r.ndim} axes instead of {len(lead) + len(core)}")
        return results

    def _finish(self, results: Sequence[cupy.ndarray], outs: Any, types: Sequence[Any], lead: tuple[int, ...],
                places: Sequence[tuple[int, ...]], keepdims: bool, casting: Casting, order: Order) -> Any:
        finished = []
        for r, out, t, place in zip(results, outs, types, places, strict=True):
            if keepdims:
                r = r.reshape(r.shape + (1,) * len(place))
            if place:
                r = cupy.moveaxis(r, range(-len(place), 0), place)
            if out is None:
                finished.append(r.astype(t or r.dtype, order=order, copy=False))
                continue
            self._check_cast(r.dtype, out.dtype, casting)
            target = cupy.moveaxis(out, place, range(-len(place), 0)) if place else out
            core = r.ndim - len(lead)
            r = cupy.moveaxis(r, place, range(-len(place), 0)) if place else r
            if (target.shape[target.ndim - core:] != r.shape[len(lead):]
                    or numpy.broadcast_shapes(r.shape, target.shape) != target.shape):
                raise ValueError(f"out has shape {out.shape}, which does not hold the result of shape {r.shape}")
            target[...] = r         # repeated along further axes of out, as NumPy does
            finished.append(out)
        return finished[0] if self.nout == 1 else tuple(finished)

    def _check_cast(self, found: numpy.dtype, to: numpy.dtype, casting: Casting) -> None:
        if not numpy.can_cast(found, to, casting):
            raise TypeError(f"Cannot cast the result of {self.__name__} from {found!r} to {to!r} according to the rule "
                            f"{casting!r}")


def _types(chars: str) -> list[numpy.dtype]:
    return [numpy.dtype(char) for char in chars]


def _modifiers(signature: str) -> tuple[Any, ...]:
    """``(plain signature, optional names, broadcastable names, lengths of numbered axes)``."""
    marks, fixed = {}, {}

    def plain(match: re.Match[str]) -> str:
        name, mark = match[1], match[2] or ""
        if name.isdigit():
            name = f"_{int(name)}"
            fixed[name] = int(match[1])
        if marks.setdefault(name, mark) != mark:
            raise ValueError(f"the axis {match[1]!r} of the signature {signature} has not the same modifier everywhere")
        return name

    text = re.sub(r"(\w+)(\?|\|1)?", plain, re.sub(r"\s+", "", signature))
    return (text, {name for name, mark in marks.items() if mark == "?"},
            {name for name, mark in marks.items() if mark == "|1"}, fixed)
