"""Inverses of distribution functions: what they give has the probability that was asked for, in both precisions."""
import numpy
import pytest
import scipy.special

import cupy
from cupyx.scipy import special

RNG = numpy.random.default_rng(17)
N = 400
A, B = 10 ** RNG.uniform(-0.5, 3.5, (2, N))
P = numpy.concatenate([RNG.uniform(0.01, 0.99, N // 2), 10 ** RNG.uniform(-12, -1, N // 4),
                       1 - 10 ** RNG.uniform(-6, -1, N // 4)])
X = RNG.uniform(0.02, 0.98, N)
WHOLE, MORE = RNG.integers(1, 30, N), RNG.integers(30, 80, N)


def _on_device(function, args):
    return function(*map(cupy.asarray, args)).get()


#: Inverse, function, place of the unknown among the function's arguments, the others in order with p for the unknown.
CASES = [
    ("betaincinv", "betainc", 2, (A, B, P)), ("betainccinv", "betaincc", 2, (A, B, P)),
    ("fdtri", "fdtr", 2, (A, B, P)), ("bdtri", "bdtr", 2, (WHOLE, MORE, P)), ("nbdtri", "nbdtr", 2, (WHOLE, MORE, P)),
    ("stdtrit", "stdtr", 1, (A, P)), ("gammaincinv", "gammainc", 1, (A, P)), ("gammainccinv", "gammaincc", 1, (A, P)),
    ("chdtri", "chdtrc", 1, (A, P)), ("pdtri", "pdtr", 1, (WHOLE, P)), ("gdtria", "gdtr", 0, (P, B, A)),
    ("gdtrib", "gdtr", 1, (X, P, A)), ("gdtrix", "gdtr", 2, (X, B, P)), ("chdtriv", "chdtr", 0, (P, A)),
    ("btdtria", "betainc", 0, (P, B, X)), ("btdtrib", "betainc", 1, (A, P, X)),
]


@pytest.mark.parametrize("inverse, function, place, args", CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("char, rtol", [("d", 1e-10), ("f", 1e-5)])
def test_they_undo(inverse, function, place, args, char, rtol):
    """As far as the result's own rounding lets them, which the slope of the function multiplies."""
    args = [x.astype(char) if x.dtype.kind == "f" or char == "f" else x for x in args]
    found = _on_device(getattr(special, inverse), args)
    assert found.dtype == char and not numpy.isnan(found).any()
    back = [x.astype(float) for x in args]
    wanted, back[place] = back[place], found.astype(float)
    with numpy.errstate(all="ignore"):
        values = [getattr(scipy.special, function)(*back[:place], away.astype(float), *back[place + 1:])
                  for away in (numpy.nextafter(found, found.dtype.type(-numpy.inf)), found,
                               numpy.nextafter(found, found.dtype.type(numpy.inf)))]
    low, high = numpy.fmin.reduce(values), numpy.fmax.reduce(values)         # NaN beyond the end of the domain
    inside = (found > numpy.finfo(char).tiny) & (found < numpy.finfo(char).max)
    gap = numpy.maximum(low - wanted, wanted - high)[inside]
    rest = numpy.minimum(wanted, 1 - wanted)[inside]
    assert (gap <= rtol * rest + 8 * numpy.finfo(float).eps).all()


def test_tukeys_lambda_of_any_shape():
    shape, tail = RNG.uniform(-8, 8, N), numpy.minimum(P, 1 - P)
    with numpy.errstate(all="ignore"):
        x = -(numpy.expm1(shape * numpy.log1p(-tail)) - numpy.expm1(shape * numpy.log(tail))) / shape
    some = numpy.isfinite(x) & (abs(x) * shape > -1 + 1e-9) & ~((shape > 0) & (abs(x) > 0.999 / abs(shape)))
    found = _on_device(special.tklmbda, (x[some], shape[some]))
    numpy.testing.assert_allclose(found, tail[some], rtol=1e-8)


def test_shapes_beyond_all_others():
    """Of Student's distribution: more degrees of freedom than there may be, few and many, and the middle."""
    assert float(special.stdtridf(0.9, 1.0)) == scipy.special.stdtridf(0.9, 1.0) == 1e10
    assert float(special.stdtridf(0.5, 0.0)) == scipy.special.stdtridf(0.5, 0.0)
    for df, t in ((0.3, 2.0), (2.0, -1.0), (60.0, 1.5), (1e6, -2.0)):
        p = float(special.stdtr(df, t))
        numpy.testing.assert_allclose(float(special.stdtridf(p, t)), df, rtol=1e-6)


def _chndtr(mp, nc, x, df):
    weights = [mp.exp(-nc / 2) * (nc / 2) ** j / mp.factorial(j) for j in range(30)]
    return mp.fsum(w * mp.gammainc(df / 2 + j, 0, x / 2, regularized=True) for j, w in enumerate(weights))


def _pdtr(mp, k, m):
    return mp.gammainc(k + 1, m, regularized=True)


def _refined(mp, function, near, p):
    """Where a function of mpmath's is p, by a step of Newton's from a place whose value is p but for rounding."""
    return float(near + (p - function(near)) / mp.diff(function, near, h=mp.mpf(10) ** -20))


@pytest.mark.parametrize("name, function, near, more", [
    ("pdtrik", _pdtr, [1e-9, 1e-5, 1e-3, 0.02, 0.4, 0.97], [[0.001, 0.2, 0.56, 1.2, 5, 40]]),
    ("chndtrinc", _chndtr, [1e-9, 1e-5, 1e-3, 0.02, 0.1, 0.4], [[1, 20, 5, 0.3, 60, 12], [2, 19, 0.3, 1, 80, 20]])])
@pytest.mark.parametrize("char, rtol", [("d", 4e-15), ("f", 1e-7)])
def test_beside_zero(name, function, near, more, char, rtol):
    """The number of events and the noncentrality keep their digits, though a rounding of the function's is many."""
    mp = pytest.importorskip("mpmath")
    near, more = numpy.array(near, char), numpy.array(more, char)
    with mp.workdps(50):
        rows = [[mp.mpf(float(x)) for x in row] for row in zip(near, *more)]
        p = numpy.array([float(function(mp, *row)) for row in rows]).astype(char)
        wanted = numpy.array([_refined(mp, lambda x, row=row: function(mp, x, *row[1:]), row[0], mp.mpf(float(q)))
                              for row, q in zip(rows, p)])
    found = _on_device(getattr(special, name), (p, *more) if name == "pdtrik" else (*more, p))
    kept = wanted > (1e-12 if char == "d" else 1e-3)        # the others are 0 for the p that there is
    assert kept.sum() > 2
    numpy.testing.assert_allclose(found[kept], wanted[kept], rtol=rtol)
