"""``ufunc.at``: in place at indices, in one launch."""
import numpy

from cupy._core.from_data import asarray
from cupy._core import advanced, gather
from cupy._core.arguments import warn_of_discarded_part
from cupy._core.ndarray import ndarray
from cupy._core.ufunc_loops import char_of

__all__ = []

#: Devices compute powers to 2 units in the last place: one just below an integer must not lose a whole when stored.
_SETTLE = ("; const out0_type whole = rint(out0), error = sizeof(out0_type) == 4 ? out0_type(3e-7) : out0_type(5e-16); "
           "if (fabs(out0 - whole) <= fabs(whole) * error) out0 = whole")


def apply_at(ufunc, a, indices, b):
    """``ufunc.at``: apply in place, every occurrence of an index counting."""
    if not isinstance(a, ndarray):
        raise TypeError("first operand must be a cupy.ndarray")
    operands = (a.dtype,) if b is None else (a.dtype, (b := asarray(b)).dtype)
    loop = "".join(map(char_of, ufunc.resolve_dtypes((*operands, None))))
    if not isinstance(indices, tuple):
        indices = (indices,)
    if not any(isinstance(x, (ndarray, numpy.ndarray, list, bool, numpy.bool_)) for x in indices):
        view = a[indices]
        operands = (view,) if b is None else (view, b)
        ufunc(*operands, out=view, casting="unsafe")
        return
    if not a.flags.aligned:
        whole = a.copy()
        apply_at(ufunc, whole, indices, b)
        a[...] = whole
        return
    selection = advanced.parse_apart(a, indices)
    if loop[-1] in "FD" and a.dtype.kind in "iuf":
        warn_of_discarded_part()
    if b is not None:
        b = advanced.apart(advanced.spread(b, selection), a)
    spec, char = ufunc.spec, char_of(a.dtype)
    any_order = spec.associative or spec.any_order
    body = next(row[2] for row in spec.loops() if row[0] + row[1] == loop)
    if spec.is_power and a.dtype.kind in "iu" and loop[-1] in "fd":
        body += _SETTLE
    value = "" if b is None else char_of(b.dtype)
    if loop == char * 3 and value == char and not spec.headers:
        change = (spec.name, char, body)
    else:
        change = (spec.name, char, body, loop, value, False, spec.headers)
    if len(change) == 3 and any_order and advanced.scatter_one(selection, b, change):
        return
    # A loop of another type loses something whenever the item is stored.
    ordered = b is not None and (not any_order or loop[-1] != char)
    gather.apply_offsets(selection.view, advanced.offsets(selection, "update"), selection.axis,
                         len(selection.indices), b, change, ordered)
