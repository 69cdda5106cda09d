"""`reduce`, `accumulate`, `reduceat`, `outer` and `at` of ufuncs against NumPy's."""
import numpy
import pytest

import cupy
from cupy import testing
from cupy._core.target import synchronous

REDUCIBLE = ["add", "multiply", "maximum", "minimum", "logical_and", "logical_or", "fmax", "fmin"]
INTEGER = ["bitwise_and", "bitwise_or", "bitwise_xor", "gcd", "lcm"]


def data(xp, shape, dtype):
    return testing.shaped_random(shape, xp, dtype, scale=3, seed=1)


class TestReduce:
    @pytest.mark.parametrize("name", REDUCIBLE)
    @pytest.mark.parametrize("axis", [0, 1, -1, None, (0, 2)])
    @testing.for_dtypes("?bHil" + "fdF")
    @testing.numpy_cupy_allclose(rtol=1e-5, contiguous_check=False, accept_error=TypeError)
    def test_axis(self, xp, name, axis, dtype):
        return getattr(xp, name).reduce(data(xp, (3, 4, 5), dtype), axis=axis)

    @pytest.mark.parametrize("name", INTEGER)
    @testing.for_int_dtypes(no_bool=True)
    @testing.numpy_cupy_array_equal()
    def test_integers(self, xp, name, dtype):
        return getattr(xp, name).reduce(data(xp, (3, 40), dtype) + xp.ones(1, dtype), axis=1)

    @pytest.mark.parametrize("name", ["add", "multiply", "logical_or"])
    @testing.numpy_cupy_array_equal()
    def test_of_nothing_is_the_identity(self, xp, name):
        return getattr(xp, name).reduce(xp.zeros((3, 0)), axis=1)

    @pytest.mark.parametrize("name", ["maximum", "fmin"])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_of_nothing_without_identity(self, xp, name):
        getattr(xp, name).reduce(xp.zeros((3, 0)), axis=1)

    @testing.numpy_cupy_array_equal()
    def test_keepdims_initial_where(self, xp):
        a = data(xp, (4, 5), "i4")
        return xp.add.reduce(a, axis=1, keepdims=True, initial=100, where=a > 1)

    @testing.numpy_cupy_array_equal()
    def test_dtype_and_out(self, xp):
        out = xp.zeros(5, "f4")
        back = xp.add.reduce(data(xp, (4, 5), "i1"), dtype="f4", out=out)
        assert back is out
        return out

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_only_binary_ufuncs(self, xp):
        xp.sin.reduce(xp.ones(3))

    @pytest.mark.parametrize("name", ["subtract", "divide", "power", "fmod", "logaddexp", "hypot", "left_shift",
                                      "logical_xor"])
    @pytest.mark.parametrize("options", [{}, {"keepdims": True}, {"initial": 2}, {"initial": 1, "where": True}])
    @pytest.mark.parametrize("axis", [0, 2, ()])
    @testing.numpy_cupy_allclose(rtol=1e-5, contiguous_check=False)
    def test_any_ufunc(self, xp, name, options, axis):
        a = data(xp, (3, 4, 5), "i4") + xp.ones(1, "i4")
        if options.get("where"):
            options = {**options, "where": a > 1}
        return getattr(xp, name).reduce(a, axis=axis, **options)

    @pytest.mark.parametrize("name", ["subtract", "floor_divide"])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_order_matters(self, xp, name):
        getattr(xp, name).reduce(xp.ones((3, 4)), axis=(0, 1))

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_mask_without_an_initial_value(self, xp):
        xp.maximum.reduce(xp.arange(4), where=xp.asarray([True, False, True, True]))

    @testing.numpy_cupy_array_equal()
    def test_mask_of_bits(self, xp):
        return xp.bitwise_and.reduce(xp.arange(6, dtype="u1"), where=xp.arange(6) > 3)

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_no_initial_value_of_nothing(self, xp):
        xp.add.reduce(xp.zeros(0), initial=None)

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_no_loop_of_the_type(self, xp):
        xp.gcd.reduce(xp.ones(3))

    @testing.numpy_cupy_array_equal()
    def test_subtract_of_a_row(self, xp):
        return xp.subtract.reduce(xp.asarray([10, 3, 2]))


class TestAccumulate:
    @pytest.mark.parametrize("name", ["add", "multiply", "maximum", "logical_or", "subtract"])
    @pytest.mark.parametrize("axis", [0, 1, -1])
    @testing.numpy_cupy_allclose(rtol=1e-5, contiguous_check=False)
    def test_axis(self, xp, name, axis):
        return getattr(xp, name).accumulate(data(xp, (4, 50, 3), "f4"), axis=axis)

    @pytest.mark.parametrize("name", ["maximum", "fmin", "add", "logical_and", "logical_or"])
    @testing.numpy_cupy_array_equal()
    def test_nan(self, xp, name):
        a = xp.asarray([[1, numpy.nan, 3, -numpy.inf], [numpy.inf, 2, numpy.nan, 5]])
        return getattr(xp, name).accumulate(a, axis=1)

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_of_a_scalar(self, xp):
        xp.add.accumulate(xp.asarray(3))

    @testing.for_all_dtypes()
    @testing.numpy_cupy_allclose(rtol={numpy.float16: 1e-2, "default": 1e-5})
    def test_dtypes(self, xp, dtype):
        return xp.add.accumulate(data(xp, (30,), dtype))


class TestReduceat:
    @pytest.mark.parametrize("name", ["add", "maximum"])
    @testing.numpy_cupy_array_equal()
    def test_indices(self, xp, name):
        a = data(xp, (20,), "i4")
        return getattr(xp, name).reduceat(a, xp.asarray([0, 4, 4, 10, 9, 19]))

    @testing.numpy_cupy_array_equal()
    def test_axis(self, xp):
        return xp.add.reduceat(data(xp, (6, 20), "i4"), xp.asarray([0, 5, 15]), axis=1)

    @pytest.mark.parametrize("axis", [0, 1])
    @testing.numpy_cupy_array_equal()
    def test_order_matters(self, xp, axis):
        return xp.subtract.reduceat(data(xp, (6, 20), "i4"), [0, 4, 2], axis=axis)

    @pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c16"])
    @pytest.mark.parametrize("shape", [(6,), (6, 3)])
    def test_a_slice_begins_with_its_first_item(self, dtype, shape):
        signs = [numpy.signbit(cupy.asnumpy(xp.add.reduceat(-xp.zeros(shape, dtype), [0, 2, 5])).real)
                 for xp in (numpy, cupy)]
        numpy.testing.assert_array_equal(*signs)

    @testing.numpy_cupy_raises(accept_error=IndexError)
    def test_out_of_range(self, xp):
        xp.add.reduceat(xp.arange(4), [0, 4])


@pytest.mark.parametrize("call", [
    lambda f, a, axis: f.accumulate(a, axis), lambda f, a, axis: f.reduceat(a, [0], axis)],
    ids=["accumulate", "reduceat"])
class TestAxisOfMethods:
    @pytest.mark.parametrize("axis", [None, (0, 1), ()])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_several(self, xp, call, axis):
        call(xp.add, xp.ones((2, 3)), axis)

    @pytest.mark.parametrize("shape, axis", [((3,), None), ((3,), (0,)), ((2, 3), (-1,))])
    @testing.numpy_cupy_array_equal()
    def test_one(self, xp, call, shape, axis):
        return call(xp.add, xp.ones(shape), axis)


class TestOuter:
    @pytest.mark.parametrize("name", ["add", "multiply", "greater", "arctan2", "hypot"])
    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_shapes(self, xp, name):
        return getattr(xp, name).outer(data(xp, (3, 2), "f4"), data(xp, (4,), "f4"))


class TestAt:
    @pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum"])
    @testing.for_dtypes("ilfd")
    @testing.numpy_cupy_allclose(rtol=1e-5)
    def test_duplicates_count(self, xp, name, dtype):
        a = data(xp, (10,), dtype)
        indices = xp.asarray([0, 3, 3, -1, 0, 0, 5])
        getattr(xp, name).at(a, indices, data(xp, (7,), dtype))
        return a

    @pytest.mark.parametrize("index", ["i", "l"])
    @testing.for_dtypes("iLfd")
    @testing.numpy_cupy_allclose(rtol=1e-4)
    def test_many_values_for_few_items(self, xp, index, dtype):
        random = numpy.random.default_rng(0)
        a = xp.zeros(700, dtype)
        xp.add.at(a, xp.asarray(random.integers(-700, 700, 1 << 19).astype(index)),
                  xp.asarray(random.integers(0, 9, 1 << 19).astype(dtype)))
        return a

    @testing.numpy_cupy_array_equal()
    def test_powers_of_integers_are_whole(self, xp):
        a = xp.arange(40, dtype="i") % 11
        xp.power.at(a, xp.arange(40), (xp.arange(40) % 4).astype("d"))
        return a

    @testing.numpy_cupy_array_equal()
    def test_scalar(self, xp):
        a = xp.zeros((4, 3), "i4")
        xp.add.at(a, (xp.asarray([0, 1, 1]), xp.asarray([2, 2, 2])), 5)
        return a

    @testing.numpy_cupy_array_equal()
    def test_mask_and_slice(self, xp):
        a = xp.arange(12).reshape(3, 4)
        xp.add.at(a, (slice(None, 2), xp.asarray([True, False, True, False])), 100)
        return a

    @pytest.mark.parametrize("name", ["arctan2", "copysign", "floor_divide", "remainder", "power"])
    @testing.numpy_cupy_allclose(rtol=1e-6)
    def test_values_join_in_order(self, xp, name):
        a = xp.full((3, 2), 50.)
        getattr(xp, name).at(a, [2, 0, 2, -1], xp.asarray([[7., 5], [1, 2], [3, -2], [2, 4]]))
        return a

    @pytest.mark.parametrize("dtypes", ["if", "fi", "?i", "Bd", "FD"])
    @testing.numpy_cupy_array_equal()
    def test_types_of_the_loop(self, xp, dtypes):
        a = xp.ones(4, dtypes[0])
        xp.add.at(a, [0, 3, 0], xp.asarray([1, 2, 3], dtypes[1]))
        return a

    @pytest.mark.parametrize("dtype", ["f", "i", "?"])
    @testing.numpy_cupy_array_equal()
    def test_into_bool_and_back(self, xp, dtype):
        a = xp.asarray([3, 0, 1, 0], dtype)
        xp.logical_not.at(a, [0, 1, 1, 1, 2])
        xp.greater.at(a, [3], -1)
        return a

    @testing.numpy_cupy_array_equal()
    def test_of_itself(self, xp):
        a = xp.arange(4)
        xp.add.at(a, [0, 0, 1, 2], a)
        return a

    @testing.numpy_cupy_array_equal()
    def test_unary(self, xp):
        a = xp.arange(6)
        xp.negative.at(a, xp.asarray([0, 2, 2, 5]))
        return a


def test_attributes_are_numpys():
    for name in ("add", "sin", "divmod", "frexp", "logical_and"):
        ours, theirs = getattr(cupy, name), getattr(numpy, name)
        assert (ours.nin, ours.nout, ours.nargs) == (theirs.nin, theirs.nout, theirs.nargs)
        assert ours.__name__ == theirs.__name__
        assert ours.identity == theirs.identity
        assert name in repr(ours)


class TestIntegersToNegativePowers:
    """As operands of `power` itself; a first item is no exponent."""

    CALLS = [
        lambda xp, a: xp.power.reduce(a), lambda xp, a: xp.power.reduce(a, initial=2),
        lambda xp, a: xp.power.reduce(a, initial=2, where=a > 0), lambda xp, a: xp.power.reduce(a, axis=()),
        lambda xp, a: xp.power.accumulate(a, axis=-1), lambda xp, a: xp.power.reduceat(a, [0, 2, 1]),
        lambda xp, a: xp.power.reduceat(a, []), lambda xp, a: xp.power.at(a, [0], a[1:]),
        lambda xp, a: xp.power.at(a, xp.zeros(0, int), a[:1]), lambda xp, a: xp.power.reduce(a, dtype="d"),
    ]

    @pytest.mark.skipif(not synchronous(), reason="exponents in a device's memory are not waited for")
    @pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
    @pytest.mark.parametrize("items", [[[-2, 3], [1, 2]], [[-2, -1], [1, 0]], [[2, 3], [-1, 2]], [[-1, 1], [0, -1]]],
                             ids=str)
    @testing.for_dtypes("bil")
    @testing.numpy_cupy_array_equal(accept_error=ValueError)
    def test_as_exponents(self, xp, call, items, dtype):
        a = xp.array([*items, [1, 1]], dtype)
        found = call(xp, a)
        return a if found is None else found


class TestLdexpOfIntegers:
    """Its second operands are integers, the first ones are not."""

    @pytest.mark.parametrize("options", [{}, {"initial": 3}, {"keepdims": True}, {"dtype": "f"}, {"dtype": "d"}],
                             ids=str)
    @testing.for_dtypes("?bBhHiIl")
    @testing.numpy_cupy_array_equal()
    def test_reduce(self, xp, options, dtype):
        return xp.ldexp.reduce(xp.array([[3, 1, 2], [1, 0, 3]], dtype), axis=0, **options)

    @pytest.mark.parametrize("dtype", "bil")
    def test_many(self, dtype):
        """NumPy's joins the first item with the last."""
        a = cupy.array([[1, 2, -3, 1], [3, 0, 2, -1]], dtype)
        assert cupy.ldexp.reduce(a, axis=1).tolist() == [1, 6]
        assert cupy.ldexp.reduce(a, axis=1, initial=1, where=a > 0).tolist() == [16, 32]
        assert cupy.ldexp.reduce(a, axis=1, out=cupy.zeros(2, "f")).tolist() == [1, 6]

    @pytest.mark.parametrize("call", [
        lambda xp, a: xp.ldexp.reduce(a.astype("d")), lambda xp, a: xp.ldexp.reduce(a.astype("L")),
        lambda xp, a: xp.ldexp.accumulate(a), lambda xp, a: xp.ldexp.reduceat(a, [0]),
        lambda xp, a: xp.ldexp.reduce(a, dtype="l")], ids=range(5))
    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_what_has_no_loop(self, xp, call):
        call(xp, xp.arange(3))
