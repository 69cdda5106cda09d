"""Transforms of slabs, a slab a process: while a part of it is on its way, the next one is transformed.

Phases: the axes that are whole are transformed, part by part along the axis that is cut, and each part goes to the
processes that have its piece of another axis; there the cut axis is whole, is transformed, part by part along the other
one, and goes back.  Chosen for slabs of at least `STEPS` parts of `LEAST` bytes.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import cupy

if TYPE_CHECKING:
    from cupyx.distributed._communicator import Communicator
    from cupyx.distributed.array._array import DistributedArray

__all__ = []

#: Parts of a slab, and bytes of one that are worth an exchange of their own.
STEPS, LEAST = 4, 1 << 24


def cut_axis(a: DistributedArray) -> int | None:
    """The axis that slabs of an array cut, one for each process in their order; None for other chunks."""
    if a.comm is None or a.ndim < 2 or sorted(a.devices) != list(range(a.comm.size)):
        return None
    places = [[place for place, _ in a._chunks[rank]] for rank in range(a.comm.size)]
    if any(len(found) != 1 for found in places):
        return None
    cut = {k for place, in places for k, part in enumerate(place) if part != range(a.shape[k])}
    if len(cut) != 1:
        return None
    axis, = cut
    ends = [0, *(place[axis].stop for place, in places)]
    slabs = all(place[axis] == range(low, high)
                for (place,), low, high in zip(places, ends[:-1], ends[1:], strict=True))
    return axis if slabs and ends[-1] == a.shape[axis] else None


def worth(a: Any) -> bool:
    """Whether parts of slabs are large enough."""
    return a.nbytes >= a.comm.size * STEPS * LEAST


def _parts(length: int, count: int) -> list[slice[Any, Any, Any]]:
    return [slice(length * k // count, length * (k + 1) // count) for k in range(count)]


def _at(axis: int, part: range | slice) -> tuple[slice, ...]:
    """The key of a part of an axis: a range or slice of it."""
    return (*[slice(None)] * axis, slice(part.start, part.stop))


def _within(part: range | slice, inner: range | slice) -> slice[Any, Any, Any]:
    """A part of a part."""
    return slice(part.start + inner.start, part.start + inner.stop)


class _Road:
    """Exchanges in a stream of their own, each after what is in the current stream when it is asked for."""

    def __init__(self, comm: Communicator) -> None:
        self.comm, self.stream = comm, cupy.cuda.Stream(non_blocking=True)
        self.kept = []

    def exchange(self, sends: dict[int, cupy.ndarray], receives: dict[int, cupy.ndarray]) -> cupy.cuda.Event:
        """Send and receive by rank; the event is that all has come."""
        event = cupy.cuda.Event(disable_timing=True)
        event.record()
        self.stream.wait_event(event)
        self.kept += sends.values()
        self.comm.exchange({peer: array for peer, array in sends.items() if array.size},
                           {peer: array for peer, array in receives.items() if array.size}, stream=self.stream)
        event.record(self.stream)
        return event


def _arrivals(target: cupy.ndarray, keys: dict[int, tuple[slice, ...]], mine: int) -> dict[int, cupy.ndarray]:
    """For each other rank an array that receives its piece of `target`: the piece itself where it is contiguous."""
    found = {}
    for peer, key in keys.items():
        if peer != mine:
            view = target[key]
            found[peer] = view if view.flags.c_contiguous else cupy.empty(view.shape, target.dtype)
    return found


def _unpack(event: cupy.cuda.Event, target: cupy.ndarray, keys: dict[int, tuple[slice, ...]],
            arrived: dict[int, cupy.ndarray]) -> None:
    """Put pieces where they belong, once they have come."""
    cupy.cuda.get_current_stream().wait_event(event)
    for peer, array in arrived.items():
        view = target[keys[peer]]
        if view.data.ptr != array.data.ptr or view.strides != array.strides:
            view[...] = array


def transform(a: Any, axes: Sequence[int], cut: int,
              function: Callable[..., cupy.ndarray]) -> DistributedArray:
    """The transform along `axes`, among them the one that is cut, in chunks as those of `a`.

    Parameters
    ----------
    a : DistributedArray
        Slabs along the axis `cut`.
    axes : sequence of int
        Different axes, not negative.
    function : callable
        ``function(array, axes)`` transforms axes of an array of one process.
    """
    rank = a.comm.rank
    along = max((k for k in range(a.ndim) if k != cut), key=lambda k: a.shape[k])
    slabs = [a._chunks[r][0][0][cut] for r in range(a.comm.size)]
    pieces = _parts(a.shape[along], a.comm.size)
    road = _Road(a.comm)
    before, dtype = tuple(k for k in axes if k != cut), function(cupy.ones((1,) * a.ndim, a.dtype), (cut,)).dtype
    x = a._chunks[rank][0][1]
    shape = list(a.shape)
    shape[along] = pieces[rank].stop - pieces[rank].start
    lines, result = cupy.empty(shape, dtype), cupy.empty(x.shape, dtype)
    _move(x, lines, cut, slabs, along, pieces, road, lambda part: function(part, before) if before else part)
    _move(lines, result, along, pieces, cut, slabs, road, lambda part: function(part, (cut,)))
    return a._like({r: [(place, result if r == rank else None) for place, _ in a._chunks[r]] for r in a.devices},
                   dtype=result.dtype)


def _move(source: cupy.ndarray, target: cupy.ndarray, cut: int, slabs: Sequence[range | slice], along: int,
          pieces: Sequence[range | slice], road: _Road, function: Callable[[cupy.ndarray], cupy.ndarray]) -> None:
    """From everybody's part of one axis to everybody's part of another: what `function` makes of it, in `STEPS` parts.

    Parameters
    ----------
    source, target : cupy.ndarray
        This process's: the part of the axis `cut` that ``slabs[rank]`` tells, and of `along` that ``pieces[rank]``
        tells; the other of the two axes is whole in each.
    """
    rank, arriving = road.comm.rank, []
    for step, part in enumerate(_parts(source.shape[cut], STEPS)):
        keys = {peer: _at(cut, _within(slab, _parts(slab.stop - slab.start, STEPS)[step]))
                for peer, slab in enumerate(slabs)}
        done = source[_at(cut, part)]
        done = function(done).astype(target.dtype, copy=False) if done.size else done
        arrived = _arrivals(target, keys, rank)
        sent = {peer: cupy.ascontiguousarray(done[_at(along, piece)])
                for peer, piece in enumerate(pieces) if peer != rank}
        arriving.append((road.exchange(sent, arrived), target, keys, arrived))
        target[keys[rank]] = done[_at(along, pieces[rank])]
        if step:        # what came of the step before, while this one is on its way
            _unpack(*arriving[-2])
    _unpack(*arriving[-1])
