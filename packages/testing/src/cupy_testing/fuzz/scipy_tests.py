"""Random calls of SciPy's tests of samples: of ordinary numbers, ties, constants, few and missing values."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import numpy

from cupy_testing.fuzz.calls import family
from cupy_testing.fuzz.operands import Operand
from cupy_testing.fuzz.scipy_modules import on

__all__ = []

#: Functions of so many samples, which may have different lengths; and of samples of one length.
_FREE = {"ansari": 2, "bartlett": 2, "brunnermunzel": 2, "cramervonmises_2samp": 2, "f_oneway": 3, "kruskal": 3,
         "ks_2samp": 2, "levene": 3, "mannwhitneyu": 2, "mood": 2, "ranksums": 2, "ttest_ind": 2,
         "kurtosistest": 1, "normaltest": 1, "shapiro": 1, "skewtest": 1, "jarque_bera": 1, "kstatvar": 1}
_PAIRED = {"friedmanchisquare": 3, "kendalltau": 2, "linregress": 2, "pearsonr": 2, "pointbiserialr": 2,
           "spearmanr": 2, "theilslopes": 2, "ttest_rel": 2, "wilcoxon": 2}
#: What results are made of.
_FIELDS = ("statistic", "pvalue", "correlation", "slope", "intercept", "rvalue", "stderr", "low_slope", "high_slope")

#: What a sample is made of: distinct numbers, ties, one number, or some that are NaN.
_FORMS = {
    "distinct": lambda rng, n: rng.permutation(4 * n)[:n] / 4 + 0.25,
    "ties": lambda rng, n: rng.integers(1, 5, n) * 0.5,
    "whole": lambda rng, n: rng.integers(-9, 10, n), "constant": lambda rng, n: numpy.full(n, 1.5),
    "missing": lambda rng, n: numpy.where(rng.random(n) < 0.2, numpy.nan, rng.permutation(n) + 0.5),
}


def _on_a_road(few: int, function: Callable[..., Any]) -> Any:
    """A call of ``scipy.stats`` where arrays of so few items as `few` are SciPy's at once, if the host has them."""
    def call(m: Any, xp: Any, *arrays: Any) -> Any:
        if xp is numpy:
            return function(m, *arrays)
        from cupyx.scipy.stats import _array_api
        with mock.patch.object(_array_api, "_FEW", few):
            return function(m, *arrays)
    return on("stats", call)


def _fields(result: Any) -> tuple[Any, ...]:
    """The numbers of a result, in SciPy's order."""
    found = tuple(getattr(result, name) for name in _FIELDS if hasattr(result, name))
    return found or tuple(result) if isinstance(result, tuple) or found else result


@family
def sample_tests(rng: numpy.random.Generator) -> tuple[str, Callable[..., Any], list[Operand]]:
    name = str(rng.choice(sorted({**_FREE, **_PAIRED})))
    form, policy = str(rng.choice(sorted(_FORMS))), str(rng.choice(["propagate", "omit", "raise"]))
    length, operands = int(rng.choice([1, 2, 3, 5, 9, 24])), []
    for k in range({**_FREE, **_PAIRED}[name]):
        n = length if name in _PAIRED else length + k * (length > 3)
        one = Operand(rng, (n,), "d")
        one.values = _FORMS[form](rng, n).astype("l" if form == "whole" else "d")
        operands.append(one)
    named = {} if name == "pointbiserialr" or form != "missing" else {"nan_policy": policy}
    text = f"{name}({form}, {', '.join(f'{k}={v!r}' for k, v in named.items())})"
    few = int(rng.choice([-1, 1 << 15]))
    call = _on_a_road(few, lambda m, *samples: _fields(getattr(m, name)(*samples, **named)))
    return f"{text[:-1]}; of few: {few})", call, operands
