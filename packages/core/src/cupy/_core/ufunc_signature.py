"""How ufuncs are called: the signature that tools see, and the types that a call asks for."""
import inspect
import re

import numpy

from cupy._core.dtypes import normalize_dtype

__all__ = []

_OPTIONS = {"casting": "same_kind", "order": "K", "dtype": None, "subok": True, "signature": None}


_DESCRIBED = re.compile(r"^([a-z]\w*(?:, \w+)*) : array_like", re.MULTILINE)


def call_signature(nin, nout, doc="", **options):
    """The `inspect.Signature` of a ufunc with so many operands, which have the names of its docstring.

    `options` are those beyond what all ufuncs have.
    """
    p = inspect.Parameter
    names = ", ".join(_DESCRIBED.findall(doc)).split(", ")[:nin]
    if len(names) != nin or not all(names):
        names = ["x"] if nin == 1 else [f"x{k + 1}" for k in range(nin)]
    inputs = [p(name, p.POSITIONAL_ONLY) for name in names]
    out = p("out", p.POSITIONAL_OR_KEYWORD, default=None if nout == 1 else (None,) * nout)
    options = options or {"where": True}
    return inspect.Signature([*inputs, out, *(p(name, p.KEYWORD_ONLY, default=value)
                                              for name, value in (options | _OPTIONS).items())])


def wanted_types(name, nin, nout, dtype, signature):
    """The dtype asked for of each operand, None where any will do; None if nothing is asked for.

    Raises
    ------
    TypeError, ValueError
        As NumPy's ufuncs raise them.
    """
    if signature is None:
        return None if dtype is None else (None,) * nin + (normalize_dtype(dtype),) + (None,) * (nout - 1)
    if dtype is not None:
        raise TypeError("cannot specify both 'signature' and 'dtype'")
    if isinstance(signature, str):
        wanted = _from_text(name, nin, nout, signature)
    elif isinstance(signature, tuple):
        wanted = signature
    else:
        raise TypeError("the signature object to ufunc must be a string or a tuple.")
    if len(wanted) == 1 < nin + nout and wanted[0] is not None:
        raise TypeError("The use of a length 1 tuple for the ufunc `signature` is not supported. Use `dtype` or  fill "
                        "the tuple with more than one 'None'.")
    if len(wanted) != nin + nout:
        raise ValueError(f"a type-tuple must be specified of length {nin + nout} for ufunc '{name}'")
    wanted = tuple([None if x is None else normalize_dtype(x) for x in wanted])
    return wanted if any(x is not None for x in wanted) else None


def _from_text(name, nin, nout, text):
    ins, arrow, outs = text.partition("->")
    if len(text) == 1:
        return (numpy.dtype(text),)
    if not arrow or len(ins) != nin or len(outs) != nout:
        raise ValueError(f"a type-string for {name}, {nin} typecode(s) before and {nout} after the -> sign")
    return tuple(map(numpy.dtype, ins + outs))
