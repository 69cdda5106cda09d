"""The loop of a binary ufunc that combines items of one type, and the reduction made from it."""
import numpy

from cupy._core.dtypes import normalize_dtype
from cupy._specs.spec import ReductionSpec, fold

_made = {}


def char_of(dtype):
    """NumPy's dtype char of an element type, one for each size."""
    return "E" if dtype.name == "bfloat16" else {"q": "l", "Q": "L"}.get(dtype.char, dtype.char)


def reduction_dtype(ufunc, items, dtype):
    """Type in which a ufunc reduces or accumulates items, as NumPy finds it.

    Raises
    ------
    TypeError
        There is no loop whose result is of its first operand's type.
    """
    wanted = items if dtype is None else normalize_dtype(dtype)
    if dtype is None and ufunc.spec.widens and wanted.kind in "biu" and wanted.itemsize < 8:
        wanted = numpy.dtype("u8" if wanted.kind == "u" else "i8")
    if ufunc.spec.logical and (dtype is None or wanted.kind == "b"):
        return numpy.dtype(bool)
    first, second, out = ufunc.resolve_dtypes((wanted, wanted, None))
    if dtype is None and out != first and out.kind != "b":      # integers divided: the results' own loop
        first, second, out = ufunc.resolve_dtypes((out, out, None))
    if not first == second == out or dtype is not None and first != wanted:
        raise TypeError("No loop matching the specified signature and casting was found for ufunc " + ufunc.name)
    return first


def reduction_of(spec, dtype):
    """The reduction of items of a type by the loop of a ufunc's specification."""
    char = char_of(dtype)
    found = _made.get((spec, char))
    if found is None:
        body = next(body for ins, outs, body in spec.loops() if ins == char * 2 and outs == char)
        name = f"ufunc_{spec.name}"
        preamble = (
            "template <class T> CUPY_DEVICE T both(const T &in0, const T &in1) {\n"
            f"    using in0_type = T; using in1_type = T; using out0_type = T;\n    T out0;\n    {body};\n"
            "    return out0;\n}\n")
        more = {"headers": spec.headers, "preamble": preamble, "empty": False}
        if spec.associative:
            found = ReductionSpec(
                name, (fold(char, "Maybe<{in}>"),), map="acc_type{in0, true}",
                combine="!a.is ? b : !b.is ? a : acc_type{both(a.value, b.value), true}", finish="a.value",
                identity="acc_type{in0_type(), false}", **more)
        else:
            found = ReductionSpec(name, (fold(char),), map="in0", combine="both(a, b)", finish="a",
                                  identity="acc_type()", **more)
        _made[spec, char] = found
    return found
