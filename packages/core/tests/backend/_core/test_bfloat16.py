"""bfloat16: a dtype of arrays like any other, through ml_dtypes."""
import numpy
import pytest

import cupy

ml_dtypes = pytest.importorskip("ml_dtypes")
pytestmark = pytest.mark.optional
BF16 = numpy.dtype(ml_dtypes.bfloat16)


def test_round_trip():
    host = numpy.array([0, -0.0, 1.5, numpy.inf, numpy.nan, 3e38], BF16)
    back = cupy.asarray(host).get()
    assert back.dtype == BF16
    numpy.testing.assert_array_equal(back.view("u2"), host.view("u2"))


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_casts_both_ways(dtype):
    host = numpy.arange(100).astype(dtype)
    there = cupy.asarray(host).astype(BF16)
    numpy.testing.assert_array_equal(there.get(), host.astype(BF16))
    numpy.testing.assert_array_equal(there.astype(dtype).get(), host.astype(BF16).astype(dtype))


def test_rounding_is_to_nearest_even():
    host = numpy.array([1 + 2.0 ** -8, 1 + 3 * 2.0 ** -8, 1 + 2.0 ** -8 + 2.0 ** -16], "f4")
    numpy.testing.assert_array_equal(cupy.asarray(host).astype(BF16).get(), host.astype(BF16))


@pytest.mark.parametrize("other, wanted", [
    ("?", BF16), ("i1", BF16), ("u1", BF16), ("f4", "f4"), ("f8", "f8"), ("c8", "c8")])
def test_promotion(other, wanted):
    assert (cupy.ones(2, BF16) + cupy.ones(2, other)).dtype == wanted


@pytest.mark.parametrize("scalar", [2, 2.5, True])
def test_python_scalars_are_weak(scalar):
    result = cupy.ones(2, BF16) * scalar
    assert result.dtype == BF16 and float(result[0]) == scalar


def test_sum_accumulates_in_float32():
    a = cupy.ones(4096, BF16)
    assert a.sum().dtype == BF16 and float(a.sum()) == 4096
    assert float(a.mean()) == 1


def test_reductions_and_comparison():
    host = numpy.array([3, 1, 2], BF16)
    a = cupy.asarray(host)
    assert (float(a.max()), float(a.min()), int(a.argmax())) == (3, 1, 0)
    assert (a > 1.5).get().tolist() == [True, False, True]


def test_indexing_and_views():
    a = cupy.arange(12).astype(BF16).reshape(3, 4)
    assert a[1:, ::-1].get().astype(int).tolist() == [[7, 6, 5, 4], [11, 10, 9, 8]]
    a[a > 5] = 0
    assert float(a.astype("f4").sum()) == 15
    assert a.view("u2").dtype == numpy.uint16


def test_creation():
    assert cupy.zeros(3, BF16).dtype == cupy.full(3, 1.5, dtype=BF16).dtype == BF16
    assert cupy.array([1, 2], dtype="bfloat16").dtype == BF16
