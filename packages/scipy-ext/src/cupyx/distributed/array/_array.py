"""The array: chunks on devices or of processes, and what is done with all of them."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeAlias

import numpy

import cupy

from cupyx.distributed.array import _index
from cupyx.distributed.array._engine import engine_of
from cupyx.distributed.array._modes import MAX, MIN, PROD, REPLICA, SUM, Mode, mode_of

if TYPE_CHECKING:
    from cupy.typing import DTypeLike
    from cupyx.distributed._communicator import Communicator
    from cupyx.distributed.array._index import Place

__all__ = ["DistributedArray"]

#: Device or rank to its chunks: where they lie, and arrays, None for one of another process.
Chunks: TypeAlias = dict[int, list[tuple[_index.Place, Any]]]


class DistributedArray(numpy.lib.mixins.NDArrayOperatorsMixin):
    """An array in chunks on several devices of this process, or of several processes with a device each.

    `distributed_array` makes it. Operators and ufuncs work on the chunks where they lie; all operands have the same
    index map. With a communicator every process calls the same methods, and holds the chunks of its rank.

    Attributes
    ----------
    shape : tuple of int
        Of the whole array.
    dtype : numpy.dtype
        Of its elements.
    comm : Communicator or None
        The processes that hold the chunks; None where all are this one's.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array
    >>> a = distributed_array(cupy.arange(6.), {0: [slice(0, 3), slice(3, 6)]})
    >>> (a * 2).get()
    array([ 0.,  2.,  4.,  6.,  8., 10.])
    """

    def __init__(self, shape: Sequence[int], dtype: DTypeLike, chunks: Chunks, mode: Mode = REPLICA,
                 comm: Communicator | None = None) -> None:
        self.shape, self.dtype, self._mode, self.comm = tuple(shape), numpy.dtype(dtype), mode, comm
        self._chunks = chunks
        self._engine: Any = engine_of(comm)

    @property
    def mode(self) -> Mode:
        """What elements that several chunks hold mean."""
        return self._mode

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(numpy.prod(self.shape, dtype=object))

    @property
    def nbytes(self) -> int:
        """Bytes of all elements, each counted once."""
        return self.size * self.dtype.itemsize

    @property
    def devices(self) -> Iterable[int]:
        """Numbers of the devices, or ranks of the processes, that hold chunks."""
        return self._chunks.keys()

    @property
    def index_map(self) -> dict[int, list[tuple[slice, ...]]]:
        """For each device or rank the indices of its chunks, as tuples of slices."""
        return {device: [_index.slices(place) for place, _ in chunks] for device, chunks in self._chunks.items()}

    def all_chunks(self) -> dict[Any, Any]:
        """For each device its chunks; of several processes those of this one.

        Returns
        -------
        dict
            Device or rank to list of `cupy.ndarray`.
        """
        return {owner: [array for _, array in chunks] for owner, chunks in self._chunks.items()
                if self._engine.is_mine(owner)}

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __repr__(self) -> str:
        where = "devices" if self.comm is None else "ranks"
        return (f"<DistributedArray of shape {self.shape}, {self.dtype}, on {where} "
                f"{', '.join(map(str, self.devices))}, mode {self.mode.name!r}>")

    def _flat(self) -> list[tuple[int, Place, Any]]:
        """``(owner, place, array)`` of every chunk, in a fixed order; arrays of other processes are None."""
        return [(owner, place, array) for owner, chunks in self._chunks.items() for place, array in chunks]

    def _like(self, chunks: Chunks, shape: Sequence[int] | None = None, dtype: DTypeLike | None = None,
              mode: Mode | None = None) -> DistributedArray:
        """Another array of the same processes."""
        return DistributedArray(self.shape if shape is None else shape, self.dtype if dtype is None else dtype, chunks,
                                self.mode if mode is None else mode, self.comm)

    def _map(self, function: Callable[[Place, cupy.ndarray], cupy.ndarray], shape: Sequence[int] | None = None,
             mode: Mode | None = None, place_of: Callable[[Place], Place] | None = None) -> DistributedArray:
        """Another array of ``function(place, chunk)`` of every chunk, where it lies, at ``place_of(place)``."""
        chunks, dtype = {}, None
        for owner, place, array in self._flat():
            if array is not None:
                with self._engine.on(owner):
                    array = function(place, array)
                dtype = array.dtype
            chunks.setdefault(owner, []).append((place if place_of is None else place_of(place), array))
        if dtype is None:           # this process has no chunk to tell
            one = (1,) * self.ndim
            dtype = function(tuple(map(range, one)), cupy.ones(one, self.dtype)).dtype
        return self._like(chunks, shape, dtype, mode)

    def get(self) -> numpy.ndarray[Any, Any]:
        """The whole array on the CPU; of several processes in each of them.

        Returns
        -------
        numpy.ndarray

        Raises
        ------
        ValueError
            The chunks do not cover the array.
        """
        mode, chunks = self.mode, self._flat()
        seen = numpy.zeros(self.shape, bool)
        for _, place, _ in chunks:
            seen[_index.slices(place)] = True
        if not seen.all():
            raise ValueError("the chunks do not cover the whole array")
        if self.comm is not None:           # each process is sent what it lacks
            whole = self.change_mode(REPLICA).reshard(dict.fromkeys(self._engine.members(), ...))
            mode, chunks = REPLICA, [found for found in whole._flat() if found[2] is not None]
        result = numpy.full(self.shape, 0 if mode is REPLICA else mode.identity_of(self.dtype), self.dtype)
        for _, place, array in chunks:
            at, values = _index.slices(place), array.get()
            result[at] = values if mode is REPLICA else mode.combine(result[at], values).astype(self.dtype, copy=False)
        return result

    def change_mode(self, mode: Mode | str) -> DistributedArray:
        """The same array with another meaning of overlaps.

        Parameters
        ----------
        mode : Mode or str
            The mode to have.

        Returns
        -------
        DistributedArray
        """
        mode = mode_of(mode)
        if mode is self.mode:
            return self
        whole = self if self.mode is REPLICA else self._replicated()
        return whole if mode is REPLICA else whole._partial(mode)

    def _replicated(self) -> DistributedArray:
        """All chunks complete: parts of others are combined into them."""
        chunks = self._flat()
        if self.comm is not None and len({place for _, place, _ in chunks}) == 1 and self._engine.can_reduce(
                [owner for owner, _, _ in chunks], self.mode.name, self.dtype):
            return self._map(lambda place, array: self._engine.reduce(array, self.mode.name), mode=REPLICA)
        combine = getattr(cupy, self.mode.combine.__name__)
        wanted = [(number, k, shared) for number, (_, place, _) in enumerate(chunks)
                  for k, (_, other, _) in enumerate(chunks) if k != number
                  for shared in [_index.overlap(place, other)] if shared is not None]
        results = []
        for owner, _, array in chunks:
            with self._engine.on(owner):
                results.append(None if array is None else array.copy())
        parts = self._engine.move([self._transfer(chunks, k, chunks[number][0], shared)
                                   for number, k, shared in wanted], self.dtype)
        for (number, _, shared), part in zip(wanted, parts, strict=True):
            if results[number] is not None:
                with self._engine.on(chunks[number][0]):
                    view = results[number][_index.within(shared, chunks[number][1])]
                    combine(view, part, out=view)
        return self._like(_collected(chunks, results), mode=REPLICA)

    @staticmethod
    def _transfer(chunks: list[tuple[int, Place, Any]], number: int, target: int,
                  shared: Place) -> tuple[int, int, Any, tuple[int, ...]]:
        """What brings the part `shared` of a chunk to a target."""
        owner, place, array = chunks[number]
        return (owner, target, None if array is None else array[_index.within(shared, place)], tuple(map(len, shared)))

    def _partial(self, mode: Mode) -> DistributedArray:
        """Each element in one chunk only; elsewhere what changes nothing."""
        chunks, results = self._flat(), []
        nothing = mode.identity_of(self.dtype)
        for number, (owner, place, array) in enumerate(chunks):
            if array is None:
                results.append(None)
                continue
            with self._engine.on(owner):
                results.append(array.copy())
                for _, other, _ in chunks[:number]:
                    shared = _index.overlap(place, other)
                    if shared is not None:
                        results[-1][_index.within(shared, place)] = nothing
        return self._like(_collected(chunks, results), mode=mode)

    def reshard(self, index_map: dict[Any, Any]) -> DistributedArray:
        """The same array in other chunks.

        Parameters
        ----------
        index_map : dict
            Device or rank to an index or a list of indices, as for `distributed_array`.

        Returns
        -------
        DistributedArray
        """
        chunks, mode = self._flat(), self.mode
        targets = [(owner, place) for owner, places in _index.places_of(index_map, self.shape).items()
                   for place in places]
        wanted = self._wanted(chunks, targets)
        combine = None if mode is REPLICA else getattr(cupy, mode.combine.__name__)
        parts_of = [[shared for number, _, shared in wanted if number == k] for k in range(len(targets))]
        results = []
        for (owner, place), parts in zip(targets, parts_of, strict=True):
            with self._engine.on(owner):
                shape = tuple(map(len, place))
                if not self._engine.is_mine(owner):
                    results.append(None)
                elif combine is None and _index.tile(parts, place):
                    results.append(cupy.empty(shape, self.dtype))
                else:
                    results.append(cupy.full(shape, 0 if combine is None else mode.identity_of(self.dtype), self.dtype))
        views = [None if results[number] is None else results[number][_index.within(shared, targets[number][1])]
                 for number, _, shared in wanted]
        parts = self._engine.move([self._transfer(chunks, k, targets[number][0], shared)
                                   for number, k, shared in wanted], self.dtype, None if combine else views)
        for (number, _, _), view, part in zip(wanted, views, parts, strict=True):
            if view is None or view is part:
                continue
            with self._engine.on(targets[number][0]):
                if combine is None:
                    view[...] = part
                else:
                    combine(view, part, out=view)
        return self._like(_collected([(owner, place, None) for owner, place in targets], results))

    def _wanted(self, chunks: list[tuple[int, Place, Any]],
                targets: list[tuple[int, Place]]) -> list[tuple[int, int, Place]]:
        """``(target, chunk, part)`` of all parts that come to new chunks."""
        wanted, given = [], set()
        for number, (owner, place) in enumerate(targets):
            have = []
            order = range(len(chunks)) if self.mode is not REPLICA else sorted(
                range(len(chunks)), key=lambda k: chunks[k][0] != owner)        # the owner's own first
            for k in order:
                shared = _index.overlap(place, chunks[k][1])
                if shared is None:
                    continue
                if self.mode is REPLICA:
                    if shared not in have:
                        have.append(shared)
                        wanted.append((number, k, shared))
                # A partial value counts once, whichever of the new chunks it comes to.
                elif not any(n == k and _index.overlap(shared, s) for n, s in given):
                    given.add((k, shared))
                    wanted.append((number, k, shared))
                elif (k, shared) not in given:
                    raise ValueError("chunks that share part of what an array in an operation's mode holds must be "
                                     "equal; change the mode to 'replica' first")
        return wanted

    def __getitem__(self, index: Any) -> DistributedArray | cupy.ndarray:
        """Elements of a basic index, where they lie: slices of positive step, numbers, Ellipsis."""
        place = _index.place_of(index, self.shape)
        index = index if isinstance(index, tuple) else (index,)
        plain = [i for i in index if i is not Ellipsis]
        numbers = _numbers(index, self.ndim) if len(plain) < len(index) else [
            k for k, i in enumerate(index) if not isinstance(i, slice)]
        shape = tuple(len(r) for k, r in enumerate(place) if k not in numbers)
        chunks = {}
        for owner, other, array in self._flat():
            shared = _index.overlap(place, other)
            if shared is None:
                continue
            part = None
            if array is not None:
                with self._engine.on(owner):
                    part = array[_index.within(shared, other)]
                    if numbers:
                        part = part.reshape([n for k, n in enumerate(part.shape) if k not in numbers])
            at = tuple(range((r.start - p.start) // p.step, (r[-1] - p.start) // p.step + 1, max(r.step // p.step, 1))
                       for k, (r, p) in enumerate(zip(shared, place, strict=True)) if k not in numbers)
            chunks.setdefault(owner, []).append((at, part))
        return self._like(chunks, shape)

    def transpose(self, *axes: Any) -> DistributedArray:
        """The array with its axes in another order; chunks stay where they are.

        Parameters
        ----------
        *axes : int, optional
            The new order; reversed if not given.

        Returns
        -------
        DistributedArray
        """
        given = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        order = tuple(a % self.ndim for a in given) if given else tuple(range(self.ndim))[::-1]
        return self._map(lambda place, array: array.transpose(order), tuple(self.shape[k] for k in order),
                         place_of=lambda place: tuple(place[k] for k in order))

    @property
    def T(self) -> DistributedArray:
        """The array with its axes reversed."""
        return self.transpose()

    def astype(self, dtype: DTypeLike) -> DistributedArray:
        """The array in another dtype.

        Parameters
        ----------
        dtype : dtype
            The dtype to have.

        Returns
        -------
        DistributedArray
        """
        return self.change_mode(REPLICA)._map(lambda place, array: array.astype(dtype))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NoReturn:
        raise TypeError("a DistributedArray becomes a numpy.ndarray by get() alone")

    def __array_ufunc__(self, ufunc: numpy.ufunc, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """A ufunc on the chunks; operands are arrays of the same index map, and numbers."""
        if method != "__call__":
            return NotImplemented
        function = getattr(cupy, ufunc.__name__, None)
        if function is None:
            return NotImplemented
        arrays = [x.change_mode(REPLICA) for x in inputs if isinstance(x, DistributedArray)]
        first = arrays[0]
        for x in inputs:
            if isinstance(x, (cupy.ndarray, numpy.ndarray)) and x.ndim:
                raise RuntimeError("arrays on one device cannot be mixed with distributed arrays; distribute them "
                                   "with distributed_array")
        for other in arrays[1:]:
            if other.shape != first.shape or other.index_map != first.index_map or other.comm is not first.comm:
                raise RuntimeError("operands have different shapes or index maps; use reshard")
        out = kwargs.pop("out", None)
        flat = [a._flat() for a in arrays]

        def applied(values: Iterable[Any]) -> tuple[Any, ...]:
            mine = iter(values)
            found = function(*[next(mine) if isinstance(x, DistributedArray) else x for x in inputs], **kwargs)
            return found if isinstance(found, tuple) else (found,)

        results = []
        for number, (owner, place, array) in enumerate(flat[0]):
            with first._engine.on(owner):
                results.append((owner, place, None if array is None else applied([p[number][2] for p in flat])))
        known = next((found for _, _, found in results if found is not None), None)
        if known is None:           # this process has no chunk to tell the dtypes
            known = applied([cupy.ones((1,) * a.ndim, a.dtype) for a in arrays])
        made = []
        for k in range(ufunc.nout):
            chunks = {}
            for owner, place, found in results:
                chunks.setdefault(owner, []).append((place, None if found is None else found[k]))
            made.append(first._like(chunks, dtype=known[k].dtype))
        if out is not None:
            for target, result in zip(out, made, strict=True):
                if target is not None:
                    target._take_over(result)
            return out[0] if len(out) == 1 else out
        return made[0] if len(made) == 1 else tuple(made)

    def _take_over(self, other: DistributedArray) -> None:
        if self.shape != other.shape:
            raise ValueError(f"the output has shape {self.shape}, the result {other.shape}")
        values = other.astype(self.dtype).reshard(self.index_map)
        self._chunks, self._mode = values._chunks, values.mode

    def _reduce(self, name: str, mode: Mode, axis: Any, dtype: DTypeLike | None) -> DistributedArray:
        source = self if self.mode is mode else self.change_mode(REPLICA)
        if source.mode is REPLICA and mode in (SUM, PROD):
            source = source._partial(mode)          # elements that several chunks hold count once
        axes = tuple(range(self.ndim)) if axis is None else tuple(
            a % self.ndim for a in (axis if isinstance(axis, tuple) else (axis,)))
        keywords = {} if dtype is None or name in ("max", "min") else {"dtype": dtype}

        return source._map(lambda place, array: getattr(array, name)(axis=axes, **keywords),
                           tuple(n for k, n in enumerate(self.shape) if k not in axes), mode,
                           lambda place: tuple(r for k, r in enumerate(place) if k not in axes))

    def sum(self, axis: SupportsIndex | Sequence[SupportsIndex] | None = None,
            dtype: DTypeLike | None = None) -> DistributedArray:
        """Sums along axes; partial sums stay on their devices (mode ``SUM``).

        Parameters
        ----------
        axis : int or tuple of int, optional
            Axes to sum along; all if not given.
        dtype : dtype, optional
            Of the sums.

        Returns
        -------
        DistributedArray
        """
        return self._reduce("sum", SUM, axis, dtype)

    def prod(self, axis: SupportsIndex | None = None, dtype: DTypeLike | None = None) -> DistributedArray:
        """Products along axes (mode ``PROD``).

        Parameters
        ----------
        axis, dtype
            As for `sum`.

        Returns
        -------
        DistributedArray
        """
        return self._reduce("prod", PROD, axis, dtype)

    def max(self, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> DistributedArray:
        """Largest elements along axes (mode ``MAX``).

        Parameters
        ----------
        axis : int or tuple of int, optional
            Axes to go along; all if not given.

        Returns
        -------
        DistributedArray
        """
        return self._reduce("max", MAX, axis, None)

    def min(self, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> DistributedArray:
        """Smallest elements along axes (mode ``MIN``).

        Parameters
        ----------
        axis : int or tuple of int, optional
            Axes to go along; all if not given.

        Returns
        -------
        DistributedArray
        """
        return self._reduce("min", MIN, axis, None)

    def mean(self, axis: SupportsIndex | Sequence[SupportsIndex] | None = None) -> DistributedArray:
        """Means along axes.

        Parameters
        ----------
        axis : int or tuple of int, optional
            Axes to go along; all if not given.

        Returns
        -------
        DistributedArray
        """
        total = self.astype(numpy.result_type(self.dtype, numpy.float32) if self.dtype.kind in "fc" else float)
        total = total.sum(axis)
        return total.change_mode(REPLICA) / (self.size / max(total.size, 1))

    def __matmul__(self, other: DistributedArray) -> DistributedArray:
        from cupyx.distributed.array._matmul import matmul
        return matmul(self, other)


def _collected(chunks: list[tuple[int, Place, Any]], arrays: list[Any]) -> Chunks:
    """Owner → its chunks, each with the array that takes its place."""
    collected = {}
    for (owner, place, _), array in zip(chunks, arrays, strict=True):
        collected.setdefault(owner, []).append((place, array))
    return collected


def _numbers(index: tuple[Any, ...], ndim: int) -> list[int]:
    """Axes at which an index with an Ellipsis has numbers."""
    at = index.index(Ellipsis)
    tail = len(index) - at - 1
    return [k for k, i in enumerate(index[:at]) if not isinstance(i, slice)] + [
        ndim - tail + k for k, i in enumerate(index[at + 1:]) if not isinstance(i, slice)]
