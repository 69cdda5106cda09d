"""Generated text of kernels against files; a change of either is meant to be seen.

``CUPY_UPDATE_GOLDENS=1`` writes the files anew.
"""
import os
import re
from pathlib import Path

import pytest

from cupy._codegen import elementwise, moves, reduction
from cupy._precompile.builtin import operations, reductions, units
from cupy._codegen.parameters import parse_parameters
from cupy._codegen.elementwise import EACH_ROUNDED
from cupy._codegen.user_elementwise import Body, raw_type, source

GOLDENS = Path(__file__).parent / "goldens"


def operation(name):
    return next(op for op in operations() if op.name == name)


def user_kernel():
    ins = parse_parameters("float32 x, T y, raw T z")
    outs = parse_parameters("T w", known=ins)
    body = Body(ins + outs, 3, "w = x * y + twice(z[i])",
                preamble="#include <cuda_fp16.h>\n__device__ T twice(T x) { return x + x; }")
    return source("user", body, "fddd", [("T", "d")], [raw_type("d", 2, False, True)], 0)


CASES = {
    "add_linear": lambda: elementwise.unit(operation("add"), "linear"),
    "add_planar": lambda: elementwise.unit(operation("add"), "planar"),
    "frexp_linear_host": lambda: elementwise.unit(operation("frexp"), "linear", "host"),
    "astype_f_linear": lambda: elementwise.unit(moves.astype("f"), "linear"),
    "add_mixed": lambda: elementwise.mixed(operation("add"), "dd", "d", "out0 = in0 + in1", "if", "e", 3, "cuda"),
    "add_single": lambda: elementwise.find(operation("add"), "HH", "H", "out0 = in0 + in1", 1, "cuda")[0],
    "user": user_kernel,
}


@pytest.mark.parametrize("name", CASES)
def test_golden(name):
    """The text is what it was."""
    text = CASES[name]().text
    path = GOLDENS / f"{name}.cpp"
    if os.environ.get("CUPY_UPDATE_GOLDENS"):
        path.write_text(text)
    assert text == path.read_text()


@pytest.mark.parametrize("language", ["cuda", "host"])
def test_units_are_whole(language):
    """Every unit exports what it says, once; names are unique over all units."""
    seen = set()
    for unit in units(language):
        assert unit.functions, unit.name
        for function in unit.functions:
            assert len(re.findall(rf"\({function}[,)]", unit.text)) == 1
            assert function not in seen
            seen.add(function)
    assert {"add_ff_f_flat", "less_dd_o_strided", "copy_I_I_flat", "astype_f_f_d_flat"} <= seen


@pytest.mark.parametrize("language", ["cuda", "hip", "host"])
def test_every_loop_is_found(language):
    """For each loop and each of its variants there is a module that exports its kernel."""
    for op in (*moves.MOVES, *operations()):
        for ins, outs, body in op.loops():
            mask = elementwise.variants(op, body, language)
            assert mask & 0b1001 == 0b1001
            for variant in range(4):
                if mask >> variant & 1:
                    unit, name = elementwise.find(op, ins, outs, body, variant, language)
                    assert name in unit.functions


def test_text_is_the_same_every_time():
    """Keys of packs are hashes of the text."""
    first = [(unit.name, unit.text) for unit in units("cuda")]
    elementwise.unit.cache_clear()
    assert first == [(unit.name, unit.text) for unit in units("cuda")]


@pytest.mark.parametrize("name", sorted(CASES))
def test_operations_round_as_within_fused_kernels(name):
    """On GPUs every kernel of an operation that may be fused is compiled as those of `fuse` are."""
    wanted = () if name.endswith("host") or name == "user" else EACH_ROUNDED
    assert CASES[name]().options == wanted


def test_reductions_of_the_host_are_compiled_by_input():
    """Those of all types together take a compiler twenty seconds."""
    spec = next(spec for spec in reductions() if spec.name == "sum")
    for char, acc, out in spec.loops():
        found = reduction.find(spec, char, acc, out, "host").functions
        assert reduction.function_name("sum", char, out, 0) in found
        assert {name.split("_")[2] for name in found} == {reduction.identifier(char)}
