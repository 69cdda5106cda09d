"""Runs a kernel of one source, for tests of what sources may include."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

import cupy


def skip_without_header(error: Any) -> None:
    """Skip the test where the toolkit lacks a header, or has one that only its offline compiler takes."""
    if "open source file" in str(error) or "not allowed in JIT mode" in str(error):
        pytest.skip("the toolkit has no such header for compilation at run time")


def run(code: str, out: Any, *args: Any, blocks: Any = 1, threads: Any = 32) -> Any:
    """Run the kernel `f` of a source; `out` is its first argument and comes back as a NumPy array."""
    try:
        kernel = cupy.RawKernel(code, "f", options=("--std=c++17",))
        kernel.compile()
    except cupy.cuda.compiler.CompileException as error:
        skip_without_header(error)
        raise
    kernel((blocks,), (threads,), (out, *args))
    return out.get()


_TYPES = {"f": "float", "d": "double", "i": "int", "I": "unsigned", "q": "long long", "Q": "unsigned long long",
          "H": "unsigned short", "?": "bool"}


def function_module(rows: list[tuple[str, ...]]) -> Callable[..., Any]:
    """A module with a kernel for each of `rows`.

    Parameters
    ----------
    rows : sequence of (str, str)
        Type characters as ``"d=dd"`` and what the kernel computes of `a`, `b`, … at each place, ``"pow(a, b)"``;
        or statements that end with one that sets the result `r`.

    Returns
    -------
    callable
        ``call(row, *arrays)`` gives the NumPy array of results of a row for arrays of one length.
    """
    kernels = []
    for k, (types, code) in enumerate(rows):
        result, arguments = types.split("=")
        named = [(_TYPES[char], "abce"[at]) for at, char in enumerate(arguments)]
        taken = "".join(f", const {kind} *{name}s" for kind, name in named)
        read = " ".join(f"const {kind} {name} = {name}s[k];" for kind, name in named)
        body = code if "r =" in code else f"r = {code}"
        kernels.append(f'extern "C" __global__ void f{k}({_TYPES[result]} *out, int n{taken}) {{\n'
                       "    const int k = blockIdx.x * blockDim.x + threadIdx.x;\n"
                       f"    if (k < n) {{ {_TYPES[result]} r; {read} {body}; out[k] = r; }}\n}}\n")
    module = cupy.RawModule(code="".join(kernels), options=("--std=c++17",))
    places = {row: k for k, row in enumerate(rows)}

    def call(row: tuple[str, ...], *arrays: numpy.ndarray) -> numpy.ndarray:
        types = row[0]
        given = [cupy.asarray(x, char) for x, char in zip(arrays, types.split("=")[1], strict=True)]
        out = cupy.zeros(given[0].size, types[0])
        module.get_function(f"f{places[row]}")((out.size // 128 + 1,), (128,), (out, numpy.int32(out.size), *given))
        return out.get()

    return call
