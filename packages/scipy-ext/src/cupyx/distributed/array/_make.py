"""How distributed arrays are made: from arrays, of parts, of random numbers, by joining."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex

import numpy

import cupy

from cupyx.distributed.array import _index
from cupyx.distributed.array._array import DistributedArray
from cupyx.distributed.array._engine import engine_of
from cupyx.distributed.array._modes import REPLICA

if TYPE_CHECKING:
    from cupy.typing import ArrayLike, DTypeLike
    from cupyx._options import Int
    from cupyx.distributed._communicator import Communicator
    from cupyx.distributed.array._index import Place
    from cupyx.distributed.array._modes import Mode

__all__ = ["concatenate", "distributed_array", "from_local", "make_2d_index_map", "random"]


def distributed_array(array: ArrayLike | DistributedArray, index_map: dict[Any, Any], mode: Mode | str = REPLICA, *,
                      comm: Communicator | None = None) -> DistributedArray:
    """Cut an array into chunks on several devices.

    Parameters
    ----------
    array : array_like or DistributedArray
        On the CPU, on a device, or in other chunks; where there is a communicator, the whole array in each process.
    index_map : dict
        Number of a device, or rank of a process, to an index, or a list of indices: slices or tuples of slices of
        positive step, one chunk for each. Chunks may overlap.
    mode : Mode or str, optional
        What elements that several chunks hold mean. With the mode of an operation (`SUM`, …) one of them holds the
        element and the others what changes nothing.
    comm : Communicator, optional
        The processes that hold the chunks, each on its current device; without it chunks lie on devices of this one.

    Returns
    -------
    DistributedArray
        The new array.

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
    return _filled(source.shape, source.dtype, index_map, comm, lambda place, _: _part(source, place)).change_mode(mode)


def _filled(shape: Sequence[Any], dtype: DTypeLike, index_map: dict[Any, Any], comm: Communicator | None,
            make: Callable[[Place, int], cupy.ndarray]) -> DistributedArray:
    """The array whose chunks are ``make(place, number)``, where they shall lie."""
    engine, chunks, number = engine_of(comm), {}, 0
    for owner, places in _index.places_of(index_map, shape).items():
        if comm is not None and not 0 <= owner < comm.size:
            raise ValueError(f"rank is {owner}, and there are {comm.size} processes")
        with engine.on(owner):
            for place in places:
                array = make(place, number) if engine.is_mine(owner) else None
                chunks.setdefault(owner, []).append((place, array))
                number += 1
    return DistributedArray(shape, dtype, chunks, REPLICA, comm)


def _part(source: cupy.ndarray | numpy.ndarray[Any, Any], place: Place) -> cupy.ndarray:
    part = source[_index.slices(place)]
    if isinstance(part, numpy.ndarray):
        return cupy.asarray(part)
    here = cupy.cuda.Device()
    return part.copy() if part.device.id == here.id else part.to_device(here)


def from_local(chunk: cupy.ndarray, comm: Communicator, axis: SupportsIndex = 0) -> DistributedArray:
    """The array whose chunks are those of all processes, one after the other along an axis.

    Parameters
    ----------
    chunk : cupy.ndarray
        This process's part; others may have more or less of the axis.
    comm : Communicator
        The processes.
    axis : int, optional
        The axis that is cut.

    Returns
    -------
    DistributedArray
        The new array.

    Raises
    ------
    ValueError
        Chunks differ in another axis.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import distributed
    >>> from cupyx.distributed.array import from_local
    >>> with distributed.init_process_group(1, 0, port=0) as group:
    ...     total = from_local(cupy.arange(6.), group).sum().get()
    >>> float(total)
    15.0
    """
    axis = range(chunk.ndim)[axis]
    every = cupy.empty((comm.size, chunk.ndim), "i8")
    comm.all_gather(cupy.asarray(chunk.shape, "i8"), every, chunk.ndim)
    shapes = every.tolist()
    if any(n != m for shape in shapes for k, (n, m) in enumerate(zip(shape, chunk.shape, strict=True)) if k != axis):
        raise ValueError(f"chunks of shapes {shapes} differ in other axes than {axis}")
    chunks, at = {}, 0
    for rank, shape in enumerate(shapes):
        place = tuple(range(at, at + n) if k == axis else range(n) for k, n in enumerate(shape))
        at += shape[axis]
        chunks[rank] = [(place, chunk if rank == comm.rank else None)] if shape[axis] else []
    return DistributedArray([at if k == axis else n for k, n in enumerate(chunk.shape)], chunk.dtype, chunks, REPLICA,
                            comm)


def random(shape: Sequence[SupportsIndex], index_map: dict[Any, Any], *, rng: SupportsIndex | None = None,
           kind: Literal["random", "standard_normal", "standard_exponential"] = "random", dtype: DTypeLike = "d",
           comm: Communicator | None = None) -> DistributedArray:
    """Random numbers, made where they lie.

    Parameters
    ----------
    shape : tuple of int
        Of the whole array.
    index_map : dict
        As for `distributed_array`; chunks do not overlap.
    rng : int, optional
        Seed; processes have the same. 0 if not given.
    kind : {'random', 'standard_normal', 'standard_exponential'}, optional
        Method of `cupy.random.Generator` that draws.
    dtype : {float64, float32}, optional
        Of the numbers.
    comm : Communicator, optional
        As for `distributed_array`.

    Returns
    -------
    DistributedArray
        The new array.

    Raises
    ------
    ValueError
        Chunks overlap, or there is no such kind.

    Examples
    --------
    >>> from cupyx.distributed.array import random
    >>> random((1000, 2), {0: [slice(0, 500), slice(500, 1000)]}, rng=3).mean().get().round(1)
    array(0.5)
    """
    if kind not in ("random", "standard_normal", "standard_exponential"):
        raise ValueError(f"kind must be 'random', 'standard_normal' or 'standard_exponential', not {kind!r}")
    places = [place for found in _index.places_of(index_map, shape).values() for place in found]
    if any(_index.overlap(place, other) for k, place in enumerate(places) for other in places[:k]):
        raise ValueError("chunks of random numbers must not overlap")
    seed = 0 if rng is None else int(rng)

    def draw(place: Place, number: int) -> cupy.ndarray:
        generator = cupy.random.default_rng(numpy.random.SeedSequence([seed, number]))
        return getattr(generator, kind)(tuple(map(len, place)), dtype=dtype)

    return _filled(tuple(shape), numpy.dtype(dtype), index_map, comm, draw)


def concatenate(arrays: Sequence[DistributedArray], axis: SupportsIndex = 0) -> DistributedArray:
    """Join arrays along an axis; their chunks stay where they are.

    Parameters
    ----------
    arrays : sequence of DistributedArray
        Of equal shapes but for that axis, and of the same processes.
    axis : int, optional
        The axis.

    Returns
    -------
    DistributedArray
        The new array.

    Raises
    ------
    ValueError
        Shapes do not fit.

    Examples
    --------
    >>> import cupy
    >>> from cupyx.distributed.array import concatenate, distributed_array
    >>> a = distributed_array(cupy.arange(2), {0: slice(None)})
    >>> concatenate([a, a * 10]).get()
    array([ 0,  1,  0, 10])
    """
    if not arrays:
        raise ValueError("need at least one array to concatenate")
    axis = range(arrays[0].ndim)[axis]
    dtype = numpy.result_type(*[a.dtype for a in arrays])
    chunks, at = {}, 0
    for a in arrays:
        if a.shape[:axis] + a.shape[axis + 1:] != arrays[0].shape[:axis] + arrays[0].shape[axis + 1:] \
                or a.ndim != arrays[0].ndim or a.comm is not arrays[0].comm:
            raise ValueError(f"shapes {[a.shape for a in arrays]} do not fit along axis {axis}")
        for owner, place, array in a.change_mode(REPLICA)._flat():
            with a._engine.on(owner):
                moved = tuple(range(r.start + at, r.stop + at, r.step) if k == axis else r for k, r in enumerate(place))
                chunks.setdefault(owner, []).append((moved, None if array is None else array.astype(dtype)))
        at += a.shape[axis]
    return DistributedArray([at if k == axis else n for k, n in enumerate(arrays[0].shape)], dtype, chunks, REPLICA,
                            arrays[0].comm)


def make_2d_index_map(i_partitions: Sequence[Int], j_partitions: Sequence[Int],
                      devices: Sequence[Any]) -> dict[Any, Any]:
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
