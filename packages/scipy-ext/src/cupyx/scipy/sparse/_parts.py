"""Functions of the arrays of CSR and COO, by public functions of arrays."""
import numpy

import cupy


def expand_indptr(indptr, nnz):
    return (cupy.searchsorted(indptr, cupy.arange(nnz, dtype=indptr.dtype), side="right") - 1).astype(indptr.dtype)


def compress_rows(row, nrows, dtype):
    return cupy.searchsorted(row, cupy.arange(nrows + 1, dtype=row.dtype)).astype(dtype)


def coo_order(row, col, shape, major="row"):
    key = row.astype("l") * shape[1] + col if major == "row" else col.astype("l") * shape[0] + row
    return cupy.argsort(key)


def _merge(key, data, add=True):
    order = cupy.argsort(key)
    key, data = key[order], data[order]
    if not key.size:
        return key, data
    first = cupy.concatenate([cupy.ones(1, bool), key[1:] != key[:-1]])
    group = cupy.cumsum(first) - 1
    n = int(group[-1]) + 1
    out = cupy.zeros(n, "l" if data.dtype.kind == "b" else data.dtype)
    cupy.add.at(out, group, data)
    return key[first], out.astype(data.dtype)


def coo_sum_duplicates(row, col, data, shape):
    key, data = _merge(col.astype("l") * shape[0] + row, data)
    n = max(shape[0], 1)
    return (key % n).astype(row.dtype), (key // n).astype(col.dtype), data


def _key(parts, shape):
    return expand_indptr(parts[2], parts[0].size).astype("l") * shape[1] + parts[1]


def _csr(key, data, shape, dtype):
    n = max(shape[1], 1)
    return data, (key % n).astype(dtype), compress_rows(key // n, shape[0], dtype)


def csr_sum_duplicates(parts, shape):
    key, data = _merge(_key(parts, shape), parts[0])
    return _csr(key, data, shape, parts[1].dtype)


def csr_sort_indices(parts, shape):
    order = cupy.argsort(_key(parts, shape))
    return parts[0][order], parts[1][order], parts[2]


def csr_has_sorted_indices(parts, shape):
    k = _key(parts, shape)
    return bool((k[1:] >= k[:-1]).all())


def csr_has_canonical_format(parts, shape):
    k = _key(parts, shape)
    return bool((k[1:] > k[:-1]).all())


def csr_eliminate_zeros(parts, shape):
    keep = parts[0] != 0
    row = expand_indptr(parts[2], parts[0].size)[keep]
    return parts[0][keep], parts[1][keep], compress_rows(row, shape[0], parts[2].dtype)


def csr_to_dense(parts, shape, order="C"):
    out = cupy.zeros(shape, parts[0].dtype, order=order or "C")
    cupy.add.at(out, (expand_indptr(parts[2], parts[0].size), parts[1]), parts[0])
    return out


def dense_to_csr(a):
    row, col = cupy.nonzero(a)
    t = numpy.int32
    return a[row, col], col.astype(t), compress_rows(row, a.shape[0], t)


def csr_transpose(parts, shape):
    row = expand_indptr(parts[2], parts[0].size)
    order = coo_order(row, parts[1], shape, "col")
    return parts[0][order], row[order], compress_rows(parts[1][order], shape[1], parts[2].dtype)


def csr_diagonal(parts, shape, k):
    return csr_to_dense(parts, shape).diagonal(k).copy()


def csr_matvec(parts, shape, x, trans="N"):
    a = csr_to_dense(parts, shape)
    return (a if trans == "N" else a.T if trans == "T" else a.T.conj()) @ x


csr_matmat = csr_matvec


def csr_matmul(a, ash, b, bsh):
    return dense_to_csr(csr_to_dense(a, ash) @ csr_to_dense(b, bsh))


_OPS = {"plus": cupy.add, "minus": cupy.subtract, "times": cupy.multiply, "maximum": cupy.maximum,
        "minimum": cupy.minimum, "ne": cupy.not_equal, "lt": cupy.less, "gt": cupy.greater}


def csr_binary(op, a, b, shape):
    return dense_to_csr(_OPS[op](csr_to_dense(a, shape), csr_to_dense(b, shape)))


def csr_take_rows(parts, shape, rows):
    return dense_to_csr(csr_to_dense(parts, shape)[rows])


def csr_lookup(parts, shape, i, j):
    return csr_to_dense(parts, shape)[i, j]
