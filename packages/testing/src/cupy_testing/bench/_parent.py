"""Running cases in worker processes, so that no case can stop a run."""
from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cupy_testing.bench._case import Case

SOURCE = str(Path(__file__).parents[2])


def run(cases: Sequence[Case], library: str, label: str, *, path: str | None = None, scale: float = 1.0,
        timeout: float = 180, show: Callable[..., Any] | None = None) -> Iterator[dict[str, Any]]:
    """Yield one row for each case.

    Parameters
    ----------
    cases : list of Case
        What to run, in order.
    library, label : str
        Which library, and what to call it in the rows.
    path : str, optional
        Goes in front of ``PYTHONPATH``: where the workers find the library.
    scale : float, optional
        Factor on the sizes of big operands.
    timeout : float, optional
        Seconds a case may take.
    show : callable, optional
        Called with the key of the case that has begun.
    """
    pending = [case for case in cases if not case.fresh]
    while pending:
        done = 0
        for row in _worker(pending, library, label, path, scale, timeout, show):
            done += 1
            yield row
        pending = pending[done:]
    for case in cases:
        if case.fresh:
            yield from _worker([case], library, label, path, scale, timeout, show)


def _worker(cases: Sequence[Case], library: str, label: str, path: str | None, scale: float, timeout: float,
            show: Any) -> Iterator[dict[str, Any]]:
    """Rows of one process, until it ends; a case that ends it has a row that says so."""
    cache = tempfile.mkdtemp(prefix="bench-cache-") if cases[0].fresh else None
    process = subprocess.Popen(
        [sys.executable, "-m", "cupy_testing.bench._worker"], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True, env=environment(path, cache))
    assert process.stdin
    lines = queue.Queue()
    threading.Thread(target=read_lines, args=(process.stdout, lines), daemon=True).start()
    try:
        json.dump({"library": library, "label": label, "scale": scale,
                   "cases": [case.key for case in cases]}, process.stdin)
        process.stdin.close()
        for case in cases:
            if show:
                show(case.key)
            failed = {"label": label, "suite": case.suite, "case": case.name}
            try:
                line = lines.get(timeout=timeout)
            except queue.Empty:
                yield {**failed, "error": f"no result after {timeout} s"}
                return
            if line is None:
                yield {**failed, "error": f"the process ended with status {process.wait()}"}
                return
            yield json.loads(line)
    except BrokenPipeError:
        yield {"label": label, "suite": cases[0].suite, "case": cases[0].name,
               "error": f"the process ended with status {process.wait()}"}
    finally:
        process.kill()
        process.wait()
        if cache:
            shutil.rmtree(cache, ignore_errors=True)


def read_lines(stream: Any, lines: Any) -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def environment(path: str | None, cache: Any) -> dict[str, str]:
    env = dict(os.environ)
    parts = [path, SOURCE, env.get("PYTHONPATH")]
    env["PYTHONPATH"] = os.pathsep.join(p for p in parts if p)
    if cache:
        env["CUPY_CACHE_DIR"] = cache
    return env
