"""Docstrings of ufuncs, built from one sentence, what the inputs are, and one example."""
from __future__ import annotations

_DOC = """\
{summary}

Parameters
----------
{inputs}
out : ndarray or tuple of ndarray, optional
    Output array, or one for each result; its shape is the broadcast shape of the inputs.
where : array_like of bool, optional
    Compute only where it is true; elsewhere `out` keeps what it held.
casting : {{'no', 'equiv', 'safe', 'same_kind', 'unsafe'}}, optional
    Which casts of inputs and results are allowed.
order : {{'K', 'C', 'F', 'A'}}, optional
    Memory order of the result; 'K' is like the inputs'.
dtype : dtype, optional
    Compute in this type, and return it.
subok : bool, optional
    Ignored, for compatibility.
signature : str or tuple of dtypes, optional
    The types of inputs and outputs to compute with, as ``"dd->d"``, instead of `dtype`.

Returns
-------
{returns}

Examples
--------
{example}
"""

_BROADCAST = "ndarray\n    Of the broadcast shape of the inputs."


def document(summary: str, inputs: dict[str, str], returns: str, example: str) -> str:
    """Docstring of a ufunc.

    Parameters
    ----------
    summary : str
        The first line, and what else there is to say.
    inputs : dict of str to str
        Name of a parameter, or several with commas between, to its description.
    returns : str
        The section on results: a type, and what the result is on lines of four blanks more.
    example : str
        Lines with ``>>>`` and what they print.
    """
    described = "\n".join(f"{name} : array_like\n    {text}" for name, text in inputs.items())
    return _DOC.format(summary=summary, inputs=described, returns=returns, example=example)


def _of_core(inputs: dict[str, str], summary: str, code: str, result: str, returns: str) -> str:
    lines = "".join(f">>> {line}\n" for line in ("import cupy", *code.split("\n")))
    return document(summary, inputs, returns, lines + result)


def unary(summary: str, code: str, result: str, *, returns: str = "ndarray\n    Of the shape of `x`.") -> str:
    """Docstring of a ufunc of one argument."""
    return _of_core({"x": "Input."}, summary, code, result, returns)


def binary(summary: str, code: str, result: str, *, returns: str = _BROADCAST) -> str:
    """Docstring of a ufunc of two arguments."""
    return _of_core({"x1, x2": "Inputs, broadcast together."}, summary, code, result, returns)


def ternary(summary: str, code: str, result: str, *, returns: str = _BROADCAST) -> str:
    """Docstring of a ufunc of three arguments."""
    return _of_core({"x1, x2, x3": "Inputs, broadcast together."}, summary, code, result, returns)
