"""What the processes of ``python -m cupy_testing.bench.distributed`` do together, a device each; rank 0 prints rows."""
from __future__ import annotations

import ctypes
import importlib
import json
import math
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import cupy
from cupy.cuda import nccl
from cupyx import distributed
from cupyx.distributed import array as arrays

_GIB = 1 << 30
_TURNS = 5
_FLOAT32, _SUM = 7, 0         # ncclFloat32, ncclSum


class Member:
    """One process of the group: who it is, how large operands are, PyTorch's group where that is asked for."""

    def __init__(self, rank: Any, size: Any, port: Any, scale: float) -> None:
        self.scale = scale
        cupy.cuda.Device(rank % cupy.cuda.runtime.getDeviceCount()).use()
        self.group = distributed.init_process_group(size, rank, port=port, timeout=60)

    def scaled(self, size: int, least: float = 1) -> Any:
        """An operand's size, by the scale that was asked for."""
        return max(least, int(size * self.scale))

    def say(self, row: Any, **figures: Any) -> None:
        """A row of the table, from rank 0."""
        if self.group.rank == 0:
            print(json.dumps({"row": row, **figures}), flush=True)

    @staticmethod
    def time(group: Any, calls: Any, count: int) -> Any:
        """Seconds of each call, turn and turn about: medians, of the process that took longest."""
        wait, found = cupy.cuda.Device().synchronize, [[] for _ in calls]
        for call in calls:
            call()
        for _ in range(_TURNS):
            for call, seconds in zip(calls, found, strict=True):
                call()
                wait()
                group.barrier()
                start = time.perf_counter()
                for _ in range(count):
                    call()
                wait()
                seconds.append((time.perf_counter() - start) / count)
        longest = cupy.asarray([statistics.median(seconds) for seconds in found])
        group.all_reduce(longest, longest, "max")
        return longest.tolist()


def torch_calls(member: Any, port: Any) -> Any:
    """`our_calls` of PyTorch, on the memory of the same arrays; None where there is no PyTorch for these devices."""
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        return None
    if not (nccl.available and torch.cuda.is_available()):
        return None
    there, rank = torch.distributed, member.group.rank
    torch.cuda.set_device(rank)
    there.init_process_group("nccl", init_method=f"tcp://127.0.0.1:{port}", rank=rank, world_size=member.group.size,
                             device_id=torch.device("cuda", rank))

    def make(whole: Any, part: Any, other: Any) -> Any:
        whole, part, other = map(torch.from_dlpack, (whole, part, other))
        return {"all_reduce": lambda: there.all_reduce(whole),
                "all_gather": lambda: there.all_gather_into_tensor(whole, part),
                "reduce_scatter": lambda: there.reduce_scatter_tensor(part, whole),
                "all_to_all": lambda: there.all_to_all_single(other, whole)}
    return make


def our_calls(group: Any, whole: Any, part: Any, other: Any) -> Any:
    """The collectives that are timed, by name: `whole` has a `part` for each process, as `other` has."""
    rows, columns = whole.reshape(group.size, -1), other.reshape(group.size, -1)
    return {"all_reduce": lambda: group.all_reduce(whole, whole),
            "all_gather": lambda: group.all_gather(part, whole, part.size),
            "reduce_scatter": lambda: group.reduce_scatter(whole, part, part.size),
            "all_to_all": lambda: group.all_to_all(rows, columns)}


def collectives(member: Any, port: Any) -> None:
    """Bus bandwidth as nccl-tests count it: what crosses a link, of the larger of the two arrays."""
    group, theirs = member.group, torch_calls(member, port)
    n = group.size
    for size in (1024, member.scaled(_GIB // 4, 4096), member.scaled(_GIB, 4096)):
        given = [cupy.zeros(many * (size // 4 // n), "f") for many in (n, 1, n)]
        others = {} if theirs is None else theirs(*given)
        for name, call in our_calls(group, *given).items():
            seconds = member.time(group, [call, *([others[name]] if others else [])], 200 if size == 1024 else 5)
            links = (2 if name == "all_reduce" else 1) * (n - 1) / n
            if size == 1024:
                member.say(f"{name}, 1 KiB", unit="us", **_pair([s * 1e6 for s in seconds]))
            else:
                member.say(f"{name}, {size / (1 << 20):g} MiB", unit="GB/s", least=0.97,
                           **_pair([links * given[0].nbytes / s / 1e9 for s in seconds]))
    overhead(member, theirs)


def _pair(figures: Any) -> Any:
    return dict(zip(("ours", "torch"), figures, strict=False))


def overhead(member: Any, theirs: Any) -> None:
    """What a call costs over NCCL's own C function: the time to put it into the stream, less that of the function."""
    group, x = member.group, cupy.zeros(256, "f")
    calls = [lambda: group.all_reduce(x, x)]
    if theirs is not None:
        calls.append(theirs(x, x[:128], x)["all_reduce"])
    if nccl.available:
        name = cupy.asarray(memoryview(nccl.get_unique_id()))
        group.broadcast(name, 0)
        comm: Any = nccl.NcclCommunicator(group.size, bytes(name.get()), group.rank)
        given = (ctypes.c_void_p(x.data.ptr), ctypes.c_void_p(x.data.ptr), ctypes.c_size_t(x.size),
                 _FLOAT32, _SUM, ctypes.c_void_p(comm.comm),
                 ctypes.c_void_p(cupy.cuda.get_current_stream().ptr))
        function, nothing = ctypes.CDLL("libnccl.so.2").ncclAllReduce, ctypes.CDLL(None).labs
        calls += [lambda: function(*given), lambda: nothing(*given)]
    wait, found = cupy.cuda.Device().synchronize, [math.inf] * len(calls)
    for _ in range(20):
        for k, call in enumerate(calls):
            group.barrier()
            start = time.perf_counter()
            for _ in range(50):             # few enough that the stream takes them all
                call()
            found[k] = min(found[k], (time.perf_counter() - start) / 50 * 1e6)
            wait()
    if nccl.available:
        bare = found[-2] - found[-1]
        member.say("all_reduce is put into the stream, over ncclAllReduce", unit="us", most=3.0, bare=bare,
                   **_pair([us - bare for us in found[:-2]]))
    else:
        member.say("all_reduce of 1 KiB, the call", unit="us", **_pair(found))


def element_wise(group: Any, scaled: Callable[..., int]) -> Any:
    """Arithmetic on 4 GiB a process, and a sum of all."""
    x = arrays.from_local(cupy.ones(scaled(_GIB), "f"), group)
    return lambda: (x * 2 + 1).sum().get(), 1


def k_means(group: Any, scaled: Callable[..., int]) -> Any:
    """An iteration with 10**7 points of 64 features a process and 100 centers."""
    points = cupy.random.default_rng(group.rank).random((scaled(10**7, 200), 64), dtype="f")
    centers = cupy.random.default_rng(1).random((100, 64), dtype="f")
    numbers = cupy.arange(100)

    def iterate() -> Any:
        nearest = (points @ centers.T * -2 + (centers * centers).sum(axis=1)).argmin(axis=1)
        members = (nearest[:, None] == numbers).astype("f")
        sums = cupy.concatenate([members.T @ points, members.sum(axis=0)[:, None]], axis=1)
        group.all_reduce(sums, sums)
        return sums[:, :64] / sums[:, 64:]
    return iterate, 1


def tall(group: Any, scaled: Callable[..., int]) -> Any:
    """Factors of a matrix with 10**6 rows of 256 a process."""
    rows = cupy.random.default_rng(group.rank).standard_normal((scaled(10**6, 300), 256), dtype="f")
    a = arrays.from_local(rows, group)
    return lambda: arrays.qr(a), 1


def product(group: Any, scaled: Callable[..., int]) -> Any:
    """Blocks of 16384 squared on a grid of p times q processes; each computes q products of blocks."""
    n, side = group.size, scaled(16384**2, 64**2)
    side = math.isqrt(side)
    p = max(k for k in range(1, n + 1) if n % k == 0 and k * k <= n)
    q = n // p

    def block(i: Any, j: Any) -> Any:
        return slice(i * side, (i + 1) * side), slice(j * side, (j + 1) * side)

    places = [divmod(rank, q) for rank in range(n)]
    a = arrays.random((p * side, q * side), {r: block(i, j) for r, (i, j) in enumerate(places)}, dtype="f", comm=group)
    b = arrays.random((q * side, q * side), {r: [block(k, j) for k in range(q) if k % p == i]
                                             for r, (i, j) in enumerate(places)}, dtype="f", comm=group)
    rows = {r: (block(i, 0)[0], slice(None)) for r, (i, _) in enumerate(places)}
    columns = {r: (slice(None), block(0, j)[1]) for r, (_, j) in enumerate(places)}
    return lambda: a.reshard(rows) @ b.reshard(columns), q


def transform(group: Any, scaled: Callable[..., int]) -> Any:
    """A cube of 1024 complex64 an edge, whatever the number of processes; the result is where the cube was."""
    side = max(group.size, round(scaled(1024**3, 8**3) ** (1 / 3)))
    low, high = (side * (group.rank + k) // group.size for k in (0, 1))
    a = arrays.from_local(cupy.zeros((high - low, side, side), "F"), group)
    return lambda: arrays.fftn(a), 1


#: Work of a round, and the efficiency that is wanted of it; that of the transform is its time on four GPUs.
WORK = {"element-wise and a sum, 4 GiB each": (element_wise, 0.97), "k-means, 10^7 x 64 each": (k_means, 0.95),
        "TSQR, 10^6 x 256 each": (tall, 0.90), "SUMMA, 16384^2 each": (product, 0.85)}


def scaling(member: Any, port: Any) -> None:
    """A round on one process, on two, four and so on, with the same work on each."""
    for name, (make, least) in WORK.items():
        seconds = _by_size(member, make)
        for n, found in seconds.items():
            member.say(f"{name}, {n}", unit="ms", ours=found * 1e3,
                       **({"efficiency": seconds[1] / found, "least": least} if n > 1 and 1 in seconds else {}))


def transforms(member: Any, port: Any) -> None:
    """The same cube on one process and more."""
    for n, found in _by_size(member, transform).items():
        member.say(f"fftn of 1024^3 complex64 in order, {n}", unit="ms", ours=found * 1e3,
                   most=14.0 if n == 4 else None)


def _by_size(member: Any, make: Any) -> Any:
    """Number of processes to seconds a round, for as much work on each as one process has in a round."""
    group, found, n = member.group, {}, 1
    while n <= group.size:
        part = group.split(0 if group.rank < n else None)
        if part is not None:
            call, factor = make(part, member.scaled)
            found[n] = member.time(part, [call], 2)[0] / factor
            del call
            part.stop()
        cupy.get_default_memory_pool().free_all_blocks()
        group.barrier()
        n *= 2
    return found


PARTS = {"collectives": collectives, "scaling": scaling, "transforms": transforms}


def main(part: Any, rank: Any, size: Any, port: Any, other_port: Any, scale: Any) -> None:
    """One process of a part."""
    member = Member(int(rank), int(size), int(port), float(scale))
    PARTS[part](member, int(other_port))
    member.group.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
