"""Runs a kernel of one source, for tests of what sources may include."""
import pytest

import cupy


def skip_without_header(error):
    """Skip the test where the toolkit lacks a header, or has one that only its offline compiler takes."""
    if "open source file" in str(error) or "not allowed in JIT mode" in str(error):
        pytest.skip("the toolkit has no such header for compilation at run time")


def run(code, out, *args, blocks=1, threads=32):
    """Run the kernel `f` of a source; `out` is its first argument and comes back as a NumPy array."""
    try:
        kernel = cupy.RawKernel(code, "f", options=("--std=c++17",))
        kernel.compile()
    except cupy.cuda.compiler.CompileException as error:
        skip_without_header(error)
        raise
    kernel((blocks,), (threads,), (out, *args))
    return out.get()
