"""Python numbers in fused functions: in range, as exponents and as arguments what the plain function makes of them."""
import operator

import pytest

import cupy

FUNCTIONS = {
    "add": operator.add, "true_divide": operator.truediv, "less": operator.lt, "power": operator.pow,
    "reflected power": lambda x, n: n ** x, "in place": operator.iadd, "maximum": lambda x, n: cupy.maximum(x, n),
    "where": lambda x, n: cupy.where(x > 0, x, n),
}


def _assigned(x, n):
    x[...] = n
    return x


def outcome(function, dtype, *numbers):
    """Dtype and items of the result, or the kind of error."""
    try:
        result = function(cupy.arange(1, 3).astype(dtype), *numbers)
    except Exception as error:
        return type(error)
    return result.dtype, result.tolist()


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("dtype", "?bLf")
@pytest.mark.parametrize("value", [2, -1, 300, 2**40, 2**70])
def test_numbers_outside_and_inside_the_dtype(name, dtype, value):
    """As constants of the function and as arguments, whose values are not known when it is traced."""
    function = FUNCTIONS[name]
    wanted = outcome(function, dtype, value)
    assert outcome(cupy.fuse(lambda x: function(x, value)), dtype) == wanted
    fused = cupy.fuse(lambda x, n: function(x, n))
    outcome(fused, dtype, 1)
    assert outcome(fused, dtype, value) == wanted


@pytest.mark.parametrize("value", [2.5, float("nan"), 1e30, 300])
def test_numbers_assigned_to_integers(value):
    wanted = outcome(_assigned, "b", value)
    assert outcome(cupy.fuse(lambda x: _assigned(x, value)), "b") == wanted
    assert outcome(cupy.fuse(_assigned), "b", value) == wanted


@pytest.mark.parametrize("value", [0.5, -1.0, 2.0, 3.0])
def test_exponents_that_are_other_functions(value):
    x = cupy.asarray([-0.0, -cupy.inf, 0.3, 7.7, 0.0], "f")
    plain, fused = x ** value, cupy.fuse(lambda x, n: x ** n)(x, value)
    assert (plain.view("u4") == fused.view("u4")).all()


def test_negative_exponents_in_arrays():
    x, n = cupy.asarray([2, 3]), cupy.asarray([1, -1])
    plain, fused = (outcome(lambda _, f=f: f(x, n), "l") for f in (operator.pow, cupy.fuse(lambda x, n: x ** n)))
    assert plain == fused
