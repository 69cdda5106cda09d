"""Arguments of ufunc calls: `out`, `where`, `dtype`, `casting`, `order`, scalars, lists."""
import itertools
import warnings

import numpy
import pytest

import cupy
from cupy import testing


class TestOut:
    @testing.for_all_dtypes_combination(names=("a", "b"), no_bool=True)
    @testing.numpy_cupy_array_equal(accept_error=TypeError)
    def test_casting_into_out(self, xp, a, b):
        out = xp.zeros(6, b)
        assert xp.add(testing.shaped_arange((6,), xp, a), 1, out=out) is out
        return out

    @testing.numpy_cupy_array_equal()
    def test_position_and_tuple(self, xp):
        a, first, second = xp.arange(4.0), xp.zeros(4), xp.zeros(4)
        xp.add(a, 1, first)
        xp.multiply(a, 2, out=(second,))
        return first + second

    @testing.numpy_cupy_array_equal()
    def test_two_outputs(self, xp):
        q, r = xp.zeros(5, "i8"), xp.zeros(5, "i8")
        back = xp.divmod(xp.arange(5), 3, out=(q, r))
        assert back[0] is q and back[1] is r
        return [q, r]

    @testing.numpy_cupy_array_equal()
    def test_one_of_two_outputs(self, xp):
        r = xp.zeros(5, "i8")
        back = xp.divmod(xp.arange(5), 3, out=(None, r))
        assert back[1] is r
        return list(back)

    @testing.numpy_cupy_array_equal()
    def test_out_may_be_larger(self, xp):
        return xp.add(xp.arange(3), 1, out=xp.zeros((2, 3), int))

    @pytest.mark.parametrize("shape", [(2,), (3, 1), (3, 2), (1,)])
    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_out_of_another_shape(self, xp, shape):
        xp.add(xp.ones((3,)), 1, out=xp.zeros(shape))

    @testing.numpy_cupy_array_equal()
    def test_strided_out(self, xp):
        base = xp.zeros((4, 6))
        xp.add(testing.shaped_arange((3, 4), xp, "f8").T, 1, out=base[:, ::2])
        return base

    def test_numpy_out_is_refused(self):
        with pytest.raises(TypeError):
            cupy.add(cupy.ones(3), 1, out=numpy.zeros(3))


class TestWhere:
    @testing.numpy_cupy_array_equal()
    def test_mask(self, xp):
        a, out = testing.shaped_arange((3, 4), xp), xp.full((3, 4), -1, "f4")
        return xp.sqrt(a, out=out, where=a > 4)

    @testing.numpy_cupy_array_equal()
    def test_mask_is_broadcast(self, xp):
        a, out = testing.shaped_arange((3, 4), xp), xp.full((3, 4), -1, "f4")
        return xp.add(a, a, out=out, where=xp.asarray([True, False, True, False]))

    @pytest.mark.parametrize("where", [True, False])
    @testing.numpy_cupy_array_equal()
    def test_constant(self, xp, where):
        return xp.add(xp.arange(3), 1, out=xp.full(3, 9), where=where)


class TestDtype:
    @testing.for_dtypes("fdFD")
    @testing.numpy_cupy_array_equal()
    def test_loop(self, xp, dtype):
        return xp.add(xp.arange(4, dtype="i1"), 2, dtype=dtype)

    @pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
    @testing.for_all_dtypes_combination(names=("a", "b"), no_bool=True)
    @testing.numpy_cupy_array_equal(accept_error=TypeError)
    def test_casting(self, xp, a, b, casting):
        return xp.add(testing.shaped_arange((4,), xp, a), testing.shaped_arange((4,), xp, a),
                      dtype=b, casting=casting)

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_no_loop(self, xp):
        xp.bitwise_and(xp.ones(2), xp.ones(2))

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_unknown_casting(self, xp):
        xp.add(xp.ones(2), 1, casting="never")


class TestOrder:
    @pytest.mark.parametrize("order", ["C", "F", "A", "K"])
    @pytest.mark.parametrize("axes", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1)])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_of_the_result(self, xp, order, axes):
        return xp.negative(testing.shaped_arange((2, 3, 4), xp).transpose(axes), order=order)

    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_two_inputs(self, xp):
        a = testing.shaped_arange((3, 4), xp)
        return a.T + xp.asarray(a.T, order="F")

    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_of_operands_that_are_broadcast(self, xp):
        wide = testing.shaped_arange((2, 5, 3), xp, order="F")
        return [xp.ones((1, 3)) + wide[:, :1].copy("F"), xp.ones(3) + wide, xp.ones((5, 3)) * wide]

    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_a_row_with_a_column_is_of_both_orders(self, xp):
        row, column = xp.ones((1, 3)), xp.ones((4, 1))
        return [xp.maximum(row, column, order="A"), xp.maximum(xp.ones(3), column, order="A"),
                xp.maximum(row, xp.ones((4, 3)), order="A"), xp.maximum(row, row, order="A")]

    @pytest.mark.parametrize("dtype", ["i4", "f8"])
    @testing.numpy_cupy_array_equal(strides_check=True)
    def test_of_repeated_items_that_are_cast(self, xp, dtype):
        repeated = xp.broadcast_to(xp.arange(3, dtype=dtype).reshape(3, 1), (2, 3, 4))
        return [xp.sqrt(repeated), repeated + 1.5, xp.add(repeated.T, xp.ones(2, "f4"))]


class TestOperands:
    @testing.numpy_cupy_array_equal()
    def test_zero_dimensions(self, xp):
        return xp.add(xp.asarray(2.5), xp.asarray(1))

    def test_result_is_an_array_of_no_dimensions(self):
        result = cupy.add(cupy.asarray(1), cupy.asarray(2))
        assert isinstance(result, cupy.ndarray) and result.shape == ()

    @pytest.mark.parametrize("scalar", [2, 2.5, 1 + 2j, True, numpy.int16(3), numpy.float32(1.5)])
    @testing.for_all_dtypes()
    @testing.numpy_cupy_array_equal()
    def test_scalars(self, xp, dtype, scalar):
        a = testing.shaped_arange((3,), xp, dtype)
        return [a * scalar, scalar * a]

    def test_lists(self):
        testing.assert_array_equal(cupy.add([1, 2], cupy.asarray([3, 4])), [4, 6])
        testing.assert_allclose(cupy.sin([1, 2]), numpy.sin([1, 2]))

    def test_numpy_arrays_are_not_moved_in_silence(self):
        with pytest.raises(TypeError):
            cupy.add(cupy.ones(3), numpy.ones(3))

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_too_few(self, xp):
        xp.add(xp.ones(2))

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_unknown_keyword(self, xp):
        xp.add(xp.ones(2), 1, nonsense=3)

    @testing.numpy_cupy_raises(accept_error=ValueError)
    def test_shapes_that_do_not_broadcast(self, xp):
        xp.add(xp.ones((2, 3)), xp.ones((2, 4)))

    @testing.numpy_cupy_raises(accept_error=TypeError)
    def test_strings(self, xp):
        xp.add(xp.ones(2), "a")


@pytest.mark.parametrize("exponent", [2, 2.0, 0.5, -1, -1.0, 3, 0])
@pytest.mark.parametrize("dtype", ["f", "d", "e", "D"])
@testing.numpy_cupy_allclose(rtol=1e-3)
def test_powers_that_operators_know(xp, dtype, exponent):
    with numpy.errstate(all="ignore"):
        return xp.asarray([-numpy.inf, -2, -0.0, 0.0, 1, 2.5, numpy.inf, numpy.nan], dtype) ** exponent \
            if dtype != "D" else xp.asarray([1 + 2j, -1, 3j], dtype) ** exponent


@pytest.mark.parametrize("exponent", [2, 2.0, 3])
@pytest.mark.parametrize("dtype", ["?", "b", "i", "L"])
@testing.numpy_cupy_array_equal()
def test_powers_of_integers_that_operators_know(xp, dtype, exponent):
    return xp.asarray([0, 1, 1, 0], dtype) ** exponent


#: Calls that must end as NumPy's do: with an equal result or with a matching error.
CALLS = [
    "add(a, b, casting='bogus')", "add(a, b, casting=None)", "add(a, b, order='Z')", "add(a, b, subok=1)",
    "add(a, b, subok=False)", "add(a, b, foo=1)", "add(a)", "add(a, b, a, a)", "add(a, b, out=1)",
    "add(a, b, out=(a, b))", "add(a, b, a, out=a)", "add(a, b, axis=0)", "add(a, b, keepdims=True)",
    "add(a, b, dtype='i4')", "add(a, b, dtype='bogus')", "less(i, i, dtype=bool)", "less(a, b, dtype='f8')",
    "add(a, b, signature='dd->d')", "add(a, b, sig='ff->f')", "add(a, b, signature='dd->f')",
    "add(a, b, signature='d')", "add(a, b, signature='dd')", "add(a, b, signature='ddd->d')", "add(a, b, signature=1)",
    "add(a, b, signature=('f8', 'f8', 'f8'))", "add(a, b, signature=('f8', 'f8'))", "add(a, b, signature=('f8',))",
    "add(a, b, signature=(None, None, 'f4'))", "add(a, b, signature='dd->d', dtype='f8')",
    "add(a, b, signature='dd->d', sig='dd->d')", "less(i, i, signature='dd->?')", "modf(a, out=b)",
    "add(a, b, where=[True, False])", "add(a, b, out=b, where=i)", "add(a, b, out=b, where=[1, 0, 1])",
    "add(2, 3, out=b, where=False)", "add(a, b, out=b, where=xp.ones((2, 3), bool))",
    "sin.outer(a, a)", "add.outer(a, b, dtype='f4')", "add.outer(2, [1, 2])", "divmod.outer(i, i)[1]",
    "add.outer(a, i, out=xp.zeros((3, 3)), where=xp.asarray([True, False, True]))", "add.reduce(a, axis=3)",
    "add.reduce(a, axis=(0, 0))", "add.reduce(a, axis=[0])", "add.reduce(a, out=1)", "add.reduce(a, out=(b, b))",
    "divmod.reduce(i)", "add.accumulate(a, axis=(0, 1))", "add.accumulate(xp.ones((2, 2)), axis=None)",
    "add.reduceat(a, [0, 5])", "add.reduceat(a, [[0, 1]])", "add.reduceat(a, [])",
]


@pytest.mark.parametrize("call", CALLS)
@testing.numpy_cupy_array_equal(accept_error=(TypeError, ValueError, IndexError))
def test_calls(xp, call):
    return eval(f"xp.{call}", {"xp": xp, "a": xp.arange(3.), "b": xp.ones(3), "i": xp.arange(3) + 1})


class TestMasks:
    @pytest.mark.parametrize("dtype", ["f", "d", "i", "?"])
    @pytest.mark.parametrize("mask", ["whole", "row", "column", "reversed"])
    @testing.numpy_cupy_array_equal(accept_error=TypeError)
    def test_other_items_stay(self, xp, dtype, mask):
        where = testing.shaped_random((30, 20), xp, "?", seed=2)
        where = {"whole": where, "row": where[0], "column": where[:, :1], "reversed": where[:, ::-1]}[mask]
        out = xp.full((30, 20), 7, dtype)
        a = testing.shaped_arange((30, 20), xp, "f")
        return xp.less(a, 300, out=out, where=where), xp.add(a, a.T.copy().T, out=out, where=where)

    @testing.numpy_cupy_array_equal()
    def test_mask_is_the_output(self, xp):
        a = xp.asarray([True, False, True])
        return xp.logical_not(a, out=a, where=a)

    @testing.numpy_cupy_array_equal()
    def test_two_outputs(self, xp):
        return xp.divmod(xp.arange(6) + 7, 4, out=(xp.zeros(6, int), xp.ones(6, int)), where=xp.arange(6) % 2 == 0)

    @testing.numpy_cupy_array_equal()
    def test_next_to_itself(self, xp):
        a = xp.arange(10)
        xp.add(a[:-1], a[1:], out=a[1:], where=xp.arange(9) % 3 > 0)
        return a

    def test_mask_takes_part_in_the_shape(self):
        assert cupy.add(1, 2, where=cupy.asarray([[True], [False]])).shape == (2, 1)


def test_an_ellipsis_as_output_asks_for_an_array():
    one = cupy.asarray(1)
    results = (cupy.add(one, 2, out=...), cupy.add.reduce(cupy.ones(3), out=...), *cupy.divmod(one, 2, out=...),
               cupy.sqrt(one, out=..., dtype="f4"), cupy.add.outer(one, one, out=...))
    assert [type(x) for x in results] == [cupy.ndarray] * 6
    assert [x.item() for x in results] == [3, 3, 0, 1, 1, 2]


@pytest.mark.parametrize("name", ["absolute", "negative", "sqrt", "isnan", "add", "divide", "floor_divide", "less"])
@pytest.mark.parametrize("casting", ["no", "equiv", "safe", "same_kind", "unsafe"])
def test_casting_where_the_dtype_is_named(name, casting):
    """Of loops that give one dtype NumPy takes the first, if none has the inputs safely."""
    wrong = []
    for *chars, wanted in itertools.product("?bhIlefdFD", repeat=getattr(numpy, name).nin + 1):
        found = []
        for xp in (numpy, cupy):
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found.append(getattr(xp, name)(*(xp.ones(2, char) for char in chars), dtype=wanted,
                                                   casting=casting).dtype.char)
            except TypeError:
                found.append("TypeError")
        if found[0] != found[1]:
            wrong.append((chars, wanted, *found))
    assert not wrong


ASKED = [
    ("add", "i#", "ii->i"), ("add", "d#", "ii->i"), ("add", "ii", ("f", None, None)), ("add", "ii", ("f", "f", None)),
    ("add", "BB", ("f", None, None)), ("add", "dB", ("f", None, "f")), ("add", "dd", ("f", None, None)),
    ("add", "i#", ("i", None, None)), ("add", "i#", (None, "i", None)), ("add", "i#", (None, None, "i")),
    ("power", "i#", "ii->i"), ("left_shift", "i#", "ii->i"), ("gcd", "i#", "ii->i"), ("logical_and", "i#", "??->?"),
    ("logical_and", "dd", "ii->?"), ("logical_not", "d", "?->?"), ("negative", "#", "i->i"), ("less", "i#", "ii->?"),
    ("less", "dB", ("f", None, None)), ("less", "dd", ("f", None, None)), ("less", "iB", (None, None, "?")),
    ("true_divide", "ii", ("f", None, None)), ("true_divide", "ii", (None, None, "f")), ("sqrt", "i", ("f", None)),
    ("divmod", "dd", (None, None, "f", None)), ("ldexp", "ii", (None, None, "f")), ("ldexp", "BB", (None, None, "f")),
    ("ldexp", "di", "fi->f"), ("frexp", "d", (None, "f", None)), ("frexp", "l", (None, "f", "i")),
    ("frexp", "b", (None, "f", "i")), ("frexp", "i", "d"), ("ldexp", "ii", "f"), ("modf", "i", "f"),
    ("less", "i#", "?"), ("absolute", "D", "f"), ("absolute", "F", "d"), ("absolute", "D", "F->f"),
    ("copysign", "ii", ("f", None, None)),
]


@pytest.mark.parametrize(("name", "chars", "asked"), ASKED)
def test_types_that_are_asked_for(name, chars, asked):
    """The loop of a signature, whole or in part, and what Python numbers (``#``) become in it."""
    option, found = "dtype" if isinstance(asked, str) and len(asked) == 1 else "signature", []
    for xp in (numpy, cupy):
        inputs = [2.5 if char == "#" else xp.ones(2, char) for char in chars]
        try:
            results = getattr(xp, name)(*inputs, **{option: asked})
            found.append([(x.dtype.char, x.tolist()) for x in (results if isinstance(results, tuple) else (results,))])
        except TypeError:
            found.append("TypeError")
    assert found[1] == found[0]


def test_numbers_among_bfloat16():
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    x = cupy.ones(2, bfloat16)
    for found in (cupy.add(x, 2.5, dtype=bfloat16), cupy.add(x, 2, dtype=bfloat16), cupy.sqrt(12.25, dtype=bfloat16)):
        assert found.dtype == bfloat16 and float(found.max()) in (3.5, 3.0)
    assert cupy.add(x, 2.5, dtype="f").tolist() == [3.5, 3.5]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 2**40, 1j])
def test_numbers_that_are_no_items_of_a_signature(number):
    with pytest.raises((ValueError, OverflowError, TypeError)) as wanted:
        numpy.add(numpy.ones(2, "i"), number, signature="ii->i")
    with pytest.raises(wanted.type):
        cupy.add(cupy.ones(2, "i"), number, signature="ii->i")


@pytest.mark.parametrize("name", ["add", "divide", "ldexp", "logaddexp", "floor_divide", "power", "less", "logical_and",
                                  "sqrt", "negative", "isnan", "frexp", "divmod", "bitwise_and"])
@pytest.mark.parametrize("casting", ["no", "equiv", "safe"])
def test_casting_of_inputs(name, casting):
    """Every pair of dtypes, refused where NumPy refuses it."""
    wrong = []
    for chars in itertools.product("?bBhIlLefdD", repeat=getattr(numpy, name).nin):
        taken = []
        for xp in (numpy, cupy):
            try:
                getattr(xp, name)(*(xp.ones(2, char) for char in chars), casting=casting)
                taken.append(True)
            except TypeError:
                taken.append(False)
        if taken[0] != taken[1]:
            wrong.append((chars, taken))
    assert not wrong


class TestErrors:
    @pytest.mark.parametrize("call", [
        lambda xp: xp.bitwise_and(xp.ones(2), xp.ones(2)), lambda xp: xp.add(xp.ones(2, "f8"), 1, out=xp.ones(2, "i4")),
        lambda xp: xp.add(xp.ones(2, "f4"), xp.ones(2, "f8"), casting="no"),
        lambda xp: xp.add(xp.ones(2), 1, dtype="i4"), lambda xp: xp.zeros(2, "S1") - xp.zeros(2, "S1"),
        lambda xp: xp.zeros(2, "m8[s]") + 1.5, lambda xp: xp.zeros(2, "M8[s]") + xp.zeros(2, "M8[s]"),
        lambda xp: xp.add(xp.zeros(2, "m8[s]"), 1, out=xp.zeros(2, "i4"))])
    def test_classes_are_numpys(self, call):
        with pytest.raises(TypeError) as wanted:
            call(numpy)
        named = numpy._core._exceptions.UFuncTypeError
        with pytest.raises(named if isinstance(wanted.value, named) else TypeError) as found:
            call(cupy)
        assert type(found.value).__name__ == type(wanted.value).__name__

    def test_types_are_looked_at_before_shapes(self):
        a = cupy.zeros((2, 3), "i4")
        with pytest.raises(TypeError, match="same_kind"):
            cupy.add(a, cupy.zeros((2, 4)), out=a)
        with pytest.raises(ValueError, match=r"\(2, 3\) \(2, 4\)"):
            cupy.add(a, cupy.zeros((2, 4)))
        with pytest.raises(ValueError, match="non-broadcastable"):
            cupy.add(a, 1, out=a[:1])
