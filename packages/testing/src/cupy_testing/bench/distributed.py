"""Several GPUs: collectives beside PyTorch's, weak scaling, transforms, Dask, arrays that workers hand over.

``python -m cupy_testing.bench.distributed [--processes N] [--only PART ...] [--scale S] [--seconds T]``: one process a
device; on the host backend as many as are asked for.  Rows are printed as they come, as a Markdown table.
"""
from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from importlib import metadata
from typing import TYPE_CHECKING, Any

import cupy
from cupy.cuda import nccl

from cupy_testing.bench._library import Cupy
from cupy_testing.bench._parent import SOURCE

if TYPE_CHECKING:
    from cupyx.distributed._dask_comm import CupyComm

_FRAMES = 8             # arrays of a message
_WORD = {"unit": "", "ours": None, "torch": None, "efficiency": None, "least": None, "most": None}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _number(value: Any) -> str:
    return "" if value is None else f"{value:.3g}" if value < 100 else f"{value:,.0f}"


def line(row: Any) -> str:
    """A row as a line of the table: figures, ratio or efficiency, and what is wanted of them."""
    row = {**_WORD, **row}
    if "error" in row:
        return f"| {row['row']} | {row['error']} |  |  |  |  |"
    share = row["efficiency"]
    if share is None and row["torch"]:
        share = row["ours"] / row["torch"] if row["unit"] == "GB/s" else row["torch"] / row["ours"]
    goal = ""
    if row["most"] is not None:
        goal = f"at most {row['most']:g}: {'reached' if row['ours'] <= row['most'] else 'missed'}"
    elif row["least"] is not None and row["least"] <= 1 and share is not None:
        goal = f"{row['least']:g}: {'reached' if share >= row['least'] else 'missed'}"
    elif row["least"] is not None and row["least"] > 1:
        goal = f"at least {row['least']:g}: {'reached' if row['ours'] >= row['least'] else 'missed'}"
    return (f"| {row['row']} | {row['unit']} | {_number(row['ours'])} | {_number(row['torch'])} | "
            f"{'' if share is None else f'{share:.3f}'} | {goal} |")


def members(part: str, n: int, scale: float, left: float) -> Iterator[dict[str, float | str | None]]:
    """Rows of a part that `n` processes run together."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (SOURCE, os.environ.get("PYTHONPATH"))))}
    ports = str(free_port()), str(free_port())
    processes = [subprocess.Popen(
        [sys.executable, "-m", "cupy_testing.bench.distributed_cases", part, str(rank), str(n), *ports, str(scale)],
        stdout=subprocess.PIPE if rank == 0 else subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env)
        for rank in range(n)]
    lines, said = queue.Queue(), [[] for _ in processes]
    readers = [threading.Thread(target=_lines, args=(p.stderr, to.append), daemon=True)
               for p, to in zip(processes, said, strict=True)]
    readers.append(threading.Thread(target=_lines, args=(processes[0].stdout, lines.put, None), daemon=True))
    for reader in readers:
        reader.start()
    end = time.monotonic() + left
    try:
        while True:
            try:
                text = lines.get(timeout=max(0.1, end - time.monotonic()))
            except queue.Empty:
                yield {"row": part, "error": f"not done after {left:.0f} s"}
                return
            if text is None:
                break
            yield json.loads(text)
        for rank, process in enumerate(processes):
            if process.wait(max(1, end - time.monotonic())):
                readers[rank].join(5)
                yield {"row": part, "error": f"rank {rank} ended with status {process.returncode}: "
                                             f"{''.join(said[rank][-1:]).strip()}"}
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _lines(stream: Any, take: Any, *more: Any) -> None:
    for text in (*stream, *more):
        take(text)


def transposed_sum(n: Any, scale: float, left: float) -> Iterator[dict[str, float | str | None]]:
    """``x + x.T`` of 40,000 squared float32 on a cluster of Dask, by both of its ways to talk."""
    import dask.array as da
    from cupyx.distributed import Cluster
    from distributed import Client, wait

    protocols: Any = ("cupy://", 4), ("tcp://", 2)
    side, end = max(8, round(40_000 * scale ** 0.5)) // 4 * 4, time.monotonic() + left
    for protocol, turns in protocols:
        with Cluster(n, protocol) as cluster, Client(cluster) as client:
            client.wait_for_workers(n, timeout=left)
            rng: Any = da.random.default_rng(cupy.random.default_rng(1))
            for pieces in (2, 4):
                seconds = []
                for _ in range(turns):      # other numbers each time: what Dask has computed it does not compute again
                    x = rng.random((side, side), chunks=side // pieces, dtype="f").persist()
                    wait(x, timeout=max(1, end - time.monotonic()))
                    client.run(_finish)
                    start = time.perf_counter()
                    y = (x + x.T).persist()
                    wait(y, timeout=max(1, end - time.monotonic()))
                    client.run(_finish)
                    seconds.append(time.perf_counter() - start)
                    del x, y
                yield {"row": f"Dask, x + x.T of {side:,} squared float32, chunks of {side // pieces:,}, {protocol}",
                       "unit": "s", "ours": min(seconds[1:]), "most": 0.5 if protocol == "cupy://" else None}


def _finish() -> None:
    cupy.cuda.Device().synchronize()


def frames(n: int, scale: float, left: float) -> Iterator[dict[str, float | str]]:
    """Messages of arrays of 128 MiB that another process has asked for, over ``cupy://``."""
    from cupyx.distributed import _preload  # noqa: F401  as workers register the protocol

    yield from asyncio.run(_frames(max(1 << 17, int((1 << 27) * scale)), left))


async def _frames(size: int, left: float) -> list[dict[str, float | str]]:
    from distributed.protocol.serialize import to_serialize

    comms: Any = importlib.import_module("distributed.comm")
    x = cupy.zeros(size, "B")

    async def serve(comm: CupyComm) -> None:
        while await comm.read() == "more":
            await comm.write([to_serialize(x)] * _FRAMES)
        await comm.close()

    async with comms.listen("cupy://127.0.0.1", serve) as listener:
        reader = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "cupy_testing.bench.distributed", "--reader", listener.contact_address,
            stdout=subprocess.PIPE)
        try:
            told, _ = await asyncio.wait_for(reader.communicate(), left)
        finally:
            if reader.returncode is None:
                reader.kill()
    return [{"row": f"frames of {size / (1 << 20):g} MiB over cupy://", "unit": "GB/s", "least": 200.0,
             "ours": size * _FRAMES / float(told) / 1e9}]


async def _read(address: str) -> None:
    """The other process: the shortest time from asking to having all arrays on its own device."""
    from cupyx.distributed import _preload  # noqa: F401
    from distributed.comm.core import connect

    cupy.cuda.Device(cupy.cuda.runtime.getDeviceCount() - 1).use()
    comm, seconds = await connect(address), []
    for _ in range(6):
        start = time.perf_counter()
        await comm.write("more")
        found = await comm.read()
        cupy.cuda.Device().synchronize()
        seconds.append(time.perf_counter() - start)
        assert len(found) == _FRAMES and isinstance(found[0], cupy.ndarray)
    await comm.write("enough")
    await comm.close()
    print(min(seconds))


PARTS = {"collectives": members, "scaling": members, "transforms": members, "frames": frames, "dask": transposed_sum}


def _versions() -> str:
    """Of the device and of what moves arrays, as far as it is there."""
    found = [cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()]
    if nccl.available:
        found.append(f"NCCL {nccl.get_version()}")
    for name in ("torch", "dask"):
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            pass
    return ", ".join(found)


def rows(n: int, parts: list[str], scale: float, seconds: float) -> Iterator[dict[str, float | str | None]]:
    """All rows of some parts; what does not fit into the seconds has a row that says so."""
    end = time.monotonic() + seconds
    for part in parts:
        left = end - time.monotonic()
        if left < 1:
            yield {"row": part, "error": f"the {seconds:g} s were over"}
            continue
        given = (part,) if PARTS[part] is members else ()
        try:
            yield from PARTS[part](*given, n, scale, left)
        except Exception as error:
            yield {"row": part, "error": f"{type(error).__name__}: {error}"}


def main(arguments: Any = None) -> None:
    """The table, a line a row."""
    parser = argparse.ArgumentParser(prog="python -m cupy_testing.bench.distributed", description=__doc__)
    parser.add_argument("--processes", type=int, help="of devices as many as there are, else 2")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--scale", type=float, default=1.0, help="factor on operands' sizes")
    parser.add_argument("--seconds", type=float, default=110, help="after which nothing more is begun")
    parser.add_argument("--reader", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.reader:
        asyncio.run(_read(options.reader))
        return
    devices = cupy.cuda.runtime.getDeviceCount()
    n = options.processes or (devices if Cupy().backend != "host" else max(2, devices))
    print(f"{n} processes, operands times {options.scale:g}; cupy {cupy.__version__}, " + _versions())
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "critical")      # its workers' words of coming and going
    print("| row | unit | ours | PyTorch | ratio or efficiency | goal |\n| --- | --- | --- | --- | --- | --- |")
    for row in rows(n, options.only, options.scale, options.seconds):
        print(line(row), flush=True)


if __name__ == "__main__":
    main()
