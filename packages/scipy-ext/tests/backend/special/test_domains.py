"""Every real function at and beyond the edges of its domain: zeros of both signs, poles, whole and half numbers, the
least and the largest numbers, infinities and NaN.

The kind of each result (NaN, an infinity of a sign, zero, a number) and numbers are SciPy's, with three rules for all
functions: NaN among the arguments may give NaN where SciPy has a number; infinities and extreme numbers may give a
number where SciPy comes to NaN on its way; functions of several arguments are asked for no more than a number where one
of the arguments is extreme, for SciPy's is wrong there as often as not, and `test_special_values` has mpmath's.
Everything else where ours is right and SciPy is not stands in a table, with its reason.
"""
import numpy
import pytest
import scipy.special
from cupy_testing.fuzz.special_edges import EXCEPTIONS, SKIPPED

import cupy
from cupyx.scipy import special

_INF = numpy.inf
#: Number of arguments -> edges, of which both signs are taken, and NaN.
EDGES = {1: [0, 5e-324, 1e-310, 1e-300, 1e-20, 1e-8, 0.5, 1, 1.5, 2, 2.5, 3, 10, 30.5, 100, 1e3, 1e5, 1e300, _INF],
         2: [0, 1e-310, 1e-20, 0.5, 1, 1.5, 2, 2.5, 30, 1e300, _INF], 3: [0, 1e-310, 0.5, 1, 2, 2.5, 1e300, _INF],
         4: [0, 0.5, 1, 2.5, _INF]}
NAMES = sorted({x for x in scipy.special.__all__ if isinstance(getattr(scipy.special, x), numpy.ufunc)}
               - {"jn", "psi", "eval_hermite", "eval_hermitenorm"} - set(SKIPPED))


def edges(nin):
    values = numpy.array([sign * x for x in EDGES[nin] for sign in (1, -1)] + [numpy.nan])
    return [x.ravel() for x in numpy.meshgrid(*[values] * nin, indexing="ij")]


def agree(found, wanted, signed):
    """Where two results are of one kind and size: numbers to 1e-6, zeros with their signs where `signed`."""
    with numpy.errstate(all="ignore"):
        near = abs(found - wanted) <= 1e-6 * abs(wanted) + 1e-290
    near &= ~numpy.isinf(wanted)
    if signed:
        near &= (wanted != 0) | (numpy.signbit(found) == numpy.signbit(wanted))
    return near | (numpy.isinf(wanted) & (found == wanted)) | (numpy.isnan(found) & numpy.isnan(wanted))


def disagreements(name):
    """``(output, arguments, ours, SciPy's)`` of each point that neither rules nor exceptions explain."""
    function = getattr(scipy.special, name)
    args = edges(function.nin)
    with numpy.errstate(all="ignore"):
        wanted = function(*args)
    found = getattr(special, name)(*map(cupy.asarray, args))
    sizes = abs(numpy.array(args))
    with_nan = numpy.isnan(sizes).any(axis=0)
    infinite = numpy.isinf(sizes).any(axis=0)
    extreme = (((sizes >= 1e10) & ~numpy.isinf(sizes)) | ((sizes > 0) & (sizes < 1e-10))).any(axis=0)
    for k, (a, b) in enumerate(zip(found, wanted) if isinstance(wanted, tuple) else [(found, wanted)]):
        a = a.get()
        signed = len(args) == 1 and a.dtype.kind == "f"
        right = agree(a, b, signed) | (with_nan & numpy.isnan(a)) | ((infinite | extreme) & numpy.isnan(b))
        right |= extreme & ~numpy.isnan(a)
        for explained, _ in EXCEPTIONS.get(name, ()):
            with numpy.errstate(all="ignore"):
                right |= explained(*args, a, b)
        for m in numpy.flatnonzero(~right):
            yield k, [float(p[m]) for p in args], a[m].item(), b[m].item()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_edges(name):
    found = list(disagreements(name))
    assert not found, f"{len(found)} points, as {found[:: max(1, len(found) // 8)]}"


def test_exceptions_are_of_functions_that_are_tested():
    assert set(EXCEPTIONS) <= set(NAMES)
