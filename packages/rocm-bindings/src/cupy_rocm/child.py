"""Compiles in another process, which hipRTC may end as it likes: for machines with no device.

Requests and answers are lines of JSON over pipes; one request runs at a time.
"""
from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence

from cupy_rocm.errors import CompileError

__all__ = ["Child", "serve"]


class Child:
    """A process that compiles one source after the other, started when needed and again after an abort."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process = None
        self._owner = 0

    def compile(self, source: str, name: str, flags: Sequence[str],
                name_expressions: Sequence[str]) -> tuple[bytes, str, dict[str, str]]:
        """``(image, log, lowered)``; raises `CompileError`."""
        request = {"source": source, "name": name, "flags": flags, "name_expressions": list(name_expressions)}
        with self._lock:
            process = self._started()
            assert process.stdin and process.stdout and process.stderr
            try:
                process.stdin.write(json.dumps(request).encode() + b"\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except BrokenPipeError:
                line = b""
            if not line:
                self._process = None
                process.stdin.close()
                said = process.stderr.read().decode(errors="replace").strip()
                raise CompileError(f"hipRTC ended its process ({_ending(process.wait())}) {said}".rstrip(),
                                   source, name)
        answer = json.loads(line)
        if "error" in answer:
            raise CompileError(answer["error"], source, name)
        return base64.b64decode(answer["image"]), answer["log"], answer["lowered"]

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._owner != os.getpid():     # a fork's pipes are its parent's
            script = "from cupy_rocm.child import serve; serve()"
            environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self._process = subprocess.Popen(
                [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, env=environment)
            self._owner = os.getpid()
        return self._process


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"


def serve() -> None:
    """Answer requests until the other side goes away."""
    from cupy_rocm import compiler

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)       # what a library prints is no answer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            image, log, lowered = compiler.compile_here(**request)
            answer = {"image": base64.b64encode(image).decode(), "log": log, "lowered": lowered}
        except Exception as error:
            answer = {"error": str(getattr(error, "log", error)) or type(error).__name__}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
