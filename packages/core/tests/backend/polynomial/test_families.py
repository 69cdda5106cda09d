"""Every function and class of ``cupy.polynomial`` against NumPy's."""
import inspect
import pickle

import numpy
import numpy.polynomial
import pytest

import cupy
import cupy.polynomial
from cupy import testing

FAMILIES = ["polynomial", "chebyshev", "hermite", "hermite_e", "laguerre", "legendre"]
CLASSES = ["Polynomial", "Chebyshev", "Hermite", "HermiteE", "Laguerre", "Legendre"]


def random(*shape):
    return numpy.random.default_rng(len(shape)).random(shape)


def arguments(name, function):
    """Sample values of what a function requires."""
    c = random(5)
    for end, shape in (("2d", (3, 4)), ("3d", (3, 4, 2))):
        c = random(*shape) if name.endswith(end) else c
    c = random(3, 4) if name.endswith("valnd") else c
    deg = [2, 3] if name.endswith("vander2d") else [2, 3, 1] if name.endswith("vander3d") else 4
    values = {"c": c, "c1": random(5), "c2": random(3), "pol": random(4), "x": random(7), "y": random(7) * 2,
              "z": random(7) * 3, "deg": deg, "off": 1.0, "scl": 2.0, "roots": random(3), "r": random(3), "pow": 3,
              "func": lambda x: x * x, "npts": 4, "pts": random(2, 7)}
    parameters = inspect.signature(getattr(function, "_implementation", function)).parameters.values()
    return [values[p.name] for p in parameters if p.default is p.empty]


def host(value):
    if isinstance(value, (tuple, list)):
        return [host(v) for v in value]
    return value.get() if isinstance(value, cupy.ndarray) else value


def compare(found, expected):
    if isinstance(expected, (tuple, list)):
        for x, y in zip(found, expected, strict=True):
            compare(x, y)
    else:
        assert found.dtype == expected.dtype
        numpy.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-10)


FUNCTIONS = [(family, name) for family in FAMILIES for name in getattr(numpy.polynomial, family).__all__
             if inspect.isroutine(getattr(getattr(numpy.polynomial, family), name))
             or callable(getattr(getattr(numpy.polynomial, family), name)) and not name[0].isupper()]


@pytest.mark.parametrize(("family", "name"), FUNCTIONS)
def test_function(family, name):
    theirs = getattr(getattr(numpy.polynomial, family), name)
    args = arguments(name, theirs)
    ours = getattr(getattr(cupy.polynomial, family), name)
    found = host(ours(*[cupy.asarray(a) if isinstance(a, numpy.ndarray) else a for a in args]))
    expected = theirs(*args)
    if name.endswith("roots") and not name.endswith("fromroots"):
        found, expected = numpy.sort_complex(found), numpy.sort_complex(expected)
    compare(found, expected)


def test_names():
    for family in [*FAMILIES, "polyutils"]:
        assert set(getattr(numpy.polynomial, family).__all__) <= set(dir(getattr(cupy.polynomial, family)))
        with pytest.raises(AttributeError):
            getattr(cupy.polynomial, family).nothing_of_this_name


@pytest.mark.parametrize("name", CLASSES)
def test_class(name):
    def results(cls, xp):
        p, q = cls(xp.asarray([1.0, 2.0, 3.0, 0.5])), cls(xp.asarray([2.0, 1.0]))
        x = xp.asarray([0.1, 0.7])
        shifted = cls(xp.asarray([1.0, 2.0]), domain=[0, 4], window=[-1, 1])
        return [p(x), (p + q).coef, (p - 1).coef, (p * q).coef, (p // q).coef, (p % q).coef, (q ** 3).coef, (-p).coef,
                (2 * p).coef, (p / 2).coef, p.deriv(2).coef, p.integ(2, k=[1, 2]).coef, p.cutdeg(1).coef,
                p.truncate(2).coef, p.trim(0.6).coef, shifted(x), shifted.mapparms(), cls.basis(3).coef,
                cls.identity().coef, p.convert(kind=cls).coef, cls.fromroots(x).coef, p.linspace(5)[1],
                divmod(p, q)[1].coef, p.domain, p.window]

    ours, theirs = getattr(cupy.polynomial, name), getattr(numpy.polynomial, name)
    for found, expected in zip(results(ours, cupy), results(theirs, numpy), strict=True):
        numpy.testing.assert_allclose(numpy.asarray(host(found)), numpy.asarray(expected), rtol=1e-9, atol=1e-12)
    p, q = ours([1, 2, 3], symbol="t"), theirs([1, 2, 3], symbol="t")
    assert (str(p), repr(p), f"{p:ascii}", p.degree(), len(p)) == (str(q), repr(q), f"{q:ascii}", q.degree(), len(q))
    assert p == p.copy() and p != ours([1, 2]) and not p == 3
    assert p.has_samecoef(p.copy()) and p.has_samedomain(p) and p.has_samewindow(p) and p.has_sametype(p)
    assert pickle.loads(pickle.dumps(p)) == p
    assert isinstance(p.coef, cupy.ndarray) and p._repr_latex_() == q._repr_latex_()
    with pytest.raises((TypeError, ValueError)):
        p ** -1


@pytest.mark.parametrize(("x", "c"), [((3,), (4,)), ((3,), (4, 2)), ((2, 3), (4, 2, 2)), ((), (4,)), ((0,), (3,)),
                                      ((3,), (1,))])
def test_values_of_powers(x, c):
    p, q = numpy.polynomial.polynomial, cupy.polynomial.polynomial
    x, c = numpy.asarray(random(*x)), random(*c)
    compare(host(q.polyval(cupy.asarray(x), cupy.asarray(c))), p.polyval(x, c) + numpy.zeros(()))
    compare(host(q.polyvalfromroots(cupy.asarray(x), cupy.asarray(c))), p.polyvalfromroots(x, c) + numpy.zeros(()))
    if c.ndim > 1:
        x = random(*c.shape[1:])
        compare(host(q.polyval(cupy.asarray(x), cupy.asarray(c), tensor=False)), p.polyval(x, c, tensor=False))
        x = random(*c.shape[1:]).ravel()[0:2]
        compare(host(q.polyvalfromroots(cupy.asarray(x), cupy.asarray(c), tensor=False)),
                p.polyvalfromroots(x, c, tensor=False))


@testing.for_dtypes("ilfdFD")
def test_types_of_powers(dtype):
    p, q = numpy.polynomial.polynomial, cupy.polynomial.polynomial
    x, c = numpy.array([0, 1, 2], dtype), numpy.array([1, 2, 1], dtype)
    samples = {"polyval": (x, c), "polyvander": (x, 3), "polycompanion": (c,), "polyvalfromroots": (x, c)}
    for name, args in samples.items():
        found = host(getattr(q, name)(*[cupy.asarray(a) if isinstance(a, numpy.ndarray) else a for a in args]))
        compare(found, getattr(p, name)(*args))


@pytest.mark.parametrize("x", [2, 2.5, 1j])
@pytest.mark.parametrize("dtype", ["f", "d", "F"])
def test_numbers_of_python_are_weak_points(x, dtype):
    p, q = numpy.polynomial.polynomial, cupy.polynomial.polynomial
    c = numpy.array([1, 2, 1], dtype)
    for name in ("polyval", "polyvalfromroots"):
        compare(host(getattr(q, name)(x, cupy.asarray(c))), getattr(p, name)(x, c) + numpy.zeros((), dtype))


def test_errors_of_powers():
    for module, xp in ((numpy.polynomial.polynomial, numpy), (cupy.polynomial.polynomial, cupy)):
        for error, name, args in [(ValueError, "polyvander", (xp.ones(2), -1)),
                                  (TypeError, "polyvander", (xp.ones(2), 1.5)),
                                  (ValueError, "polycompanion", (xp.ones(1),)),
                                  (IndexError, "polyval", (xp.ones(2), xp.ones(0))),
                                  (IndexError, "polyval", (xp.ones(2), xp.ones((0, 3)))),
                                  (ValueError, "polyvalfromroots", (xp.ones(2), xp.ones(2), False))]:
            with pytest.raises(error):
                getattr(module, name)(*args)


def test_series():
    ours, theirs = cupy.polynomial.polyutils, numpy.polynomial.polyutils
    rows = [[1, 2, 0, 0], [0, 0], [3.5]]
    for trim in (True, False):
        compare([host(a) for a in ours.as_series([cupy.asarray(r) for r in rows], trim)], theirs.as_series(rows, trim))
        compare([host(a) for a in ours.as_series(cupy.ones((2, 3)), trim)], theirs.as_series(numpy.ones((2, 3)), trim))
    compare(host(ours.trimcoef(cupy.asarray([0, 2, 1e-5]), 1e-4)), theirs.trimcoef([0, 2, 1e-5], 1e-4))
    compare(host(ours.trimcoef(cupy.asarray([1e-5, 1e-5]), 1e-4)), theirs.trimcoef([1e-5, 1e-5], 1e-4))
    compare(host(ours.trimseq(cupy.asarray([0, 0]))), numpy.array([0]))
    compare(host(ours.getdomain(cupy.asarray([1 + 1j, 3j]))), theirs.getdomain([1 + 1j, 3j]))
    for module, xp in ((ours, cupy), (theirs, numpy)):
        for bad in ([xp.ones(0)], [xp.ones((1, 2))], [xp.ones(2, bool)]):
            with pytest.raises(ValueError):
                module.as_series(bad)
        with pytest.raises(ValueError):
            module.trimcoef(xp.ones(2), -1)
