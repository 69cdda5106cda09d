"""Moving items: copies of any item size, and casts between any two element types."""
from cupy._ops._spec import TYPES, each, loop, ufunc

__all__ = []

#: Copies of 1, 2, 4, 8 and 16 bytes, whatever the items mean.
copy_items = ufunc("copy_items", 1, 1, [each("BHILD", "out0 = in0")], doc="Copy items as bytes.")

#: One loop for each pair of element types.
cast_items = ufunc("cast_items", 1, 1, [
    loop(f"{a}->{b}", "out0 = cast<out0_type>(in0)") for a in TYPES for b in TYPES if a != b
], doc="Cast items to another type.")
