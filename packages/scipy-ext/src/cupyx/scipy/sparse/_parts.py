"""Functions of the arrays of CSR and COO: core's, and those that core does not have yet."""
from cupy._ext import sparse as _core


def csr_matmul(a, a_shape, b, b_shape):
    return _core.dense_to_csr(_core.csr_to_dense(a, a_shape) @ _core.csr_to_dense(b, b_shape))


def csr_take_rows(parts, shape, rows):
    return _core.dense_to_csr(_core.csr_to_dense(parts, shape)[rows])


def csr_lookup(parts, shape, i, j):
    return _core.csr_to_dense(parts, shape)[i, j]


def csr_diagonal(parts, shape, k):
    return _core.csr_to_dense(parts, shape).diagonal(k).copy()


def __getattr__(name):
    return getattr(_core, name)
