"""Python functions translated to kernels."""
import math

import numpy
import pytest

import cupy
from cupy import testing

CONSTANT = 3
FACTOR = numpy.float32(0.5)


def helper(x, y=2):
    return x * y + CONSTANT


def pair(x):
    return x, x + 1


OPERATORS = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y,
    "floordiv": lambda x, y: x // y, "mod": lambda x, y: x % y, "less": lambda x, y: x < y, "eq": lambda x, y: x == y,
    "literal": lambda x, y: 2 * x + y * 1.5, "pow": lambda x, y: x ** 2,
}


@pytest.mark.parametrize("name", OPERATORS)
@testing.for_dtypes_combination("BlfD", names=("left", "right"), full=False)
@testing.numpy_cupy_allclose(rtol=1e-4, atol=1e-4, accept_error=(TypeError,))
def test_operators(xp, name, left, right):
    x = testing.shaped_arange((2, 3), xp, left)
    y = testing.shaped_reverse_arange((2, 3), xp, right)
    function = OPERATORS[name]
    return function(x, y) if xp is numpy else cupy.vectorize(function)(x, y)


def branches(x, y):
    if x < y:
        result = x
    elif x == 2 and not y > 1:
        result = 0.5
    else:
        result = -y
    return result


def loops(x, n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        if total > 40:
            break
        total += x * i
    for i in range(10, 0, -3):
        total = total + i
    while total > 100:
        total -= 100
    return total


def ternaries(x, y):
    return (x if x > y else y) + (x and y) + (x or 1) + (1 if 0 < x < y <= 3 else 0)


def swaps(x, y):
    a, b = x, y
    a, b = b, a
    c = d = a - b
    a += 1
    return c * 2 + d + a ** 2


def calls(x, y):
    low, high = pair(x)
    return helper(low) + helper(y, y=1) + helper(high, 3)


def changing_types(x, y):
    value = 1
    for _ in range(3):
        value = value * 0.5 + x
    return value


def numbers(x, y):
    return math.pi * x + math.e + y * FACTOR + float(CONSTANT) - 1e-3


def builtin_functions(x, y):
    return abs(x - y) + min(x, y, 3) + max(x, 1) + int(y / 2) + round(y / 2) + float(x) + bool(y) + pow(x, 2)


def math_functions(x, y):
    return (math.sin(x) + math.atan2(y, 2) + math.sqrt(x) + math.floor(x / 2) + math.ceil(y / 2) + math.exp(-x)
            + math.log(x + 1) + math.log(x + 1, 2) + math.fabs(-y) + math.hypot(x, y))


def ufuncs(x, y):
    return numpy.sin(x) + numpy.arctan2(x, y + 1) + numpy.maximum(x, y) + numpy.where(x > y, x, 0) + numpy.float32(y)


FUNCTIONS = [branches, loops, ternaries, swaps, calls, changing_types, numbers, builtin_functions, math_functions,
             ufuncs]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtypes", ["ll", "dl", "fl"])
def test_statements(function, dtypes):
    x, y = numpy.arange(6).astype(dtypes[0]), numpy.array([3, 0, 5, 2, 6, 1], dtypes[1])
    expected = numpy.vectorize(function, otypes="d")(x, y)
    found = cupy.vectorize(function)(cupy.asarray(x), cupy.asarray(y))
    testing.assert_allclose(found, expected, rtol=1e-5)
    assert cupy.vectorize(function, otypes="f")(cupy.asarray(x), cupy.asarray(y)).dtype == "f"


def test_complex_parts():
    def function(z):
        return z.real * 2 + z.imag, z.conjugate() * 1j, abs(z)

    z = numpy.array([1 + 2j, -3j])
    for found, expected in zip(cupy.vectorize(function)(cupy.asarray(z)), numpy.vectorize(function)(z), strict=True):
        testing.assert_allclose(found, expected)
        assert found.dtype == expected.dtype


def test_closures_and_other_vectorized_functions():
    factor = 4

    @cupy.vectorize
    def inner(x):
        return x * factor

    @cupy.vectorize
    def outer(x):
        return inner(x) + 1

    testing.assert_array_equal(outer(cupy.arange(3)), [1, 5, 9])
    testing.assert_array_equal(cupy.vectorize(lambda x: inner(x) - factor)(cupy.arange(3)), [-4, 0, 4])


def test_broadcasting_scalars_and_lists():
    f = cupy.vectorize(lambda x, y: x - y)
    testing.assert_array_equal(f(cupy.arange(3)[:, None], cupy.arange(2)), numpy.arange(3)[:, None] - numpy.arange(2))
    testing.assert_array_equal(f([3, 4], 1), [2, 3])
    assert f(5, 1).shape == () and int(f(5, 1)) == 4
    testing.assert_array_equal(f(cupy.arange(6).reshape(2, 3).T[::-1], 1), numpy.arange(6).reshape(2, 3).T[::-1] - 1)
    with pytest.raises(ValueError):
        f(cupy.arange(2), cupy.arange(3))
    with pytest.raises(TypeError):
        f(numpy.arange(3), 1)


def test_names_and_defaults():
    f = cupy.vectorize(helper)
    a = cupy.arange(3)
    testing.assert_array_equal(f(a), numpy.arange(3) * 2 + 3)
    testing.assert_array_equal(f(a, y=5), numpy.arange(3) * 5 + 3)
    testing.assert_array_equal(f(y=a, x=2), numpy.arange(3) * 2 + 3)
    with pytest.raises(TypeError):
        f(a, z=1)


def test_excluded():
    def power(x, n):
        result = 1
        for _ in range(n):
            result *= x
        return result

    for excluded in ({1}, {"n"}):
        f = cupy.vectorize(power, excluded=excluded)
        testing.assert_array_equal(f(cupy.arange(4), 3), [0, 1, 8, 27])
        testing.assert_array_equal(f(cupy.arange(4), n=2), [0, 1, 4, 9])
        with pytest.raises(TypeError):
            f(cupy.arange(4), [1, 2])
    with pytest.raises(TypeError):
        cupy.vectorize(power, excluded=[1.5])


def test_otypes():
    f = cupy.vectorize(pair, otypes="fi")
    first, second = f(cupy.arange(3))
    assert (first.dtype, second.dtype) == ("f", "i")
    assert cupy.vectorize(lambda x: x, otypes=[complex])(cupy.arange(2)).dtype == complex
    for xp in (numpy, cupy):
        for bad in ("x", 3):
            with pytest.raises(ValueError):
                xp.vectorize(helper, otypes=bad)
        with pytest.raises(ValueError):
            xp.vectorize(helper)(xp.zeros(0))
        assert xp.vectorize(helper, otypes="d")(xp.zeros((0, 2))).shape == (0, 2)
    with pytest.raises(ValueError):
        cupy.vectorize(pair, otypes="f")(cupy.arange(3))


def test_ready_functions():
    x = numpy.linspace(0, 1, 5)
    for function in (math.sin, numpy.cos, cupy.exp, abs):
        theirs = numpy.exp if function is cupy.exp else function
        testing.assert_allclose(cupy.vectorize(function)(cupy.asarray(x)), numpy.vectorize(theirs)(x))


def test_attributes_and_decorators():
    f = cupy.vectorize(helper, doc="text", cache=True)
    assert f.pyfunc is helper and f.__doc__ == "text" and f.__name__ == "helper" and f.signature is None

    @cupy.vectorize(otypes=[float])
    def decorated(x):
        """Documented."""
        return x

    assert decorated(cupy.arange(2)).dtype == float and decorated.__doc__ == "Documented."
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.vectorize("no")


def test_signature():
    def run(xp, signature, function, *args, **kwargs):
        return xp.vectorize(function, signature=signature, **kwargs)(*args)

    a = numpy.arange(24.0).reshape(2, 3, 4)
    for xp in (numpy, cupy):
        b = xp.asarray(a)
        results = [run(xp, "(n)->()", lambda v: v.sum(), b),
                   run(xp, "(n),(n)->()", lambda v, w: (v * w).sum(), b, b[0, 0]),
                   run(xp, "(m,n)->(n,m)", lambda v: v.T, b),
                   run(xp, "(),()->()", lambda v, w: v + w, b, 1, otypes="d"),
                   *run(xp, "(n)->(),(n)", lambda v: (v[0], v * 2), b)]
        if xp is numpy:
            expected = results
    for x, y in zip(results, expected, strict=True):
        testing.assert_array_equal(x, y)
        assert x.dtype == y.dtype
    for xp in (numpy, cupy):
        b = xp.ones((2, 3))
        for error, call in [
                (ValueError, ("n->n", lambda v: v, b)), (TypeError, ("(n),(n)->()", lambda v, w: v, b)),
                (ValueError, ("(n,m,k)->()", lambda v: v, b)),
                (ValueError, ("(n),(n)->()", lambda v, w: v, b, b[:, 1:])),
                (ValueError, ("(n)->(),()", lambda v: v, b)), (ValueError, ("(n)->(n)", lambda v: v[1:], b))]:
            with pytest.raises(error):
                run(xp, *call)


def untranslatable():
    def a_list(x):
        y = 1
        return [x, y]

    def a_string(x):
        return "text"

    def subscript(x):
        return x[0]

    def no_return(x):
        if x > 0:
            return x

    def nothing(x):
        return

    def recursion(x):
        return recursion(x - 1) if x > 0 else 0

    def over_list(x):
        for i in (1, 2):
            x = x + i
        return x

    def raises(x):
        raise ValueError

    def unknown_call(x):
        return len(x)

    def wrong_types(x):
        return x & 1.5

    def one_or_two(x):
        if x > 0:
            return x, x
        return x

    return [a_list, a_string, subscript, no_return, nothing, recursion, over_list, raises, unknown_call, wrong_types,
            one_or_two]


@pytest.mark.parametrize("function", untranslatable())
def test_what_has_no_counterpart(function):
    with pytest.raises(TypeError, match=r"in line \d+ of .*test_vectorize.py"):
        cupy.vectorize(function)(cupy.arange(3))


def test_more_errors():
    def undefined(x):
        return x + nowhere  # noqa: F821

    with pytest.raises(NameError, match="nowhere"):
        cupy.vectorize(undefined)(cupy.arange(3))
    scope = {}
    exec("def hidden(x):\n    return x", scope)
    with pytest.raises(TypeError, match="source text is not at hand"):
        cupy.vectorize(scope["hidden"])(cupy.arange(3))
    with pytest.raises(TypeError):
        cupy.vectorize(lambda *x: x[0])(cupy.arange(3))
    first, second = (lambda x: x + 1), (lambda x: x + 2)
    testing.assert_array_equal(cupy.vectorize(first)(cupy.arange(2)), [1, 2])
    testing.assert_array_equal(cupy.vectorize(second)(cupy.arange(2)), [2, 3])


def test_frompyfunc():
    f = cupy.frompyfunc(lambda x, y: (x + y, x * y), 2, 2)
    testing.assert_array_equal(f(cupy.arange(3), 2)[1], [0, 2, 4])
    assert (f.nin, f.nout, f.nargs, f.identity) == (2, 2, 4, None)
    for xp in (numpy, cupy):
        with pytest.raises(TypeError):
            xp.frompyfunc("no", 1, 1)
        with pytest.raises(TypeError):
            xp.frompyfunc(helper, 1.5, 1)
        with pytest.raises(TypeError):
            xp.frompyfunc(helper, 2, 1)(xp.arange(3))
    with pytest.raises(ValueError):
        cupy.frompyfunc(lambda x: x, 1, 2)(cupy.arange(3))


def test_keyword_only_arguments():
    def f(x, *, y=2):
        return x * y

    testing.assert_array_equal(cupy.vectorize(f)(cupy.arange(3)), [0, 2, 4])
    testing.assert_array_equal(cupy.vectorize(f)(cupy.arange(3), y=3), [0, 3, 6])
    with pytest.raises(TypeError):
        cupy.vectorize(f)(cupy.arange(3), 3)


@testing.for_dtypes("?HLe")
def test_more_types(dtype):
    def f(x):
        return x + x if x else x

    x = numpy.arange(4).astype(dtype)
    found = cupy.vectorize(f)(cupy.asarray(x))
    assert found.dtype == x.dtype
    testing.assert_array_equal(found, x + x)
