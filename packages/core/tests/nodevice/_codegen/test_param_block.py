"""Layouts of parameter blocks as headers declare them, and the assertions that compilers check them by."""
import shutil
import subprocess

import pytest

from cupy._codegen.kernel_spec import KernelSpec, on_devices
from cupy._codegen.param_block import read_block, read_constants

TEXT = """
#pragma once
namespace cupy { namespace stencil {
constexpr int kAxes = 3, kMore = kAxes * 2 + (1 << 2);
struct alignas(16) Wide { unsigned char bytes[16]; };
/* struct Line { int wrong; }; */
struct Axis { int left; long long stride; };
struct Line {
    const void *x, *y;          // both of one type
    unsigned char flag = 1;
    Axis axes[kAxes];
    float weights[2][kMore];
    double scale = -0.5;
    unsigned long long bits = 1 << 3;
    bool last = true;
    void *parts[2];
    Wide value;
};
}}
"""

CORE = [
    "copies_params.hpp:Copies", "device/bidiagonal.hpp:Bidiagonal", "device/householder.hpp:Householder",
    "device/jacobi_eigh.hpp:JacobiEigh", "device/jacobi_svd.hpp:JacobiSvd",
    "device/order_statistics.hpp:OrderStatistics", "device/radix_sort.hpp:RadixSort",
    "device/scatter_shared.hpp:ScatterShared", "device/schur.hpp:Schur", "device/search.hpp:Search",
    "device/small_lu.hpp:SmallLu", "sparse_params.hpp:SpMV", "sparse_params.hpp:MultiplyGroups",
    "device/tridiagonal.hpp:Tridiagonal",
    "device/value_table.hpp:ValueTable", "extent_params.hpp:Extent", "gradient_params.hpp:Gradient",
    "histogram_params.hpp:Histogram", "matmul_params.hpp:Matmul", "pad_params.hpp:Pad",
    "binary_reduce_params.hpp:BinaryReduce",
    "random_params.hpp:RandomFill", "reduce_params.hpp:Reduce", "repeat_params.hpp:Repeat", "scan_params.hpp:Scan",
    "triangle_params.hpp:Triangle", "upload_params.hpp:Upload",
]


def test_members_offsets_and_defaults():
    block = read_block(TEXT, "Line")
    assert block.name == "cupy::stencil::Line"
    found = {field.name: (field.format, field.count, field.offset, field.default) for field in block.fields}
    assert found == {
        "x": ("P", 0, 0, None), "y": ("P", 0, 8, None), "flag": ("B", 0, 16, 1), "axes": ("S", 3, 24, None),
        "weights": ("f", 20, 72, None), "scale": ("d", 0, 152, -0.5), "bits": ("Q", 0, 160, 8),
        "last": ("?", 0, 168, True), "parts": ("P", 2, 176, None), "value": ("S", 0, 192, None)}
    assert block.size == 208
    axis = next(field.block for field in block.fields if field.name == "axes")
    assert [(field.name, field.offset) for field in axis.fields] == [("left", 0), ("stride", 8)]


def test_constants_are_whole_number_expressions():
    assert read_constants(TEXT) == {"kAxes": 3, "kMore": 10}
    text = "constexpr double kHalf = 0.5;\nconstexpr long long kMany = 3 * (2 - 5) / 3;"
    assert read_constants(text) == {"kMany": -3}
    assert read_constants("enum Stage { kFirst, kNext,  // more\n kLast = 2 * 4, kBeyond };\nstruct A { int x; };") == {
        "kFirst": 0, "kNext": 1, "kLast": 8, "kBeyond": 9}
    assert read_constants("enum : unsigned char { kOne = 1, kTwo };\nconstexpr int kBoth = kOne + kTwo;") == {
        "kOne": 1, "kTwo": 2, "kBoth": 3}


@pytest.mark.parametrize("text, name, words", [
    ("struct A { int x; };", "B", "no struct B"),
    ("struct A { std::string x; };", "A", "cannot be read"),
    ("struct A { Missing x; };", "A", "cannot be read"),
    ("struct A { int x[kN]; };", "A", "not a constant"),
    ("struct A { int x = f(2); };", "A", "default"),
])
def test_what_cannot_be_read_says_so(text, name, words):
    with pytest.raises(ValueError, match=words):
        read_block(text, name)


@pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler")
def test_a_compiler_agrees(tmp_path):
    block = read_block(TEXT, "Line")

    def compiles(asserts):
        (tmp_path / "a.cpp").write_text(TEXT.replace("#pragma once", "") + asserts)
        command = ["g++", "-std=c++17", "-DCUPY_HOST", "-fsyntax-only", tmp_path / "a.cpp"]
        return subprocess.run(command, capture_output=True).returncode == 0

    assert compiles(block.asserts())
    assert not compiles(block.asserts().replace("axes) == 24", "axes) == 20"))


@pytest.mark.parametrize("params", CORE)
def test_core_s_blocks_are_read(params):
    spec = KernelSpec("device/any.hpp", None, params)
    assert spec.block.size >= 40 and spec.block.name.endswith(params.partition(":")[2])
    assert f"sizeof({spec.block.name}) == {spec.block.size}" in spec.block.asserts()


def test_structs_and_constants_of_core_are_found_through_includes():
    spec = KernelSpec("device/order_statistics.hpp", None, "device/order_statistics.hpp:OrderStatistics")
    assert spec.struct("KeyOrder").size == 56
    assert spec.struct("SampledRow").size == 336
    assert spec.constants["kTargets"] == 8
    with pytest.raises(ValueError, match="no struct Nothing"):
        spec.struct("Nothing")


def test_arguments_of_a_header_stand_before_the_types(tmp_path):
    (tmp_path / "window.hpp").write_text('#include "line.hpp"')
    (tmp_path / "line.hpp").write_text(TEXT)
    spec = KernelSpec("window.hpp", tmp_path, "Line", arguments="Box<3>, true")
    unit, name, _ = spec.find("fd", "cuda")
    assert name == "window_Box_3_true_fd" and spec.params_header == "line.hpp"
    assert f"CUPY_TEMPLATE({name}, Box<3>, true, float, double)" in unit.text


def test_kernels_of_devices_alone_are_not_packed_for_the_host():
    packed = on_devices("f", "d")
    assert packed("host") == () and packed("cuda") == packed("hip") == ("f", "d")
