"""Operations behind the routines that sort: keys of complex numbers."""
from cupy._ops._spec import loop, ufunc

__all__ = []

_HEADERS = ("math/sort_keys.hpp",)

complex64_key = ufunc("complex64_key", 1, 1, [loop("F->L", "out0 = complex_key(in0)")], headers=_HEADERS)

# The second part decides where the first is the same.
complex128_key = ufunc("complex128_key", 1, 2, [
    loop("D->LL", "uint64 high, low; complex_key(in0, high, low); out0 = high; out1 = low")
], headers=_HEADERS)
