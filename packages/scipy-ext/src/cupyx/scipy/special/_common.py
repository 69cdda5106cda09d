"""Common special functions, each one elementwise operation."""
from cupy._ext import each, ufunc

__all__ = ["entr", "erf", "erfc", "expit", "gamma", "gammaln", "log_ndtr", "logit", "ndtr", "xlog1py", "xlogy"]

_DOC = """{summary}

Parameters
----------
{parameters}

Returns
-------
cupy.ndarray

Examples
--------
>>> import cupy
>>> from cupyx.scipy import special
>>> float(special.{name}({arguments}).round(4))
{result}
"""


def _special(name, nin, body, summary, arguments, result):
    """An elementwise operation on real numbers; ``T`` is their type."""
    names = ("x", "y")[:nin]
    return ufunc(f"special_{name}", nin, 1, [each("fd", f"using T = out0_type; out0 = {body}")], doc=_DOC.format(
        summary=summary, name=name, arguments=arguments, result=result,
        parameters="\n".join(f"{x} : array_like\n    Real numbers." for x in names)))


erf = _special("erf", 1, "erf(in0)", "Error function.", "0.5", "0.5205")
erfc = _special("erfc", 1, "erfc(in0)", "One minus the error function.", "0.5", "0.4795")
gamma = _special(
    "gamma", 1,
    "in0 == floor(in0) && in0 <= 0 ? (in0 == 0 ? T(1) / in0"
    " : limits<T>::nan()) : tgamma(in0)",
    "Gamma function.", "5.0", "24.0")
gammaln = _special("gammaln", 1, "lgamma(in0)", "Logarithm of the magnitude of the gamma function.", "5.0", "3.1781")
expit = _special("expit", 1, "T(1) / (T(1) + exp(-in0))", "Logistic function 1 / (1 + exp(-x)).", "1.0", "0.7311")
logit = _special("logit", 1, "log(in0 / (T(1) - in0))", "Inverse of the logistic function.", "0.7", "0.8473")
ndtr = _special(
    "ndtr", 1,
    "T(0.5) * erfc(-in0 * T("
    "0.70710678118654752440))",
    "Distribution function of the standard normal distribution.", "1.0", "0.8413")
log_ndtr = _special(
    "log_ndtr", 1,
    "in0 < T(-5) ? log(T(0.5) * erfc(-in0 * T(0.70710678118654752440)))"
    " : log1p(T(-0.5) * erfc(in0 * T(0.70710678118654752440)))",
    "Logarithm of `ndtr`.", "1.0", "-0.1728")
entr = _special(
    "entr", 1,
    "in0 > 0 ? -in0 * log(in0)"
    " : in0 == 0 ? T(0) : isnan(in0) ? in0 : -limits<T>::infinity()",
    "Entropy -x log(x) of each item.", "0.5", "0.3466")
xlogy = _special(
    "xlogy", 2,
    "in0 == 0 && !isnan(in1) ? T(0)"
    " : in0 * log(in1)",
    "x log(y), and 0 where x is 0.", "2.0, 3.0", "2.1972")
xlog1py = _special(
    "xlog1py", 2,
    "in0 == 0 && !isnan(in1) ? T(0)"
    " : in0 * log1p(in1)",
    "x log(1 + y), and 0 where x is 0.", "2.0, 3.0", "2.7726")
