"""Sparse matrices as arrays: functions of items, column numbers and starts of rows, without classes.

``parts`` are ``(data, indices, indptr)`` of compressed rows (CSR); those of compressed columns are the parts of
the transposed matrix.  Both index arrays are int32, or both int64.
"""
from cupy._libs import (
    sparse_binary, sparse_form, sparse_lookup, sparse_matmul, sparse_order, sparse_product, sparse_solve)
from cupy._libs.sparse_binary import *  # noqa: F403
from cupy._libs.sparse_form import *  # noqa: F403
from cupy._libs.sparse_lookup import *  # noqa: F403
from cupy._libs.sparse_matmul import *  # noqa: F403
from cupy._libs.sparse_order import *  # noqa: F403
from cupy._libs.sparse_product import *  # noqa: F403
from cupy._libs.sparse_solve import *  # noqa: F403

__all__ = sorted([*sparse_binary.__all__, *sparse_form.__all__, *sparse_lookup.__all__, *sparse_matmul.__all__,
                  *sparse_order.__all__, *sparse_product.__all__, *sparse_solve.__all__])
