"""Sorting: values, positions, special values, axes, memory orders, errors."""
import numpy
import pytest

import cupy
from cupy import testing

#: Around the lengths at which kernels change: threads, warps, blocks, several tiles.
LENGTHS = (0, 1, 2, 31, 33, 100, 1000, 1025, 5000, 9001, 100_003)
SPECIAL = (numpy.nan, -numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0)


def values(xp, dtype, shape, seed=0):
    """Many ties, and every special value often."""
    random = numpy.random.default_rng(seed)
    dtype = numpy.dtype(dtype)
    if dtype.kind in "iu":
        info = numpy.iinfo(dtype)
        a = random.integers(info.min, info.max, shape, dtype, endpoint=True)
        return xp.asarray(numpy.where(random.random(shape) < 0.5, a, a % 7).astype(dtype))
    a = (random.standard_normal(shape) * 100).round(1).astype(dtype)
    if dtype.kind in "fc":
        for value in SPECIAL:
            a[random.random(shape) < 0.05] = value
    if dtype.kind == "c":
        a.imag = values(numpy, dtype.char.lower(), shape, 1)
    return xp.asarray(a.astype(dtype))


@pytest.mark.parametrize("length", LENGTHS)
@testing.for_dtypes("?bHeildL")
@testing.numpy_cupy_array_equal()
def test_sort(xp, dtype, length):
    a = values(xp, dtype, length)
    if xp is numpy and a.dtype == "e":      # NumPy 2.5.5 leaves some halves out of order on processors with AVX-512
        return xp.sort(a.astype("f")).astype("e")
    return xp.sort(a)


@pytest.mark.parametrize("length", LENGTHS)
@testing.for_dtypes("BhfIdL")
@testing.numpy_cupy_array_equal()
def test_argsort(xp, dtype, length):
    return xp.argsort(values(xp, dtype, length), kind="stable")


@testing.for_all_dtypes()
@testing.numpy_cupy_array_equal()
def test_every_dtype(xp, dtype):
    a = values(xp, dtype, (5, 300))
    return xp.sort(a), xp.argsort(a, stable=True)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, None])
@pytest.mark.parametrize("order", "CF")
@testing.numpy_cupy_array_equal()
def test_axes(xp, axis, order):
    a = xp.asarray(values(numpy, "f", (7, 40, 33)), order=order)
    strided = a[::-1, ::2, ::-3]
    return (xp.sort(a, axis), xp.argsort(a, axis, kind="stable"),
            xp.sort(strided, axis), xp.argsort(strided, axis, kind="stable"))


@pytest.mark.parametrize("length", [5, 100, 170, 300, 20_000])
@pytest.mark.parametrize("rows", [3, 40])
@testing.for_dtypes("bhfd")
@testing.numpy_cupy_array_equal()
def test_rows(xp, dtype, rows, length):
    a = values(xp, dtype, (rows, length))
    return xp.sort(a), xp.argsort(a, kind="stable")


@pytest.mark.parametrize("rows", [1, 2, 7, 20, 70])
@testing.for_dtypes("?bBHilLefd")
def test_short_rows_of_every_length(dtype, rows):
    """Side by side where they are many enough; equal items, NaN, both zeros and infinities among them."""
    rng = numpy.random.default_rng(rows)
    for length in (*range(1, 20), 31, 32, 33, 64, 127, 257, 511, 512, 513):
        a = rng.integers(0, 2 if dtype is bool else rng.choice([3, 100]), (rows, length)).astype(dtype)
        if a.dtype.kind == "f":
            for value in (numpy.nan, -0.0, numpy.inf, -numpy.inf, -5.5):
                a[rng.random(a.shape) < 0.1] = value
        given = cupy.asarray(a)
        testing.assert_array_equal(cupy.sort(given), numpy.sort(a))
        testing.assert_array_equal(cupy.argsort(given, kind="stable"), numpy.argsort(a, kind="stable"))


@pytest.mark.parametrize("length", [50, 3000, 30_000, (40, 30)])
@testing.for_dtypes("efd")
def test_stable_zeros(dtype, length):
    a = numpy.where(values(numpy, "i", length) % 2 == 0, dtype(0.0), dtype(-0.0)).astype(dtype)
    sorted_ = cupy.sort(cupy.asarray(a), kind="stable").get()
    numpy.testing.assert_array_equal(numpy.signbit(sorted_), numpy.signbit(a))


@testing.numpy_cupy_array_equal()
def test_kinds(xp):
    a = xp.asarray([3, 1, 2])
    return [xp.sort(a, kind=kind) for kind in (None, "quicksort", "heapsort", "mergesort", "stable")]


@testing.for_dtypes("bfD")
@testing.numpy_cupy_array_equal()
def test_in_place(xp, dtype):
    a = values(xp, dtype, (20, 30))
    b, c = a.copy(), a[::2, ::-1].copy()
    view = c[:, ::3]
    a.sort(), b.sort(0), view.sort()
    return a, b, c, a.argsort(0, kind="stable")


def test_in_place_returns_nothing():
    assert cupy.arange(3).sort() is None


@testing.for_dtypes("?bHliefdFD")
@testing.numpy_cupy_array_equal()
def test_sort_complex(xp, dtype):
    return xp.sort_complex(values(xp, dtype, (3, 20)))


def test_msort():
    a = values(numpy, "f", (20, 5))
    numpy.testing.assert_array_equal(cupy.msort(cupy.asarray(a)).get(), numpy.sort(a, axis=0))


@testing.numpy_cupy_array_equal()
def test_lexsort(xp):
    a, b = values(xp, "b", (4, 50)) % 5, values(xp, "f", (4, 50))
    flat = [a[0] % 2, a[1], b[2]]
    return (xp.lexsort((a, b)), xp.lexsort((b, a), axis=0), xp.lexsort(a[0]), xp.lexsort(b),
            xp.lexsort(flat), xp.lexsort((a[:0, 0], b[:0, 1])), xp.lexsort((values(xp, "D", 30), a[0, :30])))


@testing.numpy_cupy_array_equal()
def test_no_axis(xp):
    return xp.argsort(xp.array(5)), xp.sort(xp.array(5), axis=None), xp.sort(xp.zeros((0, 3)), axis=1)


def test_method_argsort_of_lists():
    numpy.testing.assert_array_equal(cupy.argsort([3, 1, 2]).get(), [1, 2, 0])


BAD = [
    lambda xp: xp.sort(xp.array(1)), lambda xp: xp.sort(xp.zeros(3), axis=1), lambda xp: xp.array(1).sort(),
    lambda xp: xp.argsort(xp.zeros((2, 2)), axis=-3), lambda xp: xp.sort(xp.zeros(3), kind="x"),
    lambda xp: xp.sort(xp.zeros(3), kind=3), lambda xp: xp.sort(xp.zeros(3), order="x"),
    lambda xp: xp.sort(xp.zeros(3), kind="stable", stable=True), lambda xp: xp.lexsort(xp.array(1)),
    lambda xp: xp.lexsort((xp.array(1),), axis=10), lambda xp: xp.lexsort(()),
    lambda xp: xp.lexsort((xp.zeros(2), xp.zeros(3))),
    lambda xp: xp.lexsort(xp.zeros((2, 3)), axis=1), lambda xp: xp.sort_complex(xp.array(1)),
]


@pytest.mark.parametrize("call", BAD)
@testing.numpy_cupy_raises()
def test_errors(xp, call):
    call(xp)


@pytest.mark.parametrize("shape", [(1, 1, 7, 5, 1), (6, 1), (1, 6), (1,), (0, 1), (1, 0), (3, 1, 2, 1, 1)])
@pytest.mark.parametrize("dtype", ["i1", "f2", "f8", "c8", "M8[s]", "S3"])
def test_axes_of_one_item(shape, dtype):
    size = numpy.prod(shape, dtype=int)
    x = numpy.random.default_rng(1).integers(0, 9, size).astype("i8").astype(dtype).reshape(shape)
    for axis in (*range(-len(shape), len(shape)), None):
        for view in (lambda a: a, lambda a: a.T, lambda a: a[::-1]):
            a, b = view(x), cupy.asarray(x)
            for name in ("sort", "argsort"):
                wanted = getattr(numpy, name)(a, axis=axis, **({"kind": "stable"} if name == "argsort" else {}))
                found = getattr(cupy, name)(view(b), axis=axis)
                assert found.dtype == wanted.dtype
                numpy.testing.assert_array_equal(found.get(), wanted)
    y = cupy.asarray(x)
    assert not cupy.may_share_memory(cupy.sort(y, axis=0), y)


def close_keys(dtype, n):
    """Rows of keys for positions by words: of the whole type, in a narrow range, equal, and apart in low bits only."""
    rng = numpy.random.default_rng(n)
    if numpy.dtype(dtype).kind != "f":
        info = numpy.iinfo(dtype)
        near = rng.integers(0, 99, n).astype(dtype)
        far = near.copy()
        far[[5, 8]] = info.max, info.min
        return near, far, rng.integers(info.min, info.max, n, dtype, endpoint=True), numpy.full(n, info.max, dtype)
    values = (rng.standard_normal(n) * 1000).astype(dtype)
    special = values.copy()
    for step, value in ((7, numpy.nan), (5, -0.0), (11, 0.0), (13, numpy.inf), (17, -numpy.inf), (19, -numpy.nan)):
        special[::step] = value
    near = (1 + rng.integers(0, 50_000, n) * numpy.finfo(dtype).eps).astype(dtype)
    far = near.copy()
    far[[0, n // 2]] = 1e30, -1e30
    return values, numpy.round(values / 300), special, near, far


@pytest.mark.parametrize("n", [599, 600, 1024, 1025, 70_000])
@pytest.mark.parametrize("dtype", "fdiIlL")
def test_positions_of_close_keys(dtype, n):
    for x in close_keys(dtype, n):
        testing.assert_array_equal(cupy.argsort(cupy.asarray(x)), numpy.argsort(x, kind="stable"))
        rows = numpy.stack([x, x[::-1], numpy.roll(x, 3)])
        testing.assert_array_equal(cupy.argsort(cupy.asarray(rows)), numpy.argsort(rows, kind="stable"))
