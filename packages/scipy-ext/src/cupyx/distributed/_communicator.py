"""What the processes of a group do together."""
from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex

import cupy
from cupy._ext import memory_used

from cupyx.distributed import _sparse
from cupyx.distributed._errors import CommunicatorError

if TYPE_CHECKING:
    from cupyx._options import Int
    from cupyx.scipy.sparse._base import sparray, spmatrix

__all__ = ["Communicator"]

_OPS = ("sum", "prod", "max", "min")


class Communicator:
    """A member of a group of processes; `init_process_group` makes it.

    Every method is called by all members, with arrays of the same sizes and dtypes.  Work is put into `stream`, or the
    current stream; between processes on CPUs it is done when the call returns.  Sparse matrices are taken too.

    Parameters
    ----------
    rank, size : int
        Number of this process, and how many there are.
    store : object
        Where members leave words for each other: ``set(key, bytes)``, ``get(key)``.
    connect : callable
        ``connect(store, rank, size)`` makes the transport of a group.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import distributed
    >>> group = distributed.init_process_group(1, 0, port=0)
    >>> x = cupy.arange(3.)
    >>> group.all_reduce(x, x)
    >>> x
    array([0., 1., 2.])
    >>> group.stop()
    """

    def __init__(self, rank: Int, size: Int, store: Any, connect: Callable[..., Any]) -> None:
        if not 0 <= rank < size:
            raise ValueError(f"rank is {rank}, and there are {size} processes")
        self._rank, self._size = rank, size
        self._store, self._connect = store, connect
        self._splits, self._parts, self._failed = 0, [], None
        self._transport: Any = connect(store, rank, size)
        self._direct = getattr(self._transport, "direct", None)     # compiled calls, where the transport has them

    @property
    def rank(self) -> Any:
        """Number of this process."""
        return self._rank

    @property
    def size(self) -> Any:
        """How many processes there are."""
        return self._size

    @property
    def device(self) -> Any:
        """The current device."""
        return cupy.cuda.Device()

    def _check(self, op: Any = None, peer: Any = None, root: Any = None) -> None:
        if op is not None and op not in _OPS:
            raise RuntimeError(f"op must be one of {', '.join(_OPS)}, not {op!r}")
        if peer is not None and not 0 <= peer < self._size:
            raise ValueError(f"peer is {peer}, and there are {self._size} processes")
        if root is not None and not 0 <= root < self._size:
            raise ValueError(f"root is {root}, and there are {self._size} processes")
        if self._failed is not None:
            raise CommunicatorError(f"rank {self._rank}: {self._failed}")
        if self._transport is None:
            raise RuntimeError("the group has been stopped")

    @contextlib.contextmanager
    def _arrays(self, stream: cupy.cuda.Stream | None, given: Any = (),
                out: Any = ()) -> Iterator[tuple[Any | cupy.ndarray, ...]]:
        """Contiguous arrays to work with; what came into copies goes to the arrays afterwards."""
        for array in (*given, *out):
            if not isinstance(array, cupy.ndarray):
                raise TypeError(f"a cupy.ndarray is expected, not {type(array).__name__}")
        with stream if stream is not None else contextlib.nullcontext():
            given = [cupy.ascontiguousarray(a) for a in given]
            results = [a if a.flags.c_contiguous else cupy.ascontiguousarray(a) for a in out]
            yield *given, *results
            memory_used(*given, *results)
            for array, result in zip(out, results, strict=True):
                if result is not array:
                    array[...] = result

    def _run(self, call: Callable[..., Any], given: Any, out: Any, *more: Any,
             stream: cupy.cuda.Stream | None = None) -> None:
        """``call(*given, *out, *more)`` with contiguous arrays, in a stream."""
        with self._arrays(stream, given, out) as arrays:
            call(*arrays, *more)

    def _reducible(self, in_array: Any, out_array: Any) -> None:
        if in_array.dtype != out_array.dtype or in_array.size != out_array.size:
            raise ValueError(f"in_array has {in_array.size} elements of {in_array.dtype}, "
                             f"out_array {out_array.size} of {out_array.dtype}")

    def all_reduce(self, in_array: cupy.ndarray | spmatrix | sparray, out_array: cupy.ndarray | spmatrix | sparray,
                   op: Literal["sum", "prod", "max", "min"] = "sum", stream: cupy.cuda.Stream | None = None) -> None:
        """Combine the arrays of all processes; everybody has the result.

        Parameters
        ----------
        in_array, out_array : cupy.ndarray or sparse matrix
            What is given and where the result goes; may be one.
        op : {'sum', 'prod', 'max', 'min'}, optional
            How elements are combined.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        if stream is None and self._direct is not None and self._direct.all_reduce(in_array, out_array, op):
            return
        self._check(op)
        if _sparse.is_sparse(in_array):
            _sparse.all_reduce(self, in_array, out_array, op, stream)
            return
        self._reducible(in_array, out_array)
        self._run(self._transport.all_reduce, (in_array,), (out_array,), op, stream=stream)

    def reduce(self, in_array: cupy.ndarray | spmatrix | sparray, out_array: cupy.ndarray | spmatrix | sparray,
               root: SupportsIndex = 0, op: str = "sum", stream: cupy.cuda.Stream | None = None) -> None:
        """Combine the arrays of all processes; `root` has the result.

        Parameters
        ----------
        in_array, out_array : cupy.ndarray or sparse matrix
            What is given, and where the result goes on `root`.
        root : int, optional
            The process that gets it.
        op, stream
            As for `all_reduce`.
        """
        self._check(op, root=root)
        if _sparse.is_sparse(in_array):
            _sparse.reduce(self, in_array, out_array, root, op, stream)
            return
        if self.rank == root:
            self._reducible(in_array, out_array)
        self._run(self._transport.reduce, (in_array,), (out_array,), root, op, stream=stream)

    def broadcast(self, in_out_array: cupy.ndarray | spmatrix | sparray, root: SupportsIndex = 0,
                  stream: cupy.cuda.Stream | None = None) -> None:
        """Give everybody the array of `root`.

        Parameters
        ----------
        in_out_array : cupy.ndarray or sparse matrix
            What is given on `root`, what is overwritten elsewhere.
        root : int, optional
            The process that gives.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check(root=root)
        if _sparse.is_sparse(in_out_array):
            _sparse.broadcast(self, in_out_array, root, stream)
            return
        self._run(self._transport.broadcast, (), (in_out_array,), root, stream=stream)

    def reduce_scatter(self, in_array: cupy.ndarray, out_array: cupy.ndarray, count: Int, op: str = "sum",
                       stream: cupy.cuda.Stream | None = None) -> None:
        """Combine the arrays of all processes; each gets its part of the result.

        Parameters
        ----------
        in_array, out_array : cupy.ndarray
            `in_array` has `count` elements for each process, `out_array` has `count`.
        count : int
            Elements that a process gets.
        op, stream
            As for `all_reduce`.
        """
        if stream is None and self._direct is not None and self._direct.reduce_scatter(in_array, out_array, count, op):
            return
        self._check(op)
        if _sparse.is_sparse(in_array) or isinstance(in_array, (list, tuple)):
            _sparse.reduce_scatter(self, in_array, out_array, op, stream)
            return
        if in_array.size < count * self.size or out_array.size < count or in_array.dtype != out_array.dtype:
            raise ValueError(f"count is {count} for {self.size} processes, in_array has {in_array.size} elements of "
                             f"{in_array.dtype}, out_array {out_array.size} of {out_array.dtype}")
        self._run(lambda given, out: self._transport.reduce_scatter(_first(given, count * self.size),
                                                                    _first(out, count), op),
                  (in_array,), (out_array,), stream=stream)

    def all_gather(self, in_array: Any, out_array: Any, count: Int, stream: cupy.cuda.Stream | None = None) -> None:
        """Put the arrays of all processes one after the other; everybody has the result.

        Parameters
        ----------
        in_array, out_array : cupy.ndarray, or sparse matrix and list of them
            `in_array` has `count` elements, `out_array` has as many for each process.
        count : int
            Elements that a process gives.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        if stream is None and self._direct is not None and self._direct.all_gather(in_array, out_array, count):
            return
        self._check()
        if _sparse.is_sparse(in_array):
            _sparse.all_gather(self, in_array, out_array, stream)
            return
        if in_array.size < count or out_array.size < count * self.size or in_array.dtype != out_array.dtype:
            raise ValueError(f"count is {count} for {self.size} processes, in_array has {in_array.size} elements of "
                             f"{in_array.dtype}, out_array {out_array.size} of {out_array.dtype}")
        self._run(lambda given, out: self._transport.all_gather(_first(given, count), _first(out, count * self.size)),
                  (in_array,), (out_array,), stream=stream)

    def send(self, array: cupy.ndarray | spmatrix | sparray, peer: SupportsIndex,
             stream: cupy.cuda.Stream | None = None) -> None:
        """Send an array to a process, which calls `recv`.

        Parameters
        ----------
        array : cupy.ndarray or sparse matrix
            What is sent.
        peer : int
            Who gets it.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check(peer=peer)
        if _sparse.is_sparse(array):
            _sparse.send(self, array, peer, stream)
            return
        self._run(self._transport.send, (array,), (), peer, stream=stream)

    def recv(self, out_array: cupy.ndarray | spmatrix | sparray, peer: SupportsIndex,
             stream: cupy.cuda.Stream | None = None) -> None:
        """Receive an array from a process, which calls `send`.

        Parameters
        ----------
        out_array : cupy.ndarray or sparse matrix
            What is overwritten.
        peer : int
            Who sends.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check(peer=peer)
        if _sparse.is_sparse(out_array):
            _sparse.recv(self, out_array, peer, stream)
            return
        self._run(self._transport.recv, (), (out_array,), peer, stream=stream)

    def send_recv(self, in_array: cupy.ndarray | spmatrix | sparray, out_array: cupy.ndarray | spmatrix | sparray,
                  peer: SupportsIndex, stream: cupy.cuda.Stream | None = None) -> None:
        """Send an array to a process and receive one from it.

        Parameters
        ----------
        in_array, out_array : cupy.ndarray or sparse matrix
            What is sent, what is overwritten.
        peer : int
            The other process, which calls the same.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check(peer=peer)
        if _sparse.is_sparse(in_array):
            _sparse.send_recv(self, in_array, out_array, peer, stream)
            return
        self._run(self._transport.send_recv, (in_array,), (out_array,), peer, stream=stream)

    def _rows(self, array: Any, name: str) -> None:
        if array.shape[:1] != (self.size,):
            raise RuntimeError(f"{name} must have one row for each of {self.size} processes, its shape is "
                               f"{array.shape}")

    def scatter(self, in_array: cupy.ndarray | Sequence[Any], out_array: cupy.ndarray | spmatrix | sparray,
                root: SupportsIndex = 0, stream: cupy.cuda.Stream | None = None) -> None:
        """Give each process its row of an array of `root`.

        Parameters
        ----------
        in_array : cupy.ndarray, or list of sparse matrices
            On `root`: one row for each process.
        out_array : cupy.ndarray or sparse matrix
            Where the row goes.
        root : int, optional
            The process that gives.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check(root=root)
        if _sparse.is_sparse(out_array):
            _sparse.scatter(self, in_array, out_array, root, stream)
            return
        if self.rank == root:
            self._rows(in_array, "in_array")
        self._run(self._transport.scatter, (in_array,), (out_array,), root, stream=stream)

    def gather(self, in_array: cupy.ndarray | spmatrix | sparray, out_array: cupy.ndarray | Sequence[Any],
               root: SupportsIndex = 0, stream: cupy.cuda.Stream | None = None) -> None:
        """Put the arrays of all processes into rows of an array of `root`.

        Parameters
        ----------
        in_array : cupy.ndarray or sparse matrix
            What is given.
        out_array : cupy.ndarray, or list of sparse matrices
            On `root`: one row for each process.
        root : int, optional
            The process that gets them.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check(root=root)
        if _sparse.is_sparse(in_array):
            _sparse.gather(self, in_array, out_array, root, stream)
            return
        if self.rank == root:
            self._rows(out_array, "out_array")
        self._run(self._transport.gather, (in_array,), (out_array,), root, stream=stream)

    def all_to_all(self, in_array: Any, out_array: Any, stream: cupy.cuda.Stream | None = None) -> None:
        """Give row k of the array to process k; get a row from each.

        Parameters
        ----------
        in_array, out_array : cupy.ndarray, or lists of sparse matrices
            One row for each process.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        if stream is None and self._direct is not None and self._direct.all_to_all(in_array, out_array):
            return
        self._check()
        if isinstance(in_array, (list, tuple)):
            _sparse.all_to_all(self, in_array, out_array, stream)
            return
        self._rows(in_array, "in_array")
        self._rows(out_array, "out_array")
        if in_array.dtype != out_array.dtype or in_array.size != out_array.size:
            raise ValueError(f"in_array has {in_array.size} elements of {in_array.dtype}, "
                             f"out_array {out_array.size} of {out_array.dtype}")
        self._run(self._transport.all_to_all, (in_array,), (out_array,), stream=stream)

    def exchange(self, sends: Any, receives: Any, stream: cupy.cuda.Stream | None = None) -> None:
        """Send any arrays to any processes and receive others, all at once.

        Parameters
        ----------
        sends, receives : dict of int to cupy.ndarray
            For each other process what it is given and what comes from it. Whoever receives knows the size.
        stream : cupy.cuda.Stream, optional
            Where the work goes.
        """
        self._check()
        for peer in (*sends, *receives):
            self._check(peer=peer)
            if peer == self.rank:
                raise ValueError(f"rank {peer} cannot exchange with itself")
        with self._arrays(stream, list(sends.values()), list(receives.values())) as arrays:
            given, out = arrays[:len(sends)], arrays[len(sends):]
            self._transport.exchange(dict(zip(sends, given, strict=True)), dict(zip(receives, out, strict=True)))

    def barrier(self) -> None:
        """Wait until all processes are here, and the work that they have put into their streams is done.

        Examples
        --------
        >>> group.barrier()  # doctest: +SKIP
        """
        self._check()
        cupy.cuda.get_current_stream().synchronize()
        self._transport.barrier()
        self._check()

    def _give_up(self, reason: str) -> None:
        """End what waits for processes that are gone: whatever is called from now on raises."""
        self._failed = reason
        for part in self._parts:
            part._give_up(reason)
        self._direct = None
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.abort()

    def split(self, color: SupportsIndex | None, key: SupportsIndex | None = None) -> Communicator | None:
        """A communicator of the processes that give the same `color`.

        Parameters
        ----------
        color : int or None
            Names the group; None joins none.
        key : int, optional
            Order within the group; that of ranks if not given.

        Returns
        -------
        Communicator or None
        """
        self._check()
        if hasattr(self._transport, "split"):
            part = self._transport.split(color, self.rank if key is None else int(key))
            return None if part is None else Communicator(part.rank, part.size, None, lambda *given: part)
        self._splits += 1
        name = f"split{self._splits}"
        said = f"{'' if color is None else int(color)},{self.rank if key is None else int(key)}"
        self._store.set(f"{name}/{self.rank}", said.encode())
        every = [self._store.get(f"{name}/{rank}").decode().split(",") for rank in range(self.size)]
        if color is None:
            return None
        members = sorted((int(k), rank) for rank, (c, k) in enumerate(every) if c and int(c) == int(color))
        ranks = [rank for _, rank in members]
        store: Any = Prefixed(self._store, f"{name}/{int(color)}/")
        part = Communicator(ranks.index(self.rank), len(ranks), store, self._connect)
        self._parts.append(part)
        return part

    def stop(self) -> None:
        """Leave the group, after all others have come here too."""
        if self._transport is not None:
            self.barrier()
            self._direct = None
            transport, self._transport = self._transport, None
            transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if kind is None:
            self.stop()


def _first(array: cupy.ndarray, count: int | Int) -> cupy.ndarray:
    """The first items of a contiguous array."""
    return array if array.size == count else array.reshape(-1)[:count]


class Prefixed:
    """A part of a store."""

    def __init__(self, store: Any, prefix: str) -> None:
        self._store, self._prefix = store, prefix

    def set(self, key: str, value: Any) -> None:
        """Give a key its value."""
        self._store.set(self._prefix + key, value)

    def get(self, key: str, timeout: Any = None) -> Any:
        """The value of a key."""
        return self._store.get(self._prefix + key, timeout)
