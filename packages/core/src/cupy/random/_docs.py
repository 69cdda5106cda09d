"""The sections that the docstrings of all distributions share."""
import inspect

__all__ = []

_COMMON = {
    "size": ("int or tuple of ints, optional", "Shape of the result; by default that of the parameters."),
    "dtype": ("data-type, optional", "Type of the items."),
    "out": ("ndarray, optional", "C-contiguous array that receives the items."),
    "method": ("str, optional", "Accepted for compatibility."),
}

_EXAMPLES = {"n": "10", "p": "0.5", "ngood": "5", "nbad": "5", "nsample": "3", "pvals": "[0.5, 0.5]", "a": "2.0",
             "left": "0.0", "mode": "1.0", "right": "2.0", "colors": "[3, 4]"}


def _sections(name, function, owner):
    signature = list(inspect.signature(function).parameters.values())[1:]
    lines = ["", "", "Parameters", "----------"]
    given = []
    for parameter in signature:
        kind, text = _COMMON.get(parameter.name, ("float or array_like", "Parameter of the distribution."))
        lines += [f"{parameter.name} : {kind}", f"    {text}"]
        if parameter.default is parameter.empty:
            given.append(_EXAMPLES.get(parameter.name, "1.5"))
    count = "" if name == "multinomial" else "size=3"
    arguments = ", ".join([*given, *filter(None, [count])])
    return "\n".join([
        *lines, "", "Returns", "-------", "ndarray", "", "Raises", "------", "ValueError",
        "    If a parameter has a value for which there is no such distribution.", "", "Examples", "--------",
        ">>> import cupy", f">>> rng = cupy.random.{owner}(1)", f">>> rng.{name}({arguments}).size",
        "2" if name == "multinomial" else "3", ""])


def documented(cls):
    """Complete the docstrings of a class's methods that have one line."""
    for name, function in vars(cls).items():
        doc = getattr(function, "__doc__", None)
        if callable(function) and not name.startswith("_") and doc and "\n" not in doc:
            function.__doc__ = doc + _sections(name, function, "default_rng")
    return cls
