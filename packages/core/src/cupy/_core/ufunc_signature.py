"""Which types a call of a ufunc asks for: its arguments `dtype` and `signature`."""
import numpy

from cupy._core.dtypes import normalize_dtype

__all__ = []


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
