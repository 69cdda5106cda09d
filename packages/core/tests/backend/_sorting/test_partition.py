"""Items in their sorted place: values, positions, axes, long rows, errors."""
import numpy
import pytest

import cupy
from cupy import testing


def values(dtype, shape, seed=0):
    random = numpy.random.default_rng(seed)
    a = (random.standard_normal(shape) * 20).astype(dtype)
    if a.dtype.kind in "fc":
        for value in (numpy.nan, -numpy.inf, -0.0, 0.0):
            a[random.random(shape) < 0.05] = value
    return a


def check(a, kth, axis=-1):
    """The ranks are right, and what lies between them is on its side."""
    x = cupy.asarray(a)
    expected = numpy.moveaxis(numpy.sort(a, axis=axis, kind="stable"), axis, -1)
    result = numpy.moveaxis(cupy.partition(x, kth, axis=axis).get(), axis, -1)
    positions = cupy.argpartition(x, kth, axis=axis)
    assert positions.dtype == numpy.int64
    taken = numpy.moveaxis(numpy.take_along_axis(a, positions.get(), axis), axis, -1)
    numpy.testing.assert_array_equal(numpy.sort(numpy.moveaxis(positions.get(), axis, -1), axis=-1),
                                     numpy.broadcast_to(numpy.arange(a.shape[axis]), result.shape))
    edges = sorted({k % a.shape[axis] for k in numpy.atleast_1d(kth).tolist()})
    for parts in (result, taken):
        first = 0
        for stop in [*edges, a.shape[axis]]:
            numpy.testing.assert_array_equal(parts[..., edges], expected[..., edges])
            numpy.testing.assert_array_equal(numpy.sort(parts[..., first:stop], axis=-1, kind="stable"),
                                             expected[..., first:stop])
            first = stop


@pytest.mark.parametrize("shape", [(1,), (100,), (3, 300), (3, 20_000), (100_000,)])
@pytest.mark.parametrize("kth", [0, -1, [0, -1], [-1, 0, 0]])
@testing.for_dtypes("?bHilefdD")
def test_ends(dtype, shape, kth):
    check(values(dtype, shape), kth)


@pytest.mark.parametrize("kth", [5000, [5000, 10_000], list(range(100, 140))])
@testing.for_dtypes("BhIfdL")
def test_middle(dtype, kth):
    check(values(dtype, (2, 20_000)), kth)


@pytest.mark.parametrize("axis", [0, 1, 2, -2])
def test_axes(axis):
    check(values("f", (9, 30, 7)), 4, axis)
    check(numpy.asfortranarray(values("i", (9, 30, 7)))[::-1, ::2], 4, axis)


@pytest.mark.parametrize("value", [0.0, numpy.nan, numpy.inf])
def test_equal_items(value):
    check(numpy.full(30_000, value, "f"), [3, 20_000])


def test_in_place():
    a = values("f", (4, 30_000))
    x = cupy.asarray(a)
    assert x.partition(1000) is None
    numpy.testing.assert_array_equal(x[:, 1000].get(), numpy.sort(a, axis=1)[:, 1000])
    assert x.argpartition(3, axis=0).shape == x.shape


@testing.numpy_cupy_array_equal()
def test_no_items(xp):
    return (xp.partition(xp.zeros(0), 0), xp.partition(xp.zeros((3, 0)), -1), xp.partition(xp.zeros((0, 3)), 1),
            xp.partition(xp.array(1), 0, axis=None), xp.argpartition(xp.array(1), 0))


@pytest.mark.parametrize("kind", ["random", "sorted", "few", "spread"])
@testing.for_dtypes("fl")
def test_very_long_rows(dtype, kind):
    n = (18 << 20) // numpy.dtype(dtype).itemsize
    a = values(dtype, n) if kind == "few" else (numpy.random.default_rng(1).standard_normal(n) * 1e6).astype(dtype)
    if kind == "sorted":
        a.sort()
    if kind == "spread":
        a[:] = numpy.exp(a / 3e5)
        a[n // 2:] *= -1
    ordered, x = numpy.sort(a), cupy.asarray(a)
    for kth in (7, [0, n // 2, n - 1], [k * n // 9 for k in range(1, 9)]):
        result = cupy.partition(x, kth).get()
        numpy.testing.assert_array_equal(result[kth], ordered[kth])
        first = numpy.atleast_1d(kth)[0]
        assert not (result[:first] > result[first]).any()
    numpy.testing.assert_array_equal(a[cupy.argpartition(x, n // 3).get()[n // 3]], ordered[n // 3])


BAD = [(3, {}), (-4, {}), (True, {}), (1.0, {}), ([0, 5], {}), ([], {}), ([True], {}), ([[1]], {}),
       (0, {"axis": 1}), (0, {"kind": "x"}), (0, {"kind": 1}), (0, {"order": "x"})]


@pytest.mark.parametrize("kth,options", BAD, ids=str)
@pytest.mark.parametrize("name", ["partition", "argpartition"])
@testing.numpy_cupy_raises()
def test_errors(xp, name, kth, options):
    getattr(xp, name)(xp.array([3, 1, 2]), kth, **options)


def test_no_axis():
    with pytest.raises(TypeError):
        cupy.ones((2, 3)).partition(1, axis=None)
    with pytest.raises(numpy.exceptions.AxisError):
        cupy.partition(cupy.array(1), 0)


@pytest.mark.parametrize("shape", [(3, 4), (90, 100)])
@pytest.mark.parametrize("axis", [0, 1])
def test_positions_are_c_contiguous_and_items_lie_as_they_lay(shape, axis):
    a = cupy.asfortranarray(testing.shaped_random(shape, cupy, "d"))
    assert cupy.argpartition(a, 2, axis).flags.c_contiguous and cupy.argsort(a, axis).flags.c_contiguous
    assert cupy.partition(a, 2, axis).flags.f_contiguous and cupy.sort(a, axis).flags.f_contiguous
