"""Sparse matrices and arrays in two dimensions, as in ``scipy.sparse``."""
import importlib

__all__ = [
    "SparseEfficiencyWarning", "SparseWarning", "block_array", "block_diag", "bmat", "coo_array", "coo_matrix",
    "csc_array", "csc_matrix", "csr_array", "csr_matrix", "dia_array", "dia_matrix", "diags", "diags_array", "eye",
    "eye_array", "find", "get_index_dtype", "hstack", "identity", "issparse", "isspmatrix", "isspmatrix_coo",
    "isspmatrix_csc", "isspmatrix_csr", "isspmatrix_dia", "kron", "kronsum", "matrix_transpose", "permute_dims",
    "rand", "random", "random_array", "safely_cast_index_arrays", "sparray", "spdiags", "spmatrix", "swapaxes",
    "tril", "triu", "vstack",
]

#: Module → names that it holds.
_WHERE = {
    "cupyx.scipy.sparse._arguments": ("get_index_dtype",),
    "cupyx.scipy.sparse._base": ("issparse", "isspmatrix", "sparray", "spmatrix"),
    "cupyx.scipy.sparse._combine": ("block_array", "block_diag", "bmat", "hstack", "kron", "kronsum", "vstack"),
    "cupyx.scipy.sparse._construct": ("diags", "diags_array", "eye", "eye_array", "identity", "spdiags"),
    "cupyx.scipy.sparse._coo": ("coo_array", "coo_matrix", "isspmatrix_coo"),
    "cupyx.scipy.sparse._csc": ("csc_array", "csc_matrix", "isspmatrix_csc"),
    "cupyx.scipy.sparse._csr": ("csr_array", "csr_matrix", "isspmatrix_csr"),
    "cupyx.scipy.sparse._dia": ("dia_array", "dia_matrix", "isspmatrix_dia"),
    "cupyx.scipy.sparse._extract": ("find", "matrix_transpose", "permute_dims", "safely_cast_index_arrays", "swapaxes",
                                    "tril", "triu"),
    "cupyx.scipy.sparse._random": ("rand", "random", "random_array"),
    "scipy.sparse": ("SparseEfficiencyWarning", "SparseWarning"),
}

_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}


def __getattr__(name):
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cupyx.scipy.sparse' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
