"""Special values of the elementwise functions, as the array API standard lists them."""
import math

import numpy
import pytest

import cupy

INF, NAN, PI = math.inf, math.nan, math.pi

#: function: ((arguments, result), …); signs of zeros count.
UNARY = {
    "abs": [(NAN, NAN), (-0.0, 0.0), (-INF, INF)],
    "acos": [(NAN, NAN), (1.5, NAN), (-1.5, NAN), (1.0, 0.0)],
    "acosh": [(NAN, NAN), (0.5, NAN), (1.0, 0.0), (INF, INF)],
    "asin": [(NAN, NAN), (1.5, NAN), (-1.5, NAN), (0.0, 0.0), (-0.0, -0.0)],
    "asinh": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF)],
    "atan": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, PI / 2), (-INF, -PI / 2)],
    "atanh": [(NAN, NAN), (-1.5, NAN), (1.5, NAN), (-1.0, -INF), (1.0, INF), (0.0, 0.0), (-0.0, -0.0)],
    "ceil": [(INF, INF), (-INF, -INF), (0.0, 0.0), (-0.0, -0.0), (NAN, NAN), (-0.5, -0.0)],
    "cos": [(NAN, NAN), (0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN)],
    "cosh": [(NAN, NAN), (0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF)],
    "exp": [(NAN, NAN), (0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0)],
    "expm1": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -1.0)],
    "floor": [(INF, INF), (-INF, -INF), (0.0, 0.0), (-0.0, -0.0), (NAN, NAN)],
    "log": [(NAN, NAN), (-1.0, NAN), (0.0, -INF), (-0.0, -INF), (1.0, 0.0), (INF, INF)],
    "log10": [(NAN, NAN), (-1.0, NAN), (0.0, -INF), (-0.0, -INF), (1.0, 0.0), (INF, INF)],
    "log1p": [(NAN, NAN), (-2.0, NAN), (-1.0, -INF), (0.0, 0.0), (-0.0, -0.0), (INF, INF)],
    "log2": [(NAN, NAN), (-1.0, NAN), (0.0, -INF), (-0.0, -INF), (1.0, 0.0), (INF, INF)],
    "reciprocal": [(NAN, NAN), (INF, 0.0), (-INF, -0.0), (0.0, INF), (-0.0, -INF)],
    "round": [(INF, INF), (-INF, -INF), (0.0, 0.0), (-0.0, -0.0), (NAN, NAN), (0.5, 0.0), (1.5, 2.0),
              (2.5, 2.0), (-0.5, -0.0)],
    "sign": [(-2.0, -1.0), (0.0, 0.0), (2.0, 1.0), (NAN, NAN)],
    "sin": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)],
    "sinh": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, INF), (-INF, -INF)],
    "sqrt": [(NAN, NAN), (-1.0, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, INF)],
    "square": [(NAN, NAN), (-INF, INF), (-0.0, 0.0)],
    "tan": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, NAN), (-INF, NAN)],
    "tanh": [(NAN, NAN), (0.0, 0.0), (-0.0, -0.0), (INF, 1.0), (-INF, -1.0)],
    "trunc": [(INF, INF), (-INF, -INF), (0.0, 0.0), (-0.0, -0.0), (NAN, NAN), (-0.5, -0.0)],
    "isfinite": [(NAN, False), (INF, False), (-INF, False), (1.0, True), (0.0, True)],
    "isinf": [(NAN, False), (INF, True), (-INF, True), (1.0, False)],
    "isnan": [(NAN, True), (INF, False), (1.0, False)],
    "signbit": [(0.0, False), (-0.0, True), (INF, False), (-INF, True), (3.0, False), (-3.0, True),
                (math.copysign(NAN, 1), False), (math.copysign(NAN, -1), True)],
}

BINARY = {
    "add": [(NAN, 1.0, NAN), (INF, -INF, NAN), (INF, INF, INF), (-INF, 2.0, -INF), (-0.0, -0.0, -0.0),
            (-0.0, 0.0, 0.0), (2.0, -2.0, 0.0)],
    "atan2": [(NAN, 1.0, NAN), (1.0, 0.0, PI / 2), (1.0, -0.0, PI / 2), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0),
              (0.0, -0.0, PI), (0.0, -1.0, PI), (-0.0, 1.0, -0.0), (-0.0, 0.0, -0.0), (-0.0, -0.0, -PI),
              (-0.0, -1.0, -PI), (-1.0, 0.0, -PI / 2), (1.0, INF, 0.0), (1.0, -INF, PI), (-1.0, INF, -0.0),
              (-1.0, -INF, -PI), (INF, 1.0, PI / 2), (-INF, 1.0, -PI / 2), (INF, INF, PI / 4),
              (INF, -INF, 3 * PI / 4), (-INF, INF, -PI / 4), (-INF, -INF, -3 * PI / 4)],
    "copysign": [(1.0, -0.0, -1.0), (1.0, -NAN, -1.0), (-1.0, 0.0, 1.0), (INF, -2.0, -INF)],
    "divide": [(NAN, 1.0, NAN), (INF, INF, NAN), (0.0, 0.0, NAN), (0.0, -0.0, NAN), (0.0, 1.0, 0.0),
               (-0.0, 1.0, -0.0), (0.0, -1.0, -0.0), (1.0, 0.0, INF), (1.0, -0.0, -INF), (-1.0, 0.0, -INF),
               (INF, 2.0, INF), (INF, -2.0, -INF), (2.0, INF, 0.0), (2.0, -INF, -0.0), (-2.0, INF, -0.0)],
    "floor_divide": [(NAN, 1.0, NAN), (INF, INF, NAN), (0.0, 0.0, NAN), (0.0, 1.0, 0.0), (-0.0, 1.0, -0.0),
                     (1.0, 0.0, INF), (1.0, -0.0, -INF), (-1.0, 0.0, -INF), (2.0, INF, 0.0), (-2.0, INF, -1.0),
                     (2.0, -INF, -1.0), (-2.0, -INF, 0.0)],
    "hypot": [(INF, NAN, INF), (NAN, -INF, INF), (1.0, NAN, NAN), (NAN, 1.0, NAN), (INF, 1.0, INF)],
    "logaddexp": [(NAN, 1.0, NAN), (INF, 1.0, INF), (1.0, INF, INF)],
    "maximum": [(NAN, 1.0, NAN), (1.0, NAN, NAN), (INF, 1.0, INF)],
    "minimum": [(NAN, 1.0, NAN), (1.0, NAN, NAN), (-INF, 1.0, -INF)],
    "multiply": [(NAN, 1.0, NAN), (INF, 0.0, NAN), (-0.0, -INF, NAN), (2.0, -0.0, -0.0), (-2.0, INF, -INF),
                 (INF, -INF, -INF)],
    "nextafter": [(NAN, 1.0, NAN), (1.0, NAN, NAN), (-0.0, 0.0, 0.0), (0.0, -0.0, -0.0), (INF, INF, INF)],
    "pow": [(2.0, NAN, NAN), (NAN, 0.0, 1.0), (NAN, -0.0, 1.0), (NAN, 2.0, NAN), (2.0, INF, INF), (2.0, -INF, 0.0),
            (1.0, INF, 1.0), (1.0, NAN, 1.0), (0.5, INF, 0.0), (0.5, -INF, INF), (INF, 2.0, INF), (INF, -2.0, 0.0),
            (-INF, 3.0, -INF), (-INF, 2.0, INF), (-INF, -3.0, -0.0), (-INF, -2.0, 0.0), (0.0, 2.0, 0.0),
            (0.0, -2.0, INF), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0), (-0.0, -3.0, -INF), (-0.0, -2.0, INF),
            (-2.0, 0.5, NAN), (-1.0, INF, 1.0)],
    "remainder": [(NAN, 1.0, NAN), (INF, 1.0, NAN), (1.0, 0.0, NAN), (0.0, 1.0, 0.0), (-0.0, 1.0, 0.0),
                  (0.0, -1.0, -0.0), (2.0, INF, 2.0), (-2.0, INF, INF), (2.0, -INF, -INF), (-2.0, -INF, -2.0),
                  (5.0, 5.0, 0.0), (-5.0, -5.0, -0.0)],
    "equal": [(NAN, NAN, False), (INF, INF, True), (-0.0, 0.0, True), (INF, -INF, False)],
    "logical_and": [(NAN, 1.0, True), (0.0, NAN, False)],
}

COMPLEX = {
    "abs": [(complex(INF, NAN), INF), (complex(NAN, -INF), INF)],
    "acos": [(complex(0, NAN), complex(PI / 2, NAN)), (complex(INF, 1), complex(0, -INF)),
             (complex(-INF, INF), complex(3 * PI / 4, -INF))],
    "acosh": [(complex(0, 0), complex(0, PI / 2)), (complex(-INF, 1), complex(INF, PI)),
              (complex(INF, INF), complex(INF, PI / 4)), (complex(NAN, INF), complex(INF, NAN))],
    "asinh": [(complex(INF, 1), complex(INF, 0)), (complex(1, INF), complex(INF, PI / 2)),
              (complex(NAN, 0), complex(NAN, 0)), (complex(INF, INF), complex(INF, PI / 4))],
    "atanh": [(complex(0, NAN), complex(0, NAN)), (complex(1, 0), complex(INF, 0)),
              (complex(1, INF), complex(0, PI / 2)), (complex(INF, 1), complex(0, PI / 2))],
    "cosh": [(complex(0, 0), complex(1, 0)), (complex(INF, 0), complex(INF, 0)), (complex(1, INF), complex(NAN, NAN)),
             (complex(NAN, 1), complex(NAN, NAN))],
    "exp": [(complex(0, 0), complex(1, 0)), (complex(-0.0, 0), complex(1, 0)), (complex(1, INF), complex(NAN, NAN)),
            (complex(INF, 0), complex(INF, 0)), (complex(NAN, 0), complex(NAN, 0))],
    "expm1": [(complex(0, 0), complex(0, 0)), (complex(INF, 0), complex(INF, 0)), (complex(NAN, 0), complex(NAN, 0))],
    "log": [(complex(-0.0, 0), complex(-INF, PI)), (complex(0, 0), complex(-INF, 0)),
            (complex(1, INF), complex(INF, PI / 2)), (complex(-INF, INF), complex(INF, 3 * PI / 4)),
            (complex(NAN, INF), complex(INF, NAN))],
    "sinh": [(complex(0, 0), complex(0, 0)), (complex(INF, 0), complex(INF, 0)), (complex(NAN, 0), complex(NAN, 0))],
    "sqrt": [(complex(0, 0), complex(0, 0)), (complex(1, INF), complex(INF, INF)),
             (complex(NAN, INF), complex(INF, INF)),
             (complex(-INF, 1), complex(0, INF)), (complex(INF, 1), complex(INF, 0))],
    "tanh": [(complex(0, 0), complex(0, 0)), (complex(INF, 1), complex(1, 0)), (complex(NAN, 0), complex(NAN, 0))],
    "sign": [(complex(0, 0), complex(0, 0)), (complex(3, 4), complex(0.6, 0.8))],
}


def check(have, want, dtype):
    want = numpy.asarray(want, have.dtype)
    assert have.shape == () and have.dtype in (dtype, bool, numpy.dtype(dtype.char.lower()))
    have = have.get()
    numpy.testing.assert_allclose(have, want, rtol=1e-6)
    for part in (lambda x: x.real, lambda x: x.imag):
        if have.dtype != bool and want == want:
            assert numpy.signbit(part(have)) == numpy.signbit(part(want))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", UNARY)
def test_unary(name, dtype):
    for x, want in UNARY[name]:
        check(getattr(cupy, name)(cupy.asarray(x, dtype)), want, numpy.dtype(dtype))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", BINARY)
def test_binary(name, dtype):
    for x, y, want in BINARY[name]:
        check(getattr(cupy, name)(cupy.asarray(x, dtype), cupy.asarray(y, dtype)), want, numpy.dtype(dtype))


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("name", COMPLEX)
def test_complex(name, dtype):
    for x, want in COMPLEX[name]:
        check(getattr(cupy, name)(cupy.asarray(x, dtype)), want, numpy.dtype(dtype))


@pytest.mark.parametrize("name", sorted(COMPLEX))
def test_conjugates(name):
    """f(conj(z)) is conj(f(z)) for all of them but the ones on a cut."""
    z = cupy.asarray([complex(0.5, 2), complex(-0.5, 2), complex(3, -1)])
    f = getattr(cupy, name)
    cupy.testing.assert_allclose(f(z.conj()), f(z).conj(), rtol=1e-12)


@pytest.mark.parametrize("name", ["max", "min", "sum", "prod", "mean", "var", "std", "cumulative_sum"])
def test_nan_wins(name):
    x = cupy.asarray([1.0, NAN, 2.0])
    assert bool(cupy.isnan(getattr(cupy, name)(x)).any())


@pytest.mark.parametrize("name, want", [("sum", 0.0), ("prod", 1.0), ("mean", NAN), ("all", True), ("any", False)])
def test_no_items(name, want):
    numpy.testing.assert_equal(getattr(cupy, name)(cupy.zeros(0)).item(), want)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_complex_at_the_edges(dtype):
    """Parts that would over- or underflow on the way."""
    info = numpy.finfo(dtype)
    tiny, most = float(info.smallest_subnormal), float(info.max)
    number = numpy.dtype(dtype).type
    z = cupy.asarray([complex(most, most), complex(tiny, tiny), complex(800, tiny), complex(0, tiny)], dtype)
    numpy.testing.assert_allclose(cupy.sign(z).get()[0], number(complex(0.5 ** 0.5, 0.5 ** 0.5)), rtol=1e-6)
    numpy.testing.assert_allclose(cupy.log(z).get()[1], numpy.log(complex(1, 1)) + math.log(tiny), rtol=1e-6)
    reciprocal = cupy.reciprocal(z).get()[3]
    assert reciprocal.real == 0 and reciprocal.imag == -INF
    powers = cupy.asarray([complex(INF, 1)], dtype) ** cupy.asarray([1], dtype)
    assert powers.get()[0] == complex(INF, 1)
    if dtype == "c8":
        assert cupy.cosh(z).get()[2] == complex(INF, INF) and cupy.sinh(z).get()[2] == complex(INF, INF)
