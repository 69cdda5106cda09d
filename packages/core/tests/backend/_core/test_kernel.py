"""Kernels of a header: parameter blocks filled by name, launches by shape and by items."""
import threading

import numpy
import pytest

import cupy
from cupy._codegen import declared
from cupy._core.kernel import Kernel, type_characters
from cupy._core.target import blocks_of_work, multiprocessors, serial_blocks
from cupy_testing.layouts import unaligned

PARAMS = """
#pragma once
#include "params.hpp"
namespace cupy {
constexpr int kTerms = 4;
struct Term { double factor; int power; };
struct Poly {
    const void *x;
    void *y;
    long long count;
    double offset = 0.5;
    int terms;
    Term term[kTerms];
    unsigned char flags[3];
    Divider width;
};
}
"""

HEADER = """
#pragma once
#include "device/map.hpp"
#include "poly_params.hpp"
namespace cupy {
template <class T> CUPY_DEVICE void poly(const Poly &p, long long i) {
    const double x = (double)static_cast<const T *>(p.x)[i];
    double sum = p.offset + p.flags[0] + 10 * p.flags[1] + 100 * p.flags[2] + 1000.0 * (double)(i / p.width.divisor);
    for (int k = 0; k < p.terms; ++k) {
        double power = 1;
        for (int n = 0; n < p.term[k].power; ++n) power *= x;
        sum += p.term[k].factor * power;
    }
    static_cast<T *>(p.y)[i] = (T)sum;
}
}
#define CUPY_TEMPLATE(name, T) CUPY_MAP_KERNEL(name, cupy::Poly, cupy::poly<T>)
"""


@pytest.fixture(scope="module")
def poly(tmp_path_factory):
    folder = tmp_path_factory.mktemp("headers")
    (folder / "poly.hpp").write_text(HEADER)
    (folder / "poly_params.hpp").write_text(PARAMS)
    before = list(declared.kernels)
    kernel = Kernel("poly.hpp", folder, "Poly", packed=("f", "d"))
    assert declared.kernels == [*before, kernel.spec]
    yield kernel
    declared.kernels.remove(kernel.spec)


TERMS = [{"factor": 2.0, "power": 1}, {"factor": 3.0, "power": 2}]


def expected(x, offset=0.5, flags=0, width=10):
    return offset + flags + 1000 * (numpy.arange(x.size) // width) + 2 * x + 3 * x ** 2


def given(**more):
    return {"terms": 2, "term": TERMS, "flags": (1, 2, 3), "width": 10, **more}


@pytest.mark.parametrize("dtype", ["f", "d"])
@pytest.mark.parametrize("count", [1, 77, 100_000])
def test_items_are_mapped(poly, dtype, count):
    x = numpy.linspace(-1, 1, count).astype(dtype)
    y = cupy.empty(count, dtype)
    poly.map(dtype, count, work=50, x=cupy.asarray(x), y=y, **given())
    numpy.testing.assert_allclose(y.get(), expected(x.astype("d"), flags=321).astype(dtype), rtol=1e-6)
    poly.map((numpy.dtype(dtype),), count, x=cupy.asarray(x), y=y, **given(offset=-1, flags=b"\0\0\1"))
    numpy.testing.assert_allclose(y.get(), expected(x.astype("d"), -1, 100).astype(dtype), rtol=1e-6)


def test_launch_by_shape(poly):
    x, y = cupy.arange(600.0), cupy.empty(600)
    poly("d", blocks=2, threads=256, x=x, y=y, count=600, **given(flags=[0], width=50))
    numpy.testing.assert_allclose(y.get(), expected(x.get(), width=50))


@pytest.mark.parametrize("count", [0, -1])
def test_nothing_is_launched_for_nothing(poly, count):
    y = cupy.full(3, 7.0)
    poly.map("d", count, y=y, nonsense=1)
    poly("d", blocks=count, y=y, nonsense=1)
    assert y.get().tolist() == [7, 7, 7]


@pytest.mark.parametrize("fields, error, words", [
    ({"unknown": 1}, TypeError, "no member unknown"),
    ({"terms": 1.5}, TypeError, "float"),
    ({"terms": 1 << 40}, OverflowError, None),
    ({"flags": (1, 2, 3, 4)}, ValueError, "holds 3"),
    ({"flags": bytes(4)}, ValueError, "has 3 bytes"),
    ({"flags": (300,)}, OverflowError, None),
    ({"flags": 5}, TypeError, "iter"),
    ({"term": TERMS * 3}, ValueError, "holds 4"),
    ({"term": [{"factor": 1.0}]}, TypeError, "missing power"),
    ({"term": [3]}, TypeError, "by name"),
    ({"width": "ten"}, TypeError, None),
    ({"x": "text"}, TypeError, None),
])
def test_wrong_members(poly, fields, error, words):
    with pytest.raises(error, match=words):
        poly.map("d", 3, **given(x=cupy.ones(3), y=cupy.empty(3)) | fields)


def test_missing_members_are_named(poly):
    with pytest.raises(TypeError, match=r"cupy::Poly: missing count, flags"):
        poly("d", blocks=1, terms=0, term=[], width=1)


def test_pack_gives_the_bytes_and_keeps_the_arrays(poly):
    x = cupy.ones(3)
    data, arrays = poly.pack(given(x=x, y=None, count=3))
    assert arrays == (x,) or arrays[0] is x
    assert len(data) == poly.block.size
    words = numpy.frombuffer(data[:32], "q")
    assert words[:3].tolist() == [x.data.ptr, 0, 3] and words[3:].view("d")[0] == 0.5
    assert poly.constants["kTerms"] == 4


def test_numbers_of_numpy_and_addresses(poly):
    x, y = cupy.arange(5.0), cupy.empty(5)
    poly("d", blocks=numpy.int64(1), x=x.data.ptr, y=y.data.ptr, count=numpy.int32(5), offset=numpy.float32(2),
         terms=numpy.uint8(1), term=numpy.array(TERMS[:1], object), flags=numpy.zeros(3, "B"), width=numpy.int16(9))
    assert y.get().tolist() == [2, 4, 6, 8, 10]


def test_shapes_of_launches(poly):
    if serial_blocks():
        assert poly.blocks(1 << 30, 256, work=100) == 4 * multiprocessors()
        assert poly.blocks(100, 1) == 1
    else:
        assert poly.blocks(1000, 256) == 4
        assert poly.blocks(1 << 30, 256, waves=2) == 2 * multiprocessors()
    assert poly.blocks(0, 256) == 0
    assert blocks_of_work(0) == 1


def test_units_for_packs_assert_the_layout(poly):
    units = [unit for unit, _ in poly.spec.units("host")]
    assert [unit.name for unit in units] == ["poly_f", "poly_d"]
    assert all(f"sizeof(cupy::Poly) == {poly.block.size}" in unit.text for unit in units)


def test_type_characters():
    assert type_characters("int64", "uint64", numpy.float32, "longlong") == "lLfl"


def test_threads_share_a_kernel(poly):
    x = cupy.arange(1000.0)
    results = []

    def work():
        for _ in range(20):
            y = cupy.empty(1000)
            poly.map("d", 1000, x=x, y=y, **given())
            results.append(y.get())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 80
    for result in results:
        numpy.testing.assert_array_equal(result, expected(x.get(), flags=321))


def test_elements_that_are_not_aligned(poly):
    values = numpy.arange(20.0)
    x = unaligned(cupy, values)
    assert not x.flags.aligned
    y = cupy.empty(20)
    poly.map("d", 20, x=x, y=y, **given())
    numpy.testing.assert_allclose(y.get(), expected(values, flags=321))
    with pytest.raises(ValueError, match="not aligned"):
        poly.map("d", 20, x=y, y=x, **given())
    odd = cupy.asarray(numpy.zeros(20, [("a", "u1"), ("b", "f8")]))["b"]
    with pytest.raises(ValueError, match="strides"):
        poly.map("d", 20, x=odd, y=y, **given())
