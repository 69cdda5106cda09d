"""The sections that the docstrings of all distributions share."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    _Class = TypeVar("_Class", bound=type)

__all__ = []

_COMMON = {
    "size": ("int or tuple of ints, optional", "Shape of the result; by default the parameters' broadcast shape."),
    "dtype": ("data-type, optional", "Type of the elements."),
    "out": ("ndarray, optional", "C-contiguous array that receives the elements."),
    "method": ("str, optional", "Ignored, for compatibility."),
    "loc": ("float or array_like, optional", "Centre: added to the numbers."),
    "scale": ("float or array_like, optional", "What the numbers are multiplied by; not negative."),
    "n": ("int or array_like of ints", "Number of trials, not negative."),
    "p": ("float or array_like", "Probability of a success, from 0 to 1."),
    "df": ("float or array_like", "Degrees of freedom, above 0."),
    "dfnum": ("float or array_like", "Degrees of freedom of the numerator, above 0."),
    "dfden": ("float or array_like", "Degrees of freedom of the denominator, above 0."),
    "nonc": ("float or array_like", "Noncentrality: sum of the squared means of the normal numbers; not negative."),
    "a": ("float or array_like", "Shape parameter, above 0."),
    "b": ("float or array_like", "Second shape parameter, above 0."),
    "shape": ("float or array_like", "Shape parameter, often called k or alpha; not negative."),
    "lam": ("float or array_like, optional", "Expected number of events, not negative."),
}

#: Distribution → its parameters that mean something else there.
_OWN = {
    "exponential": {"scale": ("float or array_like, optional", "The mean, the inverse of the rate; not negative.")},
    "geometric": {"p": ("float or array_like", "Probability of a success, above 0 and at most 1.")},
    "hypergeometric": {"ngood": ("int or array_like of ints", "How many good ones there are."),
                       "nbad": ("int or array_like of ints", "How many others there are."),
                       "nsample": ("int or array_like of ints", "How many are taken, at most all.")},
    "lognormal": {"mean": ("float or array_like, optional", "Mean of the normal numbers, the logarithms."),
                  "sigma": ("float or array_like, optional", "Standard deviation of the normal numbers.")},
    "logseries": {"p": ("float or array_like", "Parameter of the series, at least 0 and below 1.")},
    "multinomial": {"pvals": ("array_like", "Probabilities of the outcomes along the last axis; the last one takes "
                                            "what the others leave of 1."),
                    "size": ("int or tuple of ints, optional", "Shape of the result without its last axis; by default "
                                                               "the broadcast shape of `n` and of the rows.")},
    "negative_binomial": {"n": ("float or array_like", "Number of successes, above 0.")},
    "normal": {"loc": ("float or array_like, optional", "The mean."),
               "scale": ("float or array_like, optional", "The standard deviation, not negative.")},
    "power": {"a": ("float or array_like", "The density is ``a * x**(a - 1)``; above 0.")},
    "rayleigh": {"scale": ("float or array_like, optional", "The mode, not negative.")},
    "triangular": {"left": ("float or array_like", "Lower bound."),
                   "mode": ("float or array_like", "Where the density is greatest, between the bounds."),
                   "right": ("float or array_like", "Upper bound.")},
    "uniform": {"low": ("float or array_like, optional", "Lower bound, which belongs to the interval."),
                "high": ("float or array_like, optional", "Upper bound, which does not.")},
    "vonmises": {"mu": ("float or array_like", "The mode, an angle in radians."),
                 "kappa": ("float or array_like", "Concentration about the mode, not negative.")},
    "wald": {"mean": ("float or array_like", "The mean, above 0."),
             "scale": ("float or array_like", "Shape parameter, above 0: the greater, the less spread.")},
    "zipf": {"a": ("float or array_like", "Exponent, above 1.")},
}

_EXAMPLES = {"n": "10", "p": "0.5", "ngood": "5", "nbad": "5", "nsample": "3", "pvals": "[0.5, 0.5]", "a": "2.0",
             "left": "0.0", "mode": "1.0", "right": "2.0"}


def _sections(name: str, function: Callable[..., Any], owner: str) -> str:
    parameters, given = [], []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        kind, text = _OWN.get(name, {}).get(parameter.name) or _COMMON[parameter.name]
        parameters.append(f"{parameter.name} : {kind}\n    {text}")
        if parameter.default is parameter.empty:
            given.append(_EXAMPLES.get(parameter.name, "1.5"))
    many = name == "multinomial"
    arguments = ", ".join(given if many else [*given, "size=3"])
    returns = "Counts along the last axis, one for each outcome; `size` is the shape of the others." if many else \
        "Of shape `size`, or of the parameters' broadcast shape if that is not given."
    return "\n".join([
        "", "", "Parameters", "----------", *parameters, "", "Returns", "-------", f"ndarray\n    {returns}",
        "", "Raises", "------", "ValueError\n    If a parameter has a value for which there is no such distribution.",
        "", "Examples", "--------", ">>> import cupy", f">>> rng = cupy.random.{owner}(1)",
        f">>> rng.{name}({arguments}).size", "2" if many else "3", ""])


def documented(cls: _Class) -> _Class:
    """Complete the docstrings of a class's methods that have one line."""
    for name, function in vars(cls).items():
        doc = getattr(function, "__doc__", None)
        if callable(function) and not name.startswith("_") and doc and "\n" not in doc:
            function.__doc__ = doc + _sections(name, function, "default_rng")
    return cls
