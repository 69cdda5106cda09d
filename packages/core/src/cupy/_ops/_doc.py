"""Docstrings of ufuncs, built from one sentence and one example."""

_OPTIONS = """\
out : ndarray or tuple of ndarray, optional
    Where to put the result; its shape is the broadcast shape of the inputs.
where : array_like of bool, optional
    Compute only where it is true; elsewhere `out` keeps what it held.
dtype, casting, order : optional
    As in NumPy.
"""


def _build(parameters, summary, code, result, returns):
    examples = "".join(f">>> {line}\n" for line in code.split("\n"))
    return (f"{summary}\n\nParameters\n----------\n{parameters}{_OPTIONS}\n"
            f"Returns\n-------\n{returns}\n\nExamples\n--------\n>>> import cupy\n"
            f"{examples}{result}\n")


def unary(summary, code, result, *, returns="ndarray"):
    """Docstring of a ufunc of one argument."""
    return _build("x : array_like\n    Input.\n", summary, code, result, returns)


def binary(summary, code, result, *, returns="ndarray"):
    """Docstring of a ufunc of two arguments."""
    return _build("x1, x2 : array_like\n    Inputs, broadcast together.\n", summary, code, result,
                  returns)


def ternary(summary, code, result, *, returns="ndarray"):
    """Docstring of a ufunc of three arguments."""
    return _build("x1, x2, x3 : array_like\n    Inputs, broadcast together.\n", summary, code,
                  result, returns)
