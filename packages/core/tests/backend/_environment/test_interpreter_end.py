"""The end of a process, and other interpreters in it: nothing is printed, nothing crashes."""
import os
import subprocess
import sys
import textwrap

import pytest


def run(program):
    done = subprocess.run([sys.executable, "-W", "error", "-c", textwrap.dedent(program)], text=True, timeout=300,
                          capture_output=True, env=dict(os.environ))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_daemon_threads_at_work():
    assert run("""
        import threading, cupy

        at_work = threading.Barrier(5)

        def work():
            cupy.arange(3.0)
            at_work.wait()
            while True:
                float((cupy.arange(1000.0) + 1).sum())
                cupy.cuda.Stream().synchronize()

        for _ in range(4):
            threading.Thread(target=work, daemon=True).start()
        at_work.wait()
        for _ in range(200):
            cupy.arange(10).copy()
    """) == ""


def test_objects_that_outlive_the_modules():
    """Of every kind that owns something, in a cycle that is freed when the interpreter's modules are gone."""
    assert run("""
        import cupy

        kept = [cupy.arange(100.0), cupy.cuda.Stream(), cupy.cuda.Event(), cupy.cuda.MemoryPool().malloc(100),
                cupy.cuda.alloc_pinned_memory(100), cupy.ElementwiseKernel("T x", "T y", "y = x", "same"),
                cupy.random.default_rng(1),
                cupy.RawKernel('extern "C" __global__ void f(int *x) { x[0] = 1; }', "f")]
        kept[-1]((1,), (1,), (cupy.zeros(1, "i4"),))
        kept.append(kept)
        for name in list(vars(cupy)):
            if not name.startswith("__"):
                kept.append(getattr(cupy, name))
    """) == ""


def test_another_interpreter():
    """Extension modules of one interpreter, as NumPy's, are refused in another, and go on where they are."""
    pytest.importorskip("_xxsubinterpreters")
    assert run("""
        import _xxsubinterpreters as interpreters, cupy

        cupy.arange(3)
        other = interpreters.create()
        try:
            interpreters.run_string(other, "import cupy; cupy.arange(3)")
        except interpreters.RunFailedError as error:
            print("ImportError" in str(error))
        interpreters.destroy(other)
        print(int(cupy.arange(4).sum()))
    """).split()[-1] == "6"
