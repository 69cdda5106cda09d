"""Kernels written in Python run as Python, one thread at a time: for debuggers and for tests of a kernel's logic.

Threads take turns where they wait for one another.  A kernel that never waits runs in the caller's thread; else each
thread of a block is one of the system's, of which one runs at a time, so `breakpoint()` works in both.
"""
from __future__ import annotations

import inspect
import itertools
import sys
import threading
import types
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import host_memory, host_view

if TYPE_CHECKING:
    from cupyx.jit._interface import _DeviceFunction
    from cupy.typing import DTypeLike

__all__ = []

WARP = 32
_WAITING = {"syncthreads", "syncwarp", "shfl_sync", "shfl_up_sync", "shfl_down_sync", "shfl_xor_sync"}

#: The thread that runs now, or None outside of interpreted kernels.
current: Thread | None = None


class Dim3:
    """Three numbers."""

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.x, self.y, self.z = (*sizes, 1, 1, 1)[:3]

    @property
    def product(self) -> int:
        return self.x * self.y * self.z


class Thread:
    """One thread of a block: where it is, and what it waits for."""

    def __init__(self, block: Any, number: int) -> None:
        self.block, self.number = block, number
        dim = block.dim
        self.threadIdx = Dim3((number % dim.x, number // dim.x % dim.y, number // (dim.x * dim.y)))
        self.blockIdx, self.blockDim, self.gridDim = block.index, dim, block.grid
        self.lane, self.warp = number % WARP, number // WARP
        self.go, self.waits, self.done = threading.Semaphore(0), None, False
        self.given: Any = None
        self.answers: Any = None

    def wait(self, group: Any, given: Any = None) -> Any:
        """Let other threads run until those of the group wait too; what each of them gave, by its number."""
        global current
        if self.block.alone:
            raise RuntimeError("this kernel waits for other threads in a way that was not seen before it ran")
        self.waits, self.given = group, given
        self.block.turn.release()
        self.go.acquire()
        if self.block.failed:
            raise SystemExit
        current = self
        return self.answers


class Block:
    """The threads of a block, and the memory that they share."""

    def __init__(self, index: Dim3, dim: Dim3, grid: Any, shared: int) -> None:
        self.index, self.dim, self.grid, self.shared_bytes = index, dim, grid, shared
        self.turn, self.failed, self.alone = threading.Semaphore(0), None, False
        self.memory = {}
        self.threads = [Thread(self, k) for k in range(dim.product)]

    def run(self, function: Callable[..., Any], args: Any, waiting: bool) -> None:
        """Run all threads to their ends."""
        global current
        if not waiting:
            self.alone = True
            for thread in self.threads:
                current = thread
                function(*args)
            return
        workers = [threading.Thread(target=self.work, args=(t, function, args), daemon=True) for t in self.threads]
        for worker in workers:
            worker.start()
        while not self.failed:
            ready = [t for t in self.threads if not t.done and t.waits is None]
            if not ready and not self.release():
                break
            for thread in ready:
                thread.go.release()
                self.turn.acquire()
                if self.failed:
                    break
        stuck = [t for t in self.threads if not t.done]
        if stuck and not self.failed:
            self.failed = RuntimeError(f"{len(stuck)} threads wait for others that have ended or wait elsewhere")
        for thread in stuck:
            thread.go.release()
        for worker in workers:
            worker.join()
        if self.failed:
            raise self.failed

    def work(self, thread: Any, function: Callable[..., Any], args: Any) -> None:
        global current
        thread.go.acquire()
        if self.failed:
            return
        current = thread
        try:
            function(*args)
        except SystemExit:
            return
        except BaseException as error:  # the thread that launched raises it
            self.failed = error
        thread.done = True
        self.turn.release()

    def release(self) -> bool:
        """End the waiting of groups all of whose threads are there; whether there was one."""
        found = False
        for group, members in itertools.groupby(
                sorted((t for t in self.threads if t.waits), key=_group), key=_group):
            members = list(members)
            kind, warp, mask = group
            wanted = [t for t in self.threads if not t.done and (
                kind == "block" or t.warp == warp and mask >> t.lane & 1)]
            if len(members) == len(wanted):
                answers = {t.number: t.given for t in members}
                for t in members:
                    t.waits, t.answers = None, answers
                found = True
        return found


def run(function: Callable[..., Any], grid: tuple[int, ...], block: tuple[int, ...],
        args: list[float | cupy.ndarray] | tuple[cupy.ndarray | float | None, ...], shared_mem: int = 0) -> None:
    """Run a kernel as Python; arrays are changed in place.

    Parameters
    ----------
    function : function
        As the user wrote it.
    grid, block : tuple of int
        Shape of the launch.
    args : sequence
        Arguments of the kernel.
    shared_mem : int, optional
        Bytes of dynamic shared memory.
    """
    global current
    if current is not None:
        raise RuntimeError("an interpreted kernel cannot launch another one")
    dim, size = Dim3(block), Dim3(grid)
    if not 0 < dim.product <= 1024 or size.product <= 0:
        raise ValueError(f"a block has 1 to 1024 threads and a grid at least one block, not {block} and {grid}")
    passed = [_on_host(a) for a in args]
    waiting = bool(_WAITING & _names(function))
    function = with_numpy(function)
    try:
        with numpy.errstate(all="ignore"):
            for z, y, x in itertools.product(range(size.z), range(size.y), range(size.x)):
                Block(Dim3((x, y, z)), dim, size, shared_mem).run(function, passed, waiting)
    finally:
        current = None
        for a, b in zip(args, passed, strict=True):
            if isinstance(a, cupy.ndarray) and not host_memory():
                a.set(b)


def _on_host(x: Any) -> Any:
    if not isinstance(x, cupy.ndarray):
        return x
    return host_view(x) if host_memory() else x.get()


def _names(function: ModuleType | _DeviceFunction | Callable[..., Any] | bool | None,
           seen: set[Callable[..., Any]] | None = None) -> set[str]:
    """Names that a function and those that it calls use."""
    seen = set() if seen is None else seen
    function = getattr(function, "_func", function)
    if function in seen or not isinstance(function, types.FunctionType):
        return set()
    seen.add(function)
    found, codes = set(), [function.__code__]
    while codes:
        code = codes.pop()
        found.update(code.co_names)
        codes += [c for c in code.co_consts if isinstance(c, types.CodeType)]
    closed = inspect.getclosurevars(function).nonlocals.values()
    for other in [*(function.__globals__.get(name) for name in tuple(found)), *closed]:
        try:
            found |= _names(other, seen)
        except TypeError:       # has no hash, so it is no function
            continue
    return found


def with_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, for which `cupy` means NumPy: its numbers are on the host."""
    names = {k: numpy if v is cupy else v for k, v in function.__globals__.items()}
    made = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _here() -> Thread:
    """The thread that runs, in what only kernels call."""
    assert current is not None
    return current


def _group(thread: Thread) -> Any:
    return thread.waits


def _axes(ndim: int, of: Callable[..., Any]) -> Any | tuple[Any, ...]:
    if ndim not in (1, 2, 3):
        raise ValueError("Only ndim=1,2,3 are supported")
    values = tuple(of(axis) for axis in "xyz"[:ndim])
    return values[0] if ndim == 1 else values


def grid(ndim: int) -> Any | tuple[Any, ...]:
    t = _here()
    return _axes(ndim, lambda k: getattr(t.blockIdx, k) * getattr(t.blockDim, k) + getattr(t.threadIdx, k))


def gridsize(ndim: int) -> Any | tuple[Any, ...]:
    t = _here()
    return _axes(ndim, lambda k: getattr(t.blockDim, k) * getattr(t.gridDim, k))


def laneid() -> int:
    return _here().lane


def syncthreads() -> None:
    _here().wait(("block", 0, 0))


def syncwarp(mask: int = 0xffffffff) -> None:
    t = _here()
    t.wait(("warp", t.warp, int(mask) & 0xffffffff))


def shared_memory(dtype: Any, size: int | None, alignment: int | None = None) -> Any:
    block, caller = _here().block, sys._getframe(2)
    place = "dynamic" if size is None else (caller.f_code, caller.f_lasti)
    if place not in block.memory:
        block.memory[place] = numpy.zeros(
            block.shared_bytes if size is None else size, numpy.uint8 if size is None else dtype)
    return block.memory[place].view(dtype) if size is None else block.memory[place]


def local_array(dtype: DTypeLike, shape: int | tuple[int, ...]) -> Any:
    return numpy.zeros(shape, dtype)


def _shuffle(source: Callable[..., Any]) -> Callable[..., Any]:
    def shuffle(mask: int, var: Any, val_id: int, *, width: int = 32) -> Any:
        t = _here()
        values = t.wait(("warp", t.warp, int(mask) & 0xffffffff), var)
        lane = source(t.lane, int(val_id), width)
        inside = lane // width == t.lane // width
        return values.get(t.warp * WARP + lane, var) if inside else var

    return shuffle


shfl_sync = _shuffle(lambda lane, k, width: lane // width * width + k % width)
shfl_up_sync = _shuffle(lambda lane, k, width: lane - k)
shfl_down_sync = _shuffle(lambda lane, k, width: lane + k)
shfl_xor_sync = _shuffle(lambda lane, k, width: lane ^ k)


def _atomic(change: Callable[..., Any]) -> Callable[..., Any]:
    def atomic(array: Any, index: Any, *values: Any) -> Any:
        old = array[index]
        array[index] = change(old, *(array.dtype.type(v) for v in values))
        return old

    return atomic


atomic_add = _atomic(lambda old, v: old + v)
atomic_sub = _atomic(lambda old, v: old - v)
atomic_exch = _atomic(lambda old, v: v)
atomic_min = _atomic(min)
atomic_max = _atomic(max)
atomic_inc = _atomic(lambda old, v: 0 if old >= v else old + 1)
atomic_dec = _atomic(lambda old, v: v if old == 0 or old > v else old - 1)
atomic_and = _atomic(lambda old, v: old & v)
atomic_or = _atomic(lambda old, v: old | v)
atomic_xor = _atomic(lambda old, v: old ^ v)
atomic_cas = _atomic(lambda old, compare, v: v if old == compare else old)
