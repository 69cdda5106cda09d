"""Functions that are exact where their plain formulas are not, and weights and losses of statistics."""
from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, cast

import cupy
from cupyx.scipy.special._common import family

if TYPE_CHECKING:
    from cupy import ndarray
    from cupy.typing import ArrayLike

__all__ = [
    "agm", "boxcox", "boxcox1p", "cbrt", "cosdg", "cosm1", "cotdg", "diric", "entr", "exp10", "exp2", "expit",
    "expm1", "exprel", "huber", "inv_boxcox", "inv_boxcox1p", "kl_div", "log1p", "log_expit", "logit",
    "powm1", "pseudo_huber", "radian", "rel_entr", "round", "sindg", "softplus", "tandg", "xlog1py", "xlogy",
]

special = family("elementary.hpp", separate=False)

expit = special("expit", "x", "dd ff", "expit(in0)", "Logistic function, 1 / (1 + exp(-x)).", "1.0", "0.731059")
logit = special("logit", "x", "dd ff", "logit(in0)", "Inverse of the logistic function, log(x / (1 - x)).", "0.7",
                "0.847298")
log_expit = special("log_expit", "x", "dd ff", "log_expit(in0)", "Logarithm of the logistic function.", "-5.0",
                    "-5.006715")
exprel = special("exprel", "x", "dd ff", "exprel(in0)", "(exp(x) - 1) / x, and 1 at 0.", "1e-9", "1.0")
xlogy = special("xlogy", "x y", "dd ff DD FF", "xlogy(in0, in1)", "x log(y), and 0 where x is 0.", "2.0, 3.0",
                "2.197225")
xlog1py = special("xlog1py", "x y", "dd ff DD FF", "xlog1py(in0, in1)", "x log(1 + y), and 0 where x is 0.",
                  "2.0, 3.0", "2.772589")
entr = special("entr", "x", "ff dd", "entr(in0)", "Entropy -x log(x) of each element; -infinity below 0.", "0.5",
               "0.346574")
rel_entr = special("rel_entr", "x y", "ff dd", "rel_entr(in0, in1)",
                   "Relative entropy x log(x / y) of each pair; infinity outside the domain.", "0.5, 0.25", "0.346574")
kl_div = special("kl_div", "x y", "ff dd", "kl_div(R(in0), R(in1))",
                 "Divergence x log(x / y) - x + y of each pair; infinity outside the domain.", "0.5, 0.25", "0.096574")
huber = special("huber", "delta r", "ff dd", "huber(in0, in1)",
                "Huber's loss: r**2 / 2 for abs(r) <= delta, linear beyond.", "1.0, 3.0", "2.5")
pseudo_huber = special("pseudo_huber", "delta r", "ff dd", "pseudo_huber(in0, in1)",
                       "A smooth form of Huber's loss.", "1.0, 3.0", "2.162278")
boxcox = special("boxcox", "x lmbda", "ff dd", "boxcox(in0, in1)",
                 "Box and Cox's transform: (x**lmbda - 1) / lmbda, log(x) if lmbda is 0.", "2.0, 0.5", "0.828427")
boxcox1p = special("boxcox1p", "x lmbda", "ff dd", "boxcox1p(in0, in1)", "`boxcox` of 1 + x.", "2.0, 0.5", "1.464102")
inv_boxcox = special("inv_boxcox", "y lmbda", "ff dd", "inv_boxcox(in0, in1)", "Inverse of `boxcox`.", "2.0, 0.5",
                     "4.0")
inv_boxcox1p = special("inv_boxcox1p", "y lmbda", "ff dd", "inv_boxcox1p(in0, in1)", "Inverse of `boxcox1p`.",
                       "2.0, 0.5", "3.0")
sindg = special("sindg", "x", "dd ff", "sindg(in0)", "Sine of degrees.", "30.0", "0.5")
cosdg = special("cosdg", "x", "dd ff", "cosdg(in0)", "Cosine of degrees.", "60.0", "0.5")
tandg = special("tandg", "x", "dd ff", "tandg_of(in0, false)", "Tangent of degrees.", "45.0", "1.0")
cotdg = special("cotdg", "x", "dd ff", "tandg_of(in0, true)", "Cotangent of degrees.", "45.0", "1.0")
radian = special("radian", "d m s", "ddd fff", "radian(in0, in1, in2)", "Radians of degrees, minutes and seconds.",
                 "180.0, 30.0, 0.0", "3.150319")
cosm1 = special("cosm1", "x", "dd ff", "cosm1(in0)", "cos(x) - 1, exact for small arguments.", "0.1", "-0.004996")
powm1 = special("powm1", "x y", "ff dd", "powm1(in0, in1)", "x**y - 1, exact where it is small.", "1.1, 0.1",
                "0.009577")
agm = special("agm", "a b", "ff dd", "agm(in0, in1)", "Arithmetic-geometric mean.", "24.0, 6.0", "13.458171")
cbrt = special("cbrt", "x", "dd ff", "out0 = cbrt(in0)", "Cube root.", "-8.0", "-2.0")
exp2 = special("exp2", "x", "dd ff", "exp2(in0)", "2 raised to the argument.", "3.0", "8.0")
exp10 = special("exp10", "x", "dd ff", "out0 = pow(in0_type(10), in0)", "10 raised to the argument.", "3.0", "1000.0")
expm1 = special("expm1", "x", "dd ff DD FF", "out0 = expm1(in0)", "exp(x) - 1, exact for small arguments.", "1e-9",
                "0.0")
log1p = special("log1p", "x", "dd ff DD FF", "out0 = log1p(in0)", "log(1 + x), exact for small arguments.", "1.0",
                "0.693147")
round = special("round", "x", "ff dd", "out0 = rint(in0) + 0", "The nearest integer; ties go to the even one.", "2.5",
                "2.0")
softplus = special("softplus", "x", "?d ee ff dd", "softplus(out0_type(in0))", "log(1 + exp(x)) without overflow.",
                   "1.0", "1.313262")
_diric = special("diric", "x n", "ff dd", "diric(in0, in1)", "Dirichlet's kernel.", "1.0, 3", "0.693535")


def diric(x: ArrayLike, n: SupportsIndex | ArrayLike) -> ndarray:
    """Dirichlet's kernel or periodic sinc, ``sin(n x / 2) / (n sin(x / 2))``.

    Parameters
    ----------
    x : array_like
        Real numbers.
    n : int or array_like
        Integers > 0; others give NaN.

    Returns
    -------
    cupy.ndarray
        Of the arguments' broadcast shape.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> float(special.diric(1.0, 3).round(6))
    0.693535
    """
    values, count = cupy.asarray(x), cupy.asarray(cast("ArrayLike", n))
    common = cupy.result_type(values, count)
    dtype = common if common.kind in "fc" else cupy.dtype("d")
    return _diric(values.astype(dtype, copy=False), count).astype(dtype, copy=False)
