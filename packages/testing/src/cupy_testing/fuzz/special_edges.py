"""Where results at the edges of special functions' domains are not SciPy's: a condition on the arguments, and why.

A condition takes the arguments, then ours and SciPy's results.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import scipy.special
from numpy import isinf, isnan


def _outside(k: int) -> Callable[..., Any]:
    """The `k`-th argument is a probability that has no solution inside: at or beyond the ends."""
    return lambda *a: ~((a[k] > 0) & (a[k] < 1))


def _at_edge(*which: Any) -> Callable[..., Any]:
    """One of some arguments is zero or below, or infinite."""
    return lambda *a: numpy.any([~(a[k] > 0) | isinf(a[k]) for k in which], axis=0)


def _extreme(*a: Any) -> Any:
    return numpy.any([(abs(x) >= 1e10) | ((x != 0) & (abs(x) < 1e-10)) for x in a[:-2]], axis=0)


def _is(k: int, *values: Any) -> Callable[..., Any]:
    return lambda *a: numpy.isin(a[k], values)


def _ours_is_number(*a: Any) -> Any:
    return isnan(a[-1]) & ~isnan(a[-2])


def _stopped(*a: Any) -> Any:
    return (abs(a[-1]) >= 1e9) | (abs(a[-1]) <= 1e-9)


def _nearer(k: int) -> Any:
    """The quantile's parameter `k` solves SciPy's own distribution function better than SciPy's does."""
    def holds(*a: Any) -> Any:
        args, ours, theirs = list(a[:-2]), a[-2], a[-1]
        kept = (ours > 1e-3) & (ours < 1e3) & (theirs > 1e-3) & (theirs < 1e3)
        wanted = args[k]
        gaps = []
        for value in (ours, theirs):
            args[k] = value
            safe = [numpy.where(kept, x, 1.0) for x in args]
            gaps.append(abs(scipy.special.ncfdtr(*safe) - wanted))
        return kept & (gaps[0] <= gaps[1])
    return holds, "SciPy's search ends at five digits"


def _rounding(*a: Any) -> Any:
    return (abs(a[-1]) < 1e-15) & (abs(a[-2]) < 1e-15)


def _between(low: Any, high: Any) -> Callable[..., Any]:
    return lambda *a: (abs(a[0]) >= low) & (abs(a[0]) <= high)


_SEARCH = "there is no solution, or any number is one: SciPy gives where its search stopped, as 5 or 1e100"
_AMOS = "SciPy's scaled functions, and those of negative order, refuse zero; ours are the limits there"
_PROBABILITY = "SciPy takes a chance outside [0, 1] at its least digits, or with a shape that underflows"
_DEGREE = "SciPy's degree is a double: 2F1 loses the sign or the value of a polynomial at infinity"
_NEGATIVE_DEGREE = "polynomials of negative whole degrees are zero or fold; SciPy's gamma functions are 0/0"

_POLYNOMIAL = (lambda *a: isinf(a[-3]) | isinf(a[0]) | _extreme(*a), _DEGREE)
_JACOBI = (lambda *a: numpy.any([isinf(x) for x in a[:4]], axis=0), _DEGREE)
_ZERO = (_rounding, "a zero by cancellation")
_CANCEL = (_ours_is_number, "poles of the gamma functions of SciPy's factor cancel, or the polynomial is 1")
_WHOLE = (lambda *a: (a[0] <= 0) & (a[0] == numpy.floor(a[0])) & ~isnan(a[-2]), _NEGATIVE_DEGREE)
_NEARER = _nearer(0), _nearer(1), _nearer(2)   # the chance stands where the parameter does
_CRASH = "SciPy does not return, or crashes, at such arguments"

SKIPPED = dict.fromkeys((
    "chndtridf", "chndtrinc", "chndtrix", "hyp1f1", "lpmv", "ncfdtr", "ncfdtri", "nctdtrinc", "yn", "mathieu_cem",
    "pbdv", "pbvv", "mathieu_sem", "mathieu_modcem1", "mathieu_modcem2", "mathieu_modsem1", "mathieu_modsem2",
    *(f"{kind}_{x}" for kind in ("obl", "pro")
      for x in ("ang1", "ang1_cv", "cv", "rad1", "rad1_cv", "rad2", "rad2_cv"))),
    _CRASH)

EXCEPTIONS = {
    "airy": [(_between(100, 2e5), "SciPy's Bi and its derivative come to NaN where they are infinite")],
    "bdtrik": [(lambda *a: (a[0] == 0.5) & (a[1] == 1) & (a[2] == 0.5), "the least k at which the chance is 0.5 is 0"),
               (lambda *a: ~((a[0] > 0) & (a[0] < 1) & (a[2] > 0) & (a[2] < 1)), _SEARCH)],
    "bdtrin": [(lambda *a: isinf(a[0]) | ~((a[1] > 0) & (a[1] < 1) & (a[2] > 0) & (a[2] < 1)), _SEARCH)],
    "besselpoly": [
        (lambda *a: isinf(a[1]) | isinf(a[2]) | isinf(a[0]) | _extreme(*a), "SciPy's series end before they begin"),
        (lambda *a: (a[0] < 0) & _ours_is_number(*a), "a power of a negative number to a whole order is one"),
        (lambda *a: a[1] + a[2] <= -1, "the integral diverges at zero: no number, SciPy's infinity"),
    ],
    "beta": [(lambda *a: (a[0] <= 0) & (a[1] <= 0), "the sign of infinity at a pole is none's")],
    "btdtria": [(lambda *a: a[2] > 1, "x is no number of the unit interval; SciPy has not looked")],
    "btdtrib": [(lambda *a: (a[2] > 1) | _extreme(*a), "x is no number of the unit interval; SciPy has not looked")],
    "chdtri": [(_is(0, 0), _PROBABILITY)],
    "chdtriv": [(_is(1, 0), "at 0 the function is 0 for every shape that is not 0")],
    "chndtr": [(lambda *a: isinf(a[0]) & isinf(a[1]), "infinity less infinity")],
    "elliprc": [(lambda x, y, *_: (x < 0) & (y < -1e290), "a negative x is outside, whatever y")],
    "elliprg": [(lambda *a: numpy.any([(x < 0) & (x > -1e-300) for x in a[:-2]], axis=0),
                 "negative numbers are outside")],
    "erfcinv": [(_is(0, 1), "the sign of a zero between numbers of both signs")],
    "eval_gegenbauer": [_POLYNOMIAL, _CANCEL, _ZERO], "eval_jacobi": [_JACOBI, _CANCEL, _ZERO],
    "eval_sh_jacobi": [_JACOBI, _CANCEL],
    "fdtridfd": [(lambda *a: _outside(1)(*a) | _at_edge(0, 2)(*a), _SEARCH),
                 (lambda *a: (a[0] >= 2) & (a[1] == 0.5) & (a[2] == 0.5), _SEARCH)],
    "gammainccinv": [(lambda *a: _outside(1)(*a) | (a[0] == 0), _PROBABILITY)],
    "gammaincinv": [(_outside(1), _PROBABILITY)],
    "gdtria": [(_outside(0), _PROBABILITY), (_is(2, 0), "a quotient by zero is infinite")],
    "gdtrib": [(_extreme, "the scaled x is infinite")],
    "gdtrix": [(_outside(2), _PROBABILITY)],
    "hyp2f1": [
        (lambda *a: (a[1] == a[2]) & (a[2] <= 0) & (abs(a[3]) >= 1), "b cancels c before SciPy's pole at 1"),
        _ZERO,
        (lambda *a: (a[0] == a[2]) & (a[2] <= 0) & (a[2] == numpy.floor(a[2])),
         "SciPy cancels a against c where it does not b against c: ours is symmetric"),
        (lambda *a: numpy.any([isinf(x) for x in a[:3]], axis=0), "limits of infinite parameters are none's"),
    ],
    "hyperu": [(lambda *a: isinf(a[0]) | isinf(a[1]) | _extreme(*a), "limits of infinite parameters are none's"),
               (_is(0, 0), "U(0, b, x) is 1"),
               (lambda *a: (a[0] <= 0) & (a[2] == 0), "a polynomial, not infinite"),
               (_ours_is_number, "SciPy's expansions do not reach half numbers with b = 0, 2")],
    "it2i0k0": [(_between(20, 200), "SciPy's series end early"), (_is(0, 0), "SciPy's infinity is 1e300")],
    "it2j0y0": [(_is(0, 0), "SciPy's infinity is 1e300")],
    "itairy": [(_between(2, 3.5), "SciPy's series have seven digits here")],
    "itstruve0": [(_between(30, 1e6), "SciPy's expansion has lost its logarithm and digits")],
    "ive": [(_is(1, 0), _AMOS)], "jve": [(_is(1, 0), _AMOS)], "yv": [(_is(1, 0), _AMOS)], "yve": [(_is(1, 0), _AMOS)],
    "keip": [(_between(1e4, 1e6), "the sign of what underflows")],
    "modfresnelm": [(lambda *a: a[0] < 0, "SciPy's imaginary part is not the integral that it describes")],
    "mathieu_a": [(lambda *a: a[0] >= 1e290, "SciPy takes an order that is no integer for 0")],
    "mathieu_b": [(lambda *a: a[0] >= 1e290, "SciPy takes an order that is no integer for 0")],
    "modstruve": [(_is(1, 0), "SciPy's 0/0 at zero")],
    "nbdtrik": [(lambda *a: (a[0] == 0.5) & (a[1] == 1) & (a[2] == 0.5), "the least k at which the chance is 0.5 is 0"),
                (lambda *a: _outside(0)(*a) | _at_edge(1)(*a) | _outside(2)(*a), _SEARCH)],
    "nbdtrin": [(lambda *a: _outside(1)(*a) | _at_edge(0)(*a) | _outside(2)(*a), _SEARCH)],
    "ncfdtridfd": [(lambda *a: _outside(1)(*a) | _at_edge(0, 3)(*a) | isinf(a[2]) | _stopped(*a), _SEARCH), _NEARER[1]],
    "ncfdtridfn": [(lambda *a: _outside(0)(*a) | _at_edge(1, 3)(*a) | isinf(a[2]) | _stopped(*a), _SEARCH), _NEARER[0]],
    "ncfdtrinc": [(lambda *a: _outside(2)(*a) | _at_edge(0, 1, 3)(*a) | _stopped(*a), _SEARCH), _NEARER[2]],
    "nctdtridf": [(lambda *a: _outside(0)(*a) | (abs(a[1]) < 1e-10) | isinf(a[2]) | _stopped(*a), _SEARCH)],
    "nctdtrit": [(_is(2, 0), "SciPy's quantile of chance 0 is the upper end")],
    "nrdtrimn": [(_is(0, 0.5), "SciPy's quantile of 0.5 is not quite 0")],
    "nrdtrisd": [(_is(1, 0.5), "SciPy's quantile of 0.5 is not quite 0")],
    "powm1": [(lambda *a: isinf(a[1]), "SciPy overflows to 0")],
    "stdtridf": [(lambda *a: _outside(0)(*a) | (a[0] == 0.5) | isinf(a[1]) | ((a[0] > 0.5) != (a[1] > 0)), _SEARCH)],
    "stdtrit": [(_is(1, 0), "SciPy's quantile of chance 0 is the upper end")],
    "struve": [(lambda *a: a[0] >= 1e290, "order and argument are beyond all series"),
               (lambda *a: isinf(a[1]) & (a[0] == 1), "H1 tends to 2 / pi"), (_is(1, 0), "SciPy's 0/0 at zero")],
    "tklmbda": [(lambda *a: a[1] <= -1e9, "SciPy's bisection ends at its first bracket"),
                (lambda *a: isinf(a[0]) & (a[1] < 0), "SciPy's bisection ends at its tolerance")],
}
for _name in ("eval_chebyc", "eval_chebys", "eval_chebyt", "eval_chebyu", "eval_genlaguerre", "eval_laguerre",
              "eval_legendre", "eval_sh_chebyt", "eval_sh_chebyu", "eval_sh_legendre"):
    EXCEPTIONS[_name] = [_POLYNOMIAL, _WHOLE, _ZERO]
EXCEPTIONS["eval_laguerre"].append((lambda *a: (a[0] == 30) & (a[1] == 30), "mpmath's value, 300293.839, is ours"))
EXCEPTIONS["modfresnelp"] = EXCEPTIONS["modfresnelm"]

if numpy.lib.NumpyVersion(scipy.__version__) >= "1.18.0":
    EXCEPTIONS["bdtrik"].append((_is(1, 0), "SciPy before 1.18 and ours have no quantile of no trials"))
    EXCEPTIONS["eval_gegenbauer"].append((lambda *a: (a[0] == 0) & (a[1] == 0), "the polynomial of degree 0 is 1"))
    for _name in ("eval_jacobi", "eval_sh_jacobi"):
        EXCEPTIONS[_name].append((lambda *a: (a[1] == -1) & (a[0] == 2.5) & isnan(a[-2]),
                                  "SciPy before 1.18 and ours divide by a pole of the factor"))
