"""The array: chunks on devices, and what is done with all of them."""
import numpy

import cupy

from cupyx.distributed.array import _index
from cupyx.distributed.array._modes import MAX, MIN, PROD, REPLICA, SUM, mode_of

__all__ = ["DistributedArray", "distributed_array", "make_2d_index_map"]


class DistributedArray(numpy.lib.mixins.NDArrayOperatorsMixin):
    """An array in chunks on several devices of this process.

    `distributed_array` makes it. Operators and ufuncs work on the chunks where they lie; all operands have the same
    index map.

    Attributes
    ----------
    shape : tuple of int
        Of the whole array.
    dtype : numpy.dtype
        Of its elements.
    mode : Mode
        What elements that several chunks hold mean.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array
    >>> a = distributed_array(cupy.arange(6.), {0: [slice(0, 3), slice(3, 6)]})
    >>> (a * 2).get()
    array([ 0.,  2.,  4.,  6.,  8., 10.])
    """

    def __init__(self, shape, dtype, chunks, mode=REPLICA):
        self.shape, self.dtype, self.mode = tuple(shape), numpy.dtype(dtype), mode
        self._chunks = chunks      # device -> list of (place, array)

    @property
    def ndim(self):
        """Number of axes."""
        return len(self.shape)

    @property
    def size(self):
        """Number of elements."""
        return int(numpy.prod(self.shape, dtype=object))

    @property
    def nbytes(self):
        """Bytes of all elements, each counted once."""
        return self.size * self.dtype.itemsize

    @property
    def devices(self):
        """Numbers of the devices that hold chunks."""
        return self._chunks.keys()

    @property
    def index_map(self):
        """For each device the indices of its chunks, as tuples of slices."""
        return {device: [_index.slices(place) for place, _ in chunks] for device, chunks in self._chunks.items()}

    def all_chunks(self):
        """For each device its chunks.

        Returns
        -------
        dict
            Device to list of `cupy.ndarray`.
        """
        return {device: [array for _, array in chunks] for device, chunks in self._chunks.items()}

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __repr__(self):
        return (f"<DistributedArray of shape {self.shape}, {self.dtype}, on devices "
                f"{', '.join(map(str, self.devices))}, mode {self.mode.name!r}>")

    def _flat(self):
        """``(device, place, array)`` of every chunk, in a fixed order."""
        return [(device, place, array) for device, chunks in self._chunks.items() for place, array in chunks]

    def _map(self, function, shape=None, mode=None):
        """Another array of ``function(place, chunk) -> (place, chunk)`` of every chunk, on its device."""
        chunks = {}
        for device, place, array in self._flat():
            with cupy.cuda.Device(device):
                chunks.setdefault(device, []).append(function(place, array))
        dtype = next((a.dtype for pieces in chunks.values() for _, a in pieces), self.dtype)
        return DistributedArray(self.shape if shape is None else shape, dtype, chunks,
                                self.mode if mode is None else mode)

    def get(self):
        """The whole array on the CPU.

        Returns
        -------
        numpy.ndarray

        Raises
        ------
        ValueError
            The chunks do not cover the array.
        """
        mode = self.mode
        result = numpy.full(self.shape, 0 if mode is REPLICA else mode.identity_of(self.dtype), self.dtype)
        seen = numpy.zeros(self.shape, bool)
        for _, place, array in self._flat():
            at = _index.slices(place)
            values = array.get()
            result[at] = values if mode is REPLICA else mode.combine(result[at], values).astype(self.dtype, copy=False)
            seen[at] = True
        if not seen.all():
            raise ValueError("the chunks do not cover the whole array")
        return result

    def change_mode(self, mode):
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

    def _replicated(self):
        """All chunks complete: parts of others are combined into them."""
        pieces = self._flat()
        combine = getattr(cupy, self.mode.combine.__name__)

        def complete(place, array):
            result = array.copy()
            for device, other, values in pieces:
                shared = None if values is array else _index.overlap(place, other)
                if shared is not None:
                    view = result[_index.within(shared, place)]
                    combine(view, _here(values[_index.within(shared, other)], device), out=view)
            return place, result

        return self._map(complete, mode=REPLICA)

    def _partial(self, mode):
        """Each element in one chunk only; elsewhere what changes nothing."""
        seen = []
        nothing = mode.identity_of(self.dtype)

        def keep(place, array):
            result = array.copy()
            for other in seen:
                shared = _index.overlap(place, other)
                if shared is not None:
                    result[_index.within(shared, place)] = nothing
            seen.append(place)
            return place, result

        return self._map(keep, mode=mode)

    def reshard(self, index_map):
        """The same array in other chunks.

        Parameters
        ----------
        index_map : dict
            Device to an index or a list of indices, as for `distributed_array`.

        Returns
        -------
        DistributedArray
        """
        pieces, mode = self._flat(), self.mode
        chunks = {}
        given = set()
        for device, places in _places(index_map, self.shape).items():
            with cupy.cuda.Device(device):
                for place in places:
                    chunks.setdefault(device, []).append((place, self._chunk(place, pieces, mode, given)))
        return DistributedArray(self.shape, self.dtype, chunks, mode)

    def _chunk(self, place, pieces, mode, given):
        """The elements of a place, on the current device, from all chunks that hold some."""
        shape = tuple(map(len, place))
        nothing = 0 if mode is REPLICA else mode.identity_of(self.dtype)
        result = cupy.full(shape, nothing, self.dtype)
        combine = None if mode is REPLICA else getattr(cupy, mode.combine.__name__)
        for number, (device, other, values) in enumerate(pieces):
            shared = _index.overlap(place, other)
            if shared is None:
                continue
            view = result[_index.within(shared, place)]
            part = _here(values[_index.within(shared, other)], device)
            if combine is None:
                view[...] = part
                continue
            # A partial value counts once, whichever of the new chunks it comes to.
            fresh = [key for key in [(number, shared)] if not any(
                n == number and _index.overlap(shared, s) for n, s in given)]
            if fresh:
                combine(view, part, out=view)
                given.update(fresh)
            elif (number, shared) not in given:
                raise ValueError("chunks that share part of what an array in an operation's mode holds must be "
                                 "equal; change the mode to 'replica' first")
        return result

    def __getitem__(self, index):
        """Elements of a basic index, where they lie: slices of positive step, numbers, Ellipsis."""
        place = _index.place_of(index, self.shape)
        index = index if isinstance(index, tuple) else (index,)
        plain = [i for i in index if i is not Ellipsis]
        numbers = _numbers(index, self.ndim) if len(plain) < len(index) else [
            k for k, i in enumerate(index) if not isinstance(i, slice)]
        shape = tuple(len(r) for k, r in enumerate(place) if k not in numbers)
        chunks = {}
        for device, other, array in self._flat():
            shared = _index.overlap(place, other)
            if shared is None:
                continue
            with cupy.cuda.Device(device):
                part = array[_index.within(shared, other)]
                if numbers:
                    part = part.reshape([n for k, n in enumerate(part.shape) if k not in numbers])
            at = tuple(range((r.start - p.start) // p.step, (r[-1] - p.start) // p.step + 1, max(r.step // p.step, 1))
                       for k, (r, p) in enumerate(zip(shared, place, strict=True)) if k not in numbers)
            chunks.setdefault(device, []).append((at, part))
        return DistributedArray(shape, self.dtype, chunks, self.mode)

    def transpose(self, *axes):
        """The array with its axes in another order; chunks stay where they are.

        Parameters
        ----------
        *axes : int, optional
            The new order; reversed if not given.

        Returns
        -------
        DistributedArray
        """
        axes = axes[0] if len(axes) == 1 and isinstance(axes[0], (tuple, list)) else axes
        order = tuple(a % self.ndim for a in axes) if axes else tuple(range(self.ndim))[::-1]
        return self._map(lambda place, array: (tuple(place[k] for k in order), array.transpose(order)),
                         tuple(self.shape[k] for k in order))

    @property
    def T(self):
        """The array with its axes reversed."""
        return self.transpose()

    def astype(self, dtype):
        """The array in another dtype.

        Parameters
        ----------
        dtype : dtype
            The dtype to have.

        Returns
        -------
        DistributedArray
        """
        return self.change_mode(REPLICA)._map(lambda place, array: (place, array.astype(dtype)))

    def __array__(self, dtype=None, copy=None):
        raise TypeError("a DistributedArray becomes a numpy.ndarray by get() alone")

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
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
            if other.shape != first.shape or other.index_map != first.index_map:
                raise RuntimeError("operands have different shapes or index maps; use reshard")
        out = kwargs.pop("out", None)
        flat = [a._flat() for a in arrays]
        results = []
        for number, (device, place, _) in enumerate(flat[0]):
            with cupy.cuda.Device(device):
                mine = iter([pieces[number][2] for pieces in flat])
                values = [next(mine) if isinstance(x, DistributedArray) else x for x in inputs]
                found = function(*values, **kwargs)
                results.append((device, place, found if isinstance(found, tuple) else (found,)))
        made = []
        for k in range(ufunc.nout):
            chunks = {}
            for device, place, found in results:
                chunks.setdefault(device, []).append((place, found[k]))
            dtype = results[0][2][k].dtype if results else first.dtype
            made.append(DistributedArray(first.shape, dtype, chunks))
        if out is not None:
            for target, result in zip(out, made, strict=True):
                if target is not None:
                    target._take_over(result)
            return out[0] if len(out) == 1 else out
        return made[0] if len(made) == 1 else tuple(made)

    def _take_over(self, other):
        if self.shape != other.shape:
            raise ValueError(f"the output has shape {self.shape}, the result {other.shape}")
        values = other.astype(self.dtype).reshard(self.index_map)
        self._chunks, self.mode = values._chunks, values.mode

    def _reduce(self, name, mode, axis, dtype):
        source = self if self.mode is mode else self.change_mode(REPLICA)
        if source.mode is REPLICA and mode in (SUM, PROD):
            source = source._partial(mode)          # elements that several chunks hold count once
        axes = tuple(range(self.ndim)) if axis is None else tuple(
            a % self.ndim for a in (axis if isinstance(axis, tuple) else (axis,)))
        keywords = {} if dtype is None or name in ("max", "min") else {"dtype": dtype}

        def reduced(place, array):
            return (tuple(r for k, r in enumerate(place) if k not in axes),
                    getattr(array, name)(axis=axes, **keywords))

        return source._map(reduced, tuple(n for k, n in enumerate(self.shape) if k not in axes), mode)

    def sum(self, axis=None, dtype=None):
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

    def prod(self, axis=None, dtype=None):
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

    def max(self, axis=None):
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

    def min(self, axis=None):
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

    def mean(self, axis=None):
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

    def __matmul__(self, other):
        from cupyx.distributed.array._matmul import matmul
        return matmul(self, other)


def _here(array, device):
    """An array, or its copy on the current device."""
    return array if array.device.id == cupy.cuda.Device().id else array.to_device(cupy.cuda.Device())


def _numbers(index, ndim):
    """Axes at which an index with an Ellipsis has numbers."""
    at = index.index(Ellipsis)
    tail = len(index) - at - 1
    return [k for k, i in enumerate(index[:at]) if not isinstance(i, slice)] + [
        ndim - tail + k for k, i in enumerate(index[at + 1:]) if not isinstance(i, slice)]


def _places(index_map, shape):
    """For each device the places of its chunks."""
    found = {}
    for device, indices in index_map.items():
        indices = indices if isinstance(indices, list) else [indices]
        places = [_index.place_of(i, shape) for i in indices]
        found[int(device)] = [p for p in places if all(map(len, p)) or 0 in shape]
    return found


def distributed_array(array, index_map, mode=REPLICA):
    """Cut an array into chunks on several devices.

    Parameters
    ----------
    array : array_like or DistributedArray
        On the CPU, on a device, or in other chunks.
    index_map : dict
        Number of a device to an index, or a list of indices: slices or tuples of slices of positive step, one chunk for
        each. Chunks may overlap.
    mode : Mode or str, optional
        What elements that several chunks hold mean. With the mode of an operation (`SUM`, …) one of them holds the
        element and the others what changes nothing.

    Returns
    -------
    DistributedArray

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import distributed_array
    >>> a = distributed_array(cupy.arange(12).reshape(3, 4), {0: [(slice(2),), (slice(2, None),)]})
    >>> a.sum(axis=0).get()
    array([12, 15, 18, 21])
    """
    if isinstance(array, DistributedArray):
        return array.change_mode(REPLICA).reshard(index_map).change_mode(mode)
    source = array if isinstance(array, (cupy.ndarray, numpy.ndarray)) else numpy.asarray(array)
    chunks = {}
    for device, places in _places(index_map, source.shape).items():
        with cupy.cuda.Device(device):
            for place in places:
                part = source[_index.slices(place)]
                part = cupy.asarray(part) if isinstance(part, numpy.ndarray) else _here(part, device).copy()
                chunks.setdefault(device, []).append((place, part))
    return DistributedArray(source.shape, source.dtype, chunks).change_mode(mode)


def make_2d_index_map(i_partitions, j_partitions, devices):
    """An index map of blocks of a matrix.

    Parameters
    ----------
    i_partitions, j_partitions : list of int
        Where blocks begin and end, along rows and columns: ``[0, 5, 9]`` for blocks of 5 and 4 rows.
    devices : list of lists of sets of int
        For each row and column of blocks the devices that hold the block.

    Returns
    -------
    dict
        Device to list of indices.

    Examples
    --------
    >>> from cupyx.distributed.array import make_2d_index_map
    >>> make_2d_index_map([0, 2, 4], [0, 3], [[{0}], [{1}]])
    {0: [(slice(0, 2, None), slice(0, 3, None))], 1: [(slice(2, 4, None), slice(0, 3, None))]}
    """
    if list(i_partitions) != sorted(i_partitions) or list(j_partitions) != sorted(j_partitions):
        raise RuntimeError("partitions must be in ascending order")
    if len(devices) != len(i_partitions) - 1 or any(len(row) != len(j_partitions) - 1 for row in devices):
        raise RuntimeError("devices must have a set for each block")
    found = {}
    for i, row in enumerate(devices):
        for j, holders in enumerate(row):
            for device in holders:
                found.setdefault(device, []).append(
                    (slice(i_partitions[i], i_partitions[i + 1]), slice(j_partitions[j], j_partitions[j + 1])))
    return found
