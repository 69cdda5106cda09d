"""Reductions over axes of every length, short and long, of outputs that lie next to each other or not."""
import numpy
import pytest

import cupy

SHAPES = [(1, 700), (2, 700), (3, 1029), (5, 64), (8, 513), (9, 300), (17, 260), (40, 70), (1, 3, 1, 500), (7, 1, 90),
          (4, 3, 2, 65), (300, 1), (1, 1), (33, 2, 3)]


@pytest.mark.parametrize("dtype", ["B", "h", "i", "f", "d", "F", "?"])
@pytest.mark.parametrize("shape", SHAPES)
def test_all_lengths(shape, dtype):
    x = (numpy.random.default_rng(0).random(shape) * 9).astype(dtype)
    for a, b in ((x, cupy.asarray(x)), (x[..., ::2], cupy.asarray(x)[..., ::2]), (x[::-1], cupy.asarray(x)[::-1]),
                 (x.T, cupy.asarray(x).T), (x[..., 1:], cupy.asarray(x)[..., 1:])):
        for axis in (0, -1, tuple(range(a.ndim - 1))):
            for name in ("sum", "any", "mean", "max", "argmax", "var"):
                if dtype == "F" and name in ("max", "argmax") or name == "argmax" and not isinstance(axis, int):
                    continue
                if a.size == 0:
                    continue
                for keepdims in (False, True):
                    wanted = getattr(a, name)(axis=axis, keepdims=keepdims)
                    found = getattr(b, name)(axis=axis, keepdims=keepdims)
                    assert found.dtype == wanted.dtype and found.shape == wanted.shape
                    numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-5, atol=1e-5)


def test_one_item_is_kept_as_it_is():
    x = numpy.array([[-0.0, numpy.nan, numpy.inf]], "f")
    for name in ("sum", "prod", "max", "min", "mean"):
        found = getattr(cupy.asarray(x), name)(axis=0).get()
        assert numpy.array_equal(found, x[0], equal_nan=True) and numpy.signbit(found[0]) == numpy.signbit(
            getattr(x, name)(axis=0)[0])
    a = cupy.ones((1, 3))
    total = a.sum(axis=0)
    total[0] = 5
    assert float(a[0, 0]) == 1


VIEWS = {"whole": lambda x: x, "stepped": lambda x: x[..., ::2], "turned": lambda x: x[::-1],
         "mirrored": lambda x: x[..., ::-1], "inner": lambda x: x[..., 1:], "moved": lambda x: x.T,
         "repeated": lambda x: x[:1].repeat(3, 0)[::2]}


@pytest.mark.parametrize("shape", [(5000, 9), (4100, 3, 2), (70, 40, 6), (2, 9, 300), (4097, 32)])
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", ["u1", "f4", "f8", "c8"])
def test_views(shape, view, dtype):
    """Few and many items, in any order and distance."""
    host = numpy.random.default_rng(3).integers(0, 50, shape).astype(dtype)
    x, want_of = VIEWS[view](cupy.asarray(host)), VIEWS[view](host)
    for axis in [0, -1, (0, -1), None, tuple(range(len(shape) - 1))]:
        for name in ("sum", "max", "any", "var"):
            if name == "var" and dtype == "c8":
                continue
            want = getattr(want_of, name)(axis=axis)
            numpy.testing.assert_allclose(getattr(x, name)(axis=axis).get(), want, rtol=1e-4)
        if not isinstance(axis, tuple):
            numpy.testing.assert_array_equal(x.argmax(axis=axis).get(), want_of.argmax(axis=axis))


@pytest.mark.parametrize("dtype", "?bBhHiIlLefd")
def test_wider_type(dtype):
    """Items are cast as they are read."""
    host = (numpy.random.default_rng(0).standard_normal((60, 70)) * 50).astype(dtype)
    x = cupy.asarray(host)
    for wanted in "fdD":
        for name in ("sum", "mean"):
            for axis in (0, 1, None):
                want, got = (getattr(a, name)(axis=axis, dtype=wanted) for a in (host, x))
                assert got.dtype == want.dtype
                numpy.testing.assert_allclose(got.get(), want, rtol=1e-4, atol=1e-3)


def test_place_of_the_only_item():
    x = cupy.asarray([[numpy.nan, 2.0, 1.0]])
    assert x.argmax(axis=0).tolist() == [0, 0, 0] and x.argmin(axis=0, keepdims=True).shape == (1, 3)


@pytest.mark.parametrize("dtype", ["f4", "i2", "c8"])
@pytest.mark.parametrize("shape", [(70_000, 6, 3), (9000, 15, 8), (6000, 43, 1), (2, 20_000, 5), (1, 9001, 3),
                                   (2200, 9, 33), (700, 20, 100), (1100, 30, 64), (9, 20, 8000)])
def test_many_narrow_groups(shape, dtype):
    """Rows and groups of every length, contiguous or not, that begin anywhere."""
    host = (numpy.random.default_rng(0).standard_normal(shape) * 9).astype(dtype)
    x, count = cupy.asarray(host), (host.size - 1) // 7 * 7
    views = [(host, x), (host[..., ::-1], x[..., ::-1]), (host[:, ::2], x[:, ::2]), (host[:, 1:], x[:, 1:]),
             tuple(a.ravel()[1:count + 1].reshape(-1, 7, 1) for a in (host, x))]
    for want_of, found_of in views:
        for name in ("sum", "var", "any", "argmax", "max"):
            if dtype == "c8" and name in ("max", "argmax"):
                continue
            want = getattr(want_of.astype("D" if dtype == "c8" else "d"), name)(axis=1)
            numpy.testing.assert_allclose(getattr(found_of, name)(axis=1).get(), want, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("dtype", ["?", "u1", "i8", "f2", "f4", "f8", "c16"])
@pytest.mark.parametrize("shape, target", [((1, 700), (1600, 700)), ((1100, 1), (1100, 1000)), ((1, 1), (3, 4)),
                                           ((1,), (1 << 20,)), ((30, 1, 7), (30, 5000, 7))])
def test_broadcast_axes(shape, target, dtype):
    """Items that are repeated are read once, and count as often as they stand there."""
    host = numpy.random.default_rng(0).integers(0, 2, shape).astype(dtype)
    x, full = cupy.broadcast_to(cupy.asarray(host), target), numpy.broadcast_to(host, target)
    wide = full.astype({"f2": "d", "f4": "d"}.get(dtype, dtype))
    for axis in (None, 0, -1, (0, -1)):
        if axis == (0, -1) and len(target) == 1:
            continue
        for name in ("sum", "mean", "max", "min", "any", "all", "var"):
            if dtype == "c16" and name in ("max", "min"):
                continue
            want, got = getattr(wide, name)(axis=axis), getattr(x, name)(axis=axis)
            with numpy.errstate(over="ignore"):
                want = want.astype(got.dtype)
            numpy.testing.assert_allclose(got.get(), want, rtol=2e-3, atol=1e-6)
        numpy.testing.assert_allclose(x.var(axis=axis, ddof=1).get(), wide.var(axis=axis, ddof=1), rtol=2e-3, atol=1e-6)


@pytest.mark.parametrize("length", [63, 512, 1100, 5000])
@pytest.mark.parametrize("dtype", ["?", "i1", "u1"])
def test_one_byte_decides(dtype, length):
    """One item among many that differs, wherever it stands, is seen in each row."""
    x = numpy.zeros((9, length), dtype)
    x[numpy.arange(8), numpy.linspace(0, length - 1, 8).astype(int)] = 1
    found, ones = cupy.asarray(x), cupy.asarray((x == 0).astype(dtype))
    assert found.any(axis=1).tolist() == [True] * 8 + [False]
    assert ones.all(axis=1).tolist() == [False] * 8 + [True]


@pytest.mark.parametrize("dtype", ["?", "i1", "u2", "f2", "f4", "f8", "c8"])
@pytest.mark.parametrize("shape", [(30, 3, 261), (7, 40, 2, 150), (3, 5, 1201), (4, 4111)])
def test_lines_and_columns_that_begin_anywhere(shape, dtype):
    host = numpy.random.default_rng(1).integers(0, 2, shape).astype(dtype)
    x, count = cupy.asarray(host), host.size - host.size // shape[0]
    shifted = [a.ravel()[1:count + 1].reshape(-1, *shape[1:]) for a in (host, x)]
    for a, b in ((host, x), shifted, (host[..., 1:-2], x[..., 1:-2]), (host[::-1, 1:], x[::-1, 1:])):
        for axis in (0, 1, (0, a.ndim - 1), tuple(range(1, a.ndim)), None):
            for name in ("sum", "any", "max", "var"):
                if dtype == "c8" and name == "max":
                    continue
                wanted = getattr(a.astype("d") if dtype == "f2" else a, name)(axis=axis)
                numpy.testing.assert_allclose(getattr(b, name)(axis=axis).get(), wanted, rtol=2e-3)
            if dtype != "c8" and not isinstance(axis, tuple):
                numpy.testing.assert_array_equal(b.argmax(axis=axis).get(), a.argmax(axis=axis))


@pytest.mark.parametrize("shape", [(91, 260), (260, 91), (37, 23, 4), (5, 7, 33, 3), (2, 20000), (70001,)])
@pytest.mark.parametrize("dtype", ["?", "i1", "u1", "i2", "u2", "f2", "f4", "f8", "c8"])
def test_variance_of_distant_values(shape, dtype):
    """Extremes of integers, and values far from zero beside their distances from each other."""
    rng = numpy.random.default_rng(5)
    if numpy.dtype(dtype).kind in "iu":
        ends = numpy.iinfo(dtype)
        host = rng.choice([ends.min, ends.max, ends.max - 1], shape).astype(dtype)
    else:
        host = (rng.random(shape) + (1000 if dtype != "f2" else 8)).astype(dtype)
    for a, b in ((host, cupy.asarray(host)), (host[..., ::-1], cupy.asarray(host)[..., ::-1])):
        for axis in (0, -1, None, tuple(range(a.ndim - 1))):
            wanted = a.astype("c16" if dtype == "c8" else "f8").var(axis=axis)
            rtol = {"f2": 1e-3, "f4": 5e-7, "c8": 5e-7}.get(dtype, 1e-9)      # of the reference
            atol = 1e-5 if dtype == "f2" else 1e-12
            numpy.testing.assert_allclose(b.var(axis=axis).get(), wanted, rtol=rtol, atol=atol)


@pytest.mark.parametrize("dtype", ["?", "u1", "i2", "f4", "f8", "c8"])
@pytest.mark.parametrize("shape", [(300, 11, 64), (5, 40, 9, 130), (2, 3, 9, 25, 30), (1, 90, 260)])
def test_stepped_lines_of_several_axes(shape, dtype):
    host = (numpy.random.default_rng(6).standard_normal(shape) * 9).astype(dtype)
    for view in (lambda a: a[..., ::2], lambda a: a[:, ::-1, ..., 1::3], lambda a: a[..., ::-1, :-3]):
        a, b = view(host), view(cupy.asarray(host))
        for axes in ((1, -1), tuple(range(1, a.ndim)), tuple(range(a.ndim)), (-2, -1)):
            for name in ("sum", "mean", "var", "any", "all"):
                wanted = getattr(a.astype("D" if dtype == "c8" else "d"), name)(axis=axes)
                numpy.testing.assert_allclose(getattr(b, name)(axis=axes).get(), wanted, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("turn", [lambda x: x[..., ::-1], lambda x: x[::-1, :, ::-1], lambda x: x[:, ::-1].T])
@pytest.mark.parametrize("keepdims", [False, True])
def test_large_arrays_that_run_backwards(turn, keepdims):
    host = numpy.random.default_rng(4).integers(0, 99, (60, 17, 1201)).astype("u1")
    a, b = turn(host), turn(cupy.asarray(host))
    for axis in (0, 1, -1, (0, 1), (1, 2), (0, -1)):
        for name in ("sum", "max", "var", "argmax"):
            if name == "argmax" and isinstance(axis, tuple):
                continue
            wanted = getattr(a, name)(axis=axis, keepdims=keepdims)
            found = getattr(b, name)(axis=axis, keepdims=keepdims)
            assert found.shape == wanted.shape and min(found.strides) >= 0
            numpy.testing.assert_allclose(found.get(), wanted, rtol=1e-12)


@pytest.mark.parametrize("turn", [lambda x: x[::-1], lambda x: x[:, ::-1, ::-1]])
def test_short_rows_that_run_backwards(turn):
    host = (numpy.random.default_rng(7).random((150, 900, 5)) < 0.1).astype("i2")
    a, b = turn(host), turn(cupy.asarray(host))
    for name in ("any", "max", "sum"):
        numpy.testing.assert_array_equal(getattr(b, name)(axis=2).get(), getattr(a, name)(axis=2))


@pytest.mark.parametrize("dtype", ["u1", "f2", "f4", "f8", "c8"])
@pytest.mark.parametrize("shape", [(600, 37), (9, 300), (2, 400, 66), (5000, 3)])
def test_places_among_equals_and_nans(shape, dtype):
    """The first of equal items, and the first NaN before all others."""
    rng = numpy.random.default_rng(8)
    host = rng.integers(0, 7, shape).astype(dtype)
    if dtype != "u1":
        host[rng.random(shape) < 1 / 500] = numpy.nan
        host[rng.random(shape) < 1 / 50] *= -1
    for a, b in ((host, cupy.asarray(host)), (host[..., 1:], cupy.asarray(host)[..., 1:]),
                 (host[::-1], cupy.asarray(host)[::-1])):
        for axis in range(a.ndim):
            for name in ("argmax", "argmin"):
                numpy.testing.assert_array_equal(getattr(b, name)(axis=axis).get(), getattr(a, name)(axis=axis))


def test_results_lie_as_their_items_do():
    """Kept axes of one item, which have any stride, do not change the order of the others."""
    rng = numpy.random.default_rng(10)
    for _ in range(200):
        shape = rng.choice([1, 1, 2, 3, 5], rng.integers(2, 7))
        order = rng.permutation(len(shape))
        x = cupy.zeros(shape[order], "i4").transpose(numpy.argsort(order))
        axes = tuple(int(k) for k in rng.choice(len(shape), rng.integers(1, len(shape)), replace=False))
        kept = [k for k in range(len(shape)) if k not in axes and shape[k] > 1]
        result = x.sum(axes, keepdims=True)
        assert sorted(kept, key=lambda k: result.strides[k]) == sorted(kept, key=lambda k: x.strides[k])


@pytest.mark.parametrize("dtype", ["?", "u1", "i2", "i4", "i8", "f4", "f8", "c8"])
@pytest.mark.parametrize("times", [2, 4, 7, 100])
def test_products_of_what_repeats(dtype, times):
    rng = numpy.random.default_rng(11)
    x = rng.integers(0 if dtype == "u1" else -5, 9, (2, 3000, 7)) | 1
    x = (x / 9 + 0.5 if dtype in ("f4", "f8", "c8") else x).astype(dtype)
    x[:, 3:] = 1
    y = cupy.broadcast_to(cupy.asarray(x)[:, :, None], (2, 3000, times, 7))
    want_of = numpy.broadcast_to(x[:, :, None], y.shape)
    y, want_of = (a[:, :, :, None] + 0 if times == 2 else a for a in (y, want_of))
    for axes in (tuple(range(y.ndim)), (1, 2), (0, 2)):
        # Single numbers on the way may be too small for a float of 32 bits to have all its bits.
        with numpy.errstate(over="ignore", under="ignore"):
            want = want_of.astype({"f4": "f8", "c8": "c16"}.get(dtype, dtype)).prod(axes)
            want = want.astype(want_of[:0].prod().dtype)
        rtol = 1e-3 if dtype in ("f4", "c8") else 1e-10
        numpy.testing.assert_allclose(y.prod(axes).get(), want, rtol=rtol, atol=1e-40)
