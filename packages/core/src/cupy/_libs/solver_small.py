"""Systems of at most `ROWS` equations on a GPU: a stack is factored and solved in one launch of core's own kernel."""
import struct

import numpy

from cupy._codegen.decompose import small_lu, tiny_lu
from cupy._core import routine
from cupy._creation.basic import empty
from cupy._libs import linalg_check

__all__ = []

#: Lanes that share a matrix, a row each.
ROWS = 32

#: Right-hand sides of a block: kSlice of device/small_lu.hpp.
_SLICE = 32

#: Rows of a matrix that one thread holds, and threads of a block then: kThreads of device/tiny_lu.hpp.
_TINY, _THREADS = 4, 128

_SOLVE, _DET, _SLOGDET = range(3)


def _launch(work, a, b, x, logarithms=None, info=None):
    """Launch for a stack; `info` is set if one of its matrices is singular."""
    batch, n, _ = a.shape
    count = x.shape[2] if work == _SOLVE else 1
    lanes = 1 << (n - 1).bit_length()
    slices = -(-count // _SLICE)
    given = tuple(array for array in (a, b, x, logarithms, info) if array is not None)
    addresses = [0 if array is None else array.data.ptr for array in (a, b, x, logarithms, info)]
    params = struct.pack("PPPPPqqiiii", *addresses, batch, count, slices, n, lanes, work)
    if n <= _TINY:
        routine.launch(tiny_lu, f"tiny_lu_{a.dtype.char}", -(-batch // _THREADS), _THREADS, params, given)
        return
    blocks = -(-batch * lanes // ROWS) * slices
    routine.launch(small_lu, f"small_lu_{a.dtype.char}", blocks, ROWS, params, given)


def _solve(a, b, x):
    _launch(_SOLVE, a, b, x, info=linalg_check.word("Singular matrix"))
    linalg_check.launched()
    return x


def solve(a, b):
    """Solutions ``(batch, n, count)``."""
    return _solve(a, b, empty(b.shape, b.dtype))


def inv(a):
    """Inverses."""
    return _solve(a, None, empty(a.shape, a.dtype))


def det(a):
    """Determinants."""
    x = empty(a.shape[0], a.dtype)
    _launch(_DET, a, None, x)
    return x


def slogdet(a):
    """Signs and logarithms of the absolute values of determinants."""
    x, logarithms = empty(a.shape[0], a.dtype), empty(a.shape[0], numpy.dtype(a.dtype.char.lower()))
    _launch(_SLOGDET, a, None, x, logarithms)
    return x, logarithms
