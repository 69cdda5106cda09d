"""Sparse matrices as arrays: functions of items, column numbers and starts of rows, without classes.

``parts`` are ``(data, indices, indptr)`` of compressed rows (CSR); those of compressed columns are the parts of
the transposed matrix.  Both index arrays are int32, or both int64.
"""
from cupy._sparse import canonicalize, convert, elementwise, lookup, spgemm, spmm, triangular
from cupy._sparse.canonicalize import *  # noqa: F403
from cupy._sparse.convert import *  # noqa: F403
from cupy._sparse.elementwise import *  # noqa: F403
from cupy._sparse.lookup import *  # noqa: F403
from cupy._sparse.spgemm import *  # noqa: F403
from cupy._sparse.spmm import *  # noqa: F403
from cupy._sparse.triangular import *  # noqa: F403

__all__ = sorted([name for module in (canonicalize, convert, elementwise, lookup, spgemm, spmm, triangular)
                  for name in module.__all__])
