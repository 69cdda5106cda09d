"""Running sums and products against NumPy's, along every axis and for lengths that are cut in pieces."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy._core import scan

FUNCTIONS = ["cumsum", "cumprod", "nancumsum", "nancumprod"]
#: Short rows, rows that one warp takes, rows cut in pieces, few and many columns.
SHAPES = [(1,), (63,), (65,), (1000,), (4097,), (300_001,), (3, 70_000), (70_000, 3), (4, 9000, 5), (2000, 300),
          (20_000, 2)]
#: Rows and groups of few columns that a block takes together, and whose threads begin anywhere in a row.
GROUPS = [(500, 85, 1), (90, 1100, 1), (300, 7, 3), (40, 200, 9), (5, 2, 31), (3000, 1, 2)]


def items(xp, shape, dtype):
    return testing.shaped_random(shape, xp, dtype, scale=4, seed=3)


class TestAxesAndDtypes:
    @pytest.mark.parametrize("name", FUNCTIONS)
    @pytest.mark.parametrize("axis", [None, 0, 1, -1])
    @testing.for_all_dtypes()
    @testing.numpy_cupy_allclose(rtol={numpy.float16: 1e-2, "default": 1e-5})
    def test_axis(self, xp, name, axis, dtype):
        return getattr(xp, name)(items(xp, (3, 5, 2), dtype), axis=axis)

    @pytest.mark.parametrize("axis", [2, -3])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_bad_axis(self, xp, axis):
        xp.cumsum(xp.ones((2, 3)), axis=axis)

    @testing.for_all_dtypes(name="dtype")
    @testing.numpy_cupy_allclose(rtol=1e-5)
    def test_dtype(self, xp, dtype):
        return xp.cumsum(xp.arange(5), dtype=dtype)

    @pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3), ()])
    @pytest.mark.parametrize("axis", [None, 0, -1])
    @testing.numpy_cupy_array_equal()
    def test_nothing_and_scalars(self, xp, shape, axis):
        return xp.cumsum(xp.ones(shape, "i4"), axis=axis)

    @pytest.mark.parametrize("view", [numpy.s_[::-1], numpy.s_[:, ::-2], numpy.s_[::3, 5:20]])
    @pytest.mark.parametrize("axis", [0, 1, None])
    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_any_layout(self, xp, view, axis):
        return xp.cumsum(items(xp, (40, 30), "d")[view], axis=axis)


class TestLengths:
    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("dtype", ["i4", "u1"])
    @testing.numpy_cupy_array_equal()
    def test_integers_are_exact(self, xp, shape, dtype):
        return xp.cumsum(items(xp, shape, dtype), axis=max(range(len(shape)), key=lambda k: shape[k]))

    @pytest.mark.parametrize("shape", GROUPS)
    @pytest.mark.parametrize("view", [numpy.s_[...], numpy.s_[::-1], numpy.s_[..., ::-1], numpy.s_[1:, 1:]])
    @testing.for_dtypes("?bid")
    @testing.numpy_cupy_array_equal()
    def test_groups(self, xp, shape, view, dtype):
        return xp.cumsum(items(xp, shape, "i1").astype(dtype)[view], axis=1)

    @pytest.mark.parametrize("shape", [(300_001,), (70_000, 3)])
    @testing.for_dtypes("efdFD")
    @testing.numpy_cupy_allclose(rtol={numpy.float16: 5e-3, "default": 2e-4})
    def test_floats(self, xp, shape, dtype):
        wide = items(xp, shape, "d") - 1.5
        return xp.cumsum(wide.astype(dtype), axis=0, dtype="d" if numpy.dtype(dtype).kind == "f" else "D")

    @testing.numpy_cupy_allclose(rtol=1e-9)
    def test_products(self, xp):
        return xp.cumprod(1 + (items(xp, (100_000,), "d") - 2) * 1e-5)

    def test_results_do_not_depend_on_the_run(self):
        a = testing.shaped_random((3_000_000,), cupy, "f", seed=1)
        first = cupy.cumsum(a)
        for _ in range(3):
            testing.assert_array_equal(cupy.cumsum(a), first)

    @pytest.mark.parametrize("where", [0, 150_000, 299_999])
    @testing.numpy_cupy_array_equal()
    def test_nan_and_infinity_go_on(self, xp, where):
        a = xp.ones(300_000, "f")
        a[where] = numpy.nan
        a[100_000] = numpy.inf
        return xp.cumsum(a), xp.nancumsum(a)

    @testing.numpy_cupy_array_equal()
    def test_not_at_a_multiple_of_sixteen_bytes(self, xp):
        return xp.cumsum(items(xp, (200_000,), "i4")[1:])


class TestOut:
    @testing.for_dtypes("?ilfdF")
    @testing.numpy_cupy_allclose(rtol=1e-6, accept_error=TypeError)
    def test_of_other_type(self, xp, dtype):
        out = xp.zeros(6, dtype)
        assert xp.cumsum(xp.arange(6), out=out) is out
        return out

    @testing.numpy_cupy_array_equal()
    def test_strided_and_in_place(self, xp):
        out = xp.zeros((5, 6))[:, ::2]
        xp.cumsum(xp.ones((5, 3)), axis=0, out=out)
        same = xp.arange(5.)
        xp.cumprod(same, out=same)
        return out, same

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_of_wrong_shape(self, xp):
        xp.cumsum(xp.arange(5), out=xp.zeros(4, int))


class TestArrayApi:
    @pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
    @pytest.mark.parametrize("initial", [False, True])
    @pytest.mark.parametrize("case", [((5,), None), ((3, 4), 0), ((3, 4), -1), ((0,), None), ((3, 4), None)])
    @testing.numpy_cupy_array_equal(accept_error=ValueError)
    def test_initial(self, xp, name, initial, case):
        shape, axis = case
        return getattr(xp, name)(items(xp, shape, "i2"), axis=axis, include_initial=initial)

    @testing.numpy_cupy_array_equal()
    def test_dtype_and_out(self, xp):
        out = xp.zeros(6, "f4")
        xp.cumulative_sum(xp.arange(5), out=out, include_initial=True)
        return out, xp.cumulative_prod(xp.arange(1, 5), dtype="f8")


class TestNarrow:
    """Columns that lie close together, whole groups and long ones, contiguous and not."""

    SHAPES = [(3000, 15), (1, 64), (700, 5, 3), (65, 7), (20_000, 2), (3, 900, 31), (400, 65, 11), (300, 1, 17),
              (9, 3, 40)]
    VIEWS = {"whole": lambda x: x, "step": lambda x: x[..., ::2], "turned": lambda x: x[::-1, ::-1],
             "inner": lambda x: x[..., 1:], "repeated": lambda x: numpy.broadcast_to(x[..., :1], x.shape)}

    @pytest.mark.parametrize("shape", SHAPES)
    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("dtype", ["f4", "i4", "c16", "i1"])
    def test_cumsum(self, shape, view, dtype):
        x = numpy.random.default_rng(0).integers(-3, 4, shape).astype(dtype)
        given = cupy.asarray(x)
        given = cupy.broadcast_to(given[..., :1], shape) if view == "repeated" else self.VIEWS[view](given)
        for axis in range(len(shape)):
            testing.assert_array_equal(cupy.cumsum(given, axis), numpy.cumsum(self.VIEWS[view](x), axis))

    @pytest.mark.parametrize("shape", [(150_000, 2), (40_000, 13), (3, 9000, 17), (20_000, 40), (6000, 64), (9000, 65),
                                       (2, 5000, 100), (3000, 300)])
    @pytest.mark.parametrize("view", ["whole", "turned", "inner"])
    @pytest.mark.parametrize("dtype", ["f4", "i4", "c16", "i1"])
    def test_long_columns(self, shape, view, dtype):
        x = numpy.random.default_rng(2).integers(-3, 4, shape).astype(dtype)
        axis = len(shape) - 2
        given = self.VIEWS[view](cupy.asarray(x))
        testing.assert_array_equal(cupy.cumsum(given, axis), numpy.cumsum(self.VIEWS[view](x), axis))

    @pytest.mark.parametrize("shape, axis", [((3, 200_003), 0), ((17, 90_001), 0), ((2, 5, 90_011), 1),
                                             ((9, 50_011, 2), 0)])
    @pytest.mark.parametrize("dtype", ["f4", "i4", "f8", "c16"])
    def test_short_columns(self, shape, axis, dtype):
        x = numpy.random.default_rng(3).integers(-3, 4, shape).astype(dtype)[..., ::-1]
        testing.assert_array_equal(cupy.cumsum(cupy.asarray(x), axis), numpy.cumsum(x, axis))

    @pytest.mark.parametrize("shape", SHAPES)
    def test_maximum(self, shape):
        x = numpy.random.default_rng(1).integers(-99, 99, shape).astype("i1")
        for axis in range(len(shape)):
            got = cupy.maximum.accumulate(cupy.asarray(x), axis)
            testing.assert_array_equal(got, numpy.maximum.accumulate(x, axis))


VIEWS = {"moved": lambda x: x.transpose(2, 0, 1), "swapped": lambda x: x.transpose(0, 2, 1),
         "turned": lambda x: x.T[::-1],
         "cut": lambda x: x.transpose(1, 0, 2)[..., 1:-1], "repeated": lambda x: x.transpose(2, 1, 0)[:1].repeat(3, 0),
         "longer": lambda x: x.transpose(1, 2, 0)[:, None]}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_axes_lie_as_those_of_the_array(name, axis, view):
    host = numpy.random.default_rng(0).integers(1, 3, (5, 70, 9)).astype("f8")
    given, x = VIEWS[view](host), VIEWS[view](cupy.asarray(host))
    wanted, found = getattr(numpy, name)(given, axis=axis), getattr(cupy, name)(x, axis=axis)
    numpy.testing.assert_allclose(found.get(), wanted)
    assert found.strides == wanted.strides


@pytest.mark.parametrize("dtype", ["i4", "f4", "f8", "i8", "c8", "i1"])
@pytest.mark.parametrize("shape, axis", [((2, 90_001), 0), ((7, 3, 25_003), 1), ((5, 8, 9001), 1), ((3, 4, 70_000), 1)])
def test_few_items_of_many_columns(dtype, shape, axis):
    x = numpy.random.default_rng(1).integers(-9, 9, (*shape[:-1], shape[-1] + 2)).astype(dtype)
    for a, b in ((x, cupy.asarray(x)), (x[..., 1:-1], cupy.asarray(x)[..., 1:-1]), (x[::-1], cupy.asarray(x)[::-1])):
        numpy.testing.assert_array_equal(b.cumsum(axis).get(), a.cumsum(axis))
        numpy.testing.assert_array_equal(b.cumprod(axis).get(), a.cumprod(axis))


LAYOUTS = {"reversed": lambda x: x[::-1], "between": lambda x: x[:, :, 1:], "turned": lambda x: x[:, ::-1, :, ::-1],
           "inner": lambda x: x[:, 1:, :, 1:-1], "stepped": lambda x: x[::2, :, ::-2, ::2],
           "apart": lambda x: x.repeat(2, 1)[:, ::2][:, :, 1:]}


@pytest.mark.parametrize("layout", [*LAYOUTS, "repeated", "repeated inside"])
@pytest.mark.parametrize("shape", [(4, 3, 20, 9), (3, 2, 2, 5000), (2, 3, 900, 5), (2, 2, 3000, 40), (3, 4, 5, 700),
                                   (6, 2, 300, 3)])
def test_axes_that_no_stride_leads_through(layout, shape):
    host = numpy.random.default_rng(3).integers(-3, 4, shape).astype("f4")

    def view(x, xp):
        if layout == "repeated":
            return xp.broadcast_to(x[..., :1], shape)
        if layout == "repeated inside":
            return xp.broadcast_to(x[:, :1], shape)
        return LAYOUTS[layout](x)
    given, x = view(host, numpy), view(cupy.asarray(host), cupy)
    for axis in range(4):
        numpy.testing.assert_array_equal(cupy.cumsum(x, axis).get(), numpy.cumsum(given, axis))


@pytest.mark.parametrize("length", [80, 112, 128, 129, 240])
@pytest.mark.parametrize("view", [numpy.s_[...], numpy.s_[::-1, ::-1], numpy.s_[:, 1:-1], numpy.s_[:, ::2]])
@pytest.mark.parametrize("dtype", ["f4", "i4", "c16"])
def test_many_short_rows(length, view, dtype):
    x = numpy.random.default_rng(4).integers(-3, 4, (1501, length)).astype(dtype)
    numpy.testing.assert_array_equal(cupy.cumsum(cupy.asarray(x)[view], 1).get(), numpy.cumsum(x[view], 1))
    if dtype == "f4":
        numpy.testing.assert_allclose(cupy.unwrap(cupy.asarray(x)[view], axis=1).get(), numpy.unwrap(x[view], axis=1),
                                      rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("shape", [(700, 26), (3, 20_001), (9000, 3), (2, 1, 9001), (5, 4, 1023), (400, 1024)])
@pytest.mark.parametrize("dtype", ["f4", "i4", "c16", "i1"])
@pytest.mark.parametrize("name", ["cumsum", "cumprod"])
def test_along_what_repeats(shape, dtype, name):
    x = testing.shaped_random((*shape[:-1], 1), numpy, dtype, scale=2)
    if dtype in ("f4", "c16"):
        x = x * numpy.dtype(dtype).type(0.3)       # products that are finite
    found = getattr(cupy, name)(cupy.broadcast_to(cupy.asarray(x), shape)[::-1], axis=-1)
    wanted = getattr(numpy, name)(numpy.broadcast_to(x, shape)[::-1], axis=-1, dtype="f8" if dtype == "f4" else None)
    testing.assert_allclose(found, wanted, rtol=1e-3 if dtype == "f4" else 1e-7, atol=1e-30)


@pytest.mark.parametrize("shape", [(3, 700, 100), (2, 3000, 9), (5, 3, 700, 10), (3, 900, 5, 3)])
@pytest.mark.parametrize("dtype", ["f4", "i4", "f8"])
def test_short_rows_of_what_runs_backwards(shape, dtype):
    x = testing.shaped_random(shape, numpy, dtype, scale=4)
    for axis in (-1, -2):
        found = cupy.cumsum(cupy.asarray(x)[::-1], axis=axis)
        testing.assert_allclose(found, numpy.cumsum(x[::-1], axis=axis), rtol=1e-5)


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("repeated", [(0,), (1,), (2,), (0, 2), (1, 2)])
@pytest.mark.parametrize("dtype", ["f4", "i2"])
def test_what_repeats_is_found_once(axis, repeated, dtype):
    shape = (30, 70, 41)
    once = [1 if k in repeated else n for k, n in enumerate(shape)]
    x = numpy.random.default_rng(5).integers(-3, 4, once).astype(dtype)
    given, a = numpy.broadcast_to(x, shape), cupy.broadcast_to(cupy.asarray(x), shape)
    for b, wanted in ((a, given), (a[::-1], given[::-1]), (a.T, given.T)):
        found = cupy.cumsum(b, axis)
        assert found.flags.owndata or found.base.flags.owndata
        numpy.testing.assert_array_equal(found.get(), numpy.cumsum(wanted, axis))


@pytest.mark.parametrize("shape", [(20_000, 65), (2, 9000, 110), (900, 511)])
@pytest.mark.parametrize("dtype", ["f8", "i4", "c16"])
@pytest.mark.parametrize("ahead", [1, 5, 512])
def test_columns_whose_chunks_are_added_up_ahead(shape, dtype, ahead, monkeypatch):
    monkeypatch.setattr(scan, "AHEAD", ahead)
    x = testing.shaped_random(shape, numpy, dtype, scale=4)
    for view in (numpy.s_[...], numpy.s_[::-1]):
        found = cupy.cumsum(cupy.asarray(x)[view], axis=-2)
        testing.assert_allclose(found, numpy.cumsum(x[view], axis=-2), rtol=1e-9)
