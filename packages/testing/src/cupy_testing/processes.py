"""Groups of processes that run the same program, for tests of `cupyx.distributed`."""
from __future__ import annotations

import os
import socket
import subprocess
import sys
import textwrap
from typing import Any

import pytest

import cupy

#: What every process does first; then ``rank``, ``n``, ``port`` and ``group`` are there.
PRELUDE = """
import os, sys, time
import cupy, numpy
from cupyx import distributed
rank, n, port = map(int, sys.argv[1:4])
cupy.cuda.Device(rank % cupy.cuda.runtime.getDeviceCount()).use()
group = distributed.init_process_group(n, rank, port=port, timeout=float(sys.argv[4]))
"""

#: Seconds within which an error comes that waits for no time-out, on a machine that does much else.
LONG = 200


def devices() -> Any:
    """How many processes can have a device each; on the host as many as one likes."""
    return cupy.cuda.runtime.getDeviceCount() if os.environ.get("CUPY_BACKEND") != "host" else 64


def free_port() -> Any:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start(code: str, n: int, timeout: Any = LONG + 100, prelude: str = PRELUDE, before: Any = ()) -> Any:
    """The processes of a group; skips the test where there are too few devices.

    Parameters
    ----------
    code : str
        What each runs after `prelude`.
    n : int
        How many there are.
    timeout : float, optional
        Of the group, in seconds.
    prelude : str, optional
        How they join it.
    before : sequence of str, optional
        Words of a command that runs each process.
    """
    if devices() < n:
        pytest.skip(f"needs {n} devices")
    port, text = free_port(), prelude + textwrap.dedent(code)
    return [subprocess.Popen([*before, sys.executable, "-c", text, str(rank), str(n), str(port), str(timeout)],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for rank in range(n)]


def outputs(processes: Any, timeout: Any = LONG) -> Any:
    """What each has printed; an assertion where one failed."""
    texts = [process.communicate(timeout=timeout)[0] for process in processes]
    for process, text in zip(processes, texts, strict=True):
        assert process.returncode == 0, text
    return texts


def run(code: str, n: int | None = None, **options: Any) -> Any:
    """What a group of three prints, or of two where there are only two devices, unless told how many."""
    return outputs(start(code, n or max(2, min(3, devices())), **options))
