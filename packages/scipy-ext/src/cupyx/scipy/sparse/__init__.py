"""Sparse matrices and arrays in two dimensions, as in ``scipy.sparse``."""
import importlib

__all__ = [
    "SparseEfficiencyWarning", "SparseWarning", "coo_array", "coo_matrix", "csc_array", "csc_matrix", "csr_array",
    "csr_matrix", "dia_array", "dia_matrix", "get_index_dtype", "issparse", "isspmatrix", "isspmatrix_coo",
    "isspmatrix_csc", "isspmatrix_csr", "isspmatrix_dia", "sparray", "spmatrix",
]

#: Module → names that it holds.
_WHERE = {
    "cupyx.scipy.sparse._arguments": ("get_index_dtype",),
    "cupyx.scipy.sparse._base": ("issparse", "isspmatrix", "sparray", "spmatrix"),
    "cupyx.scipy.sparse._coo": ("coo_array", "coo_matrix", "isspmatrix_coo"),
    "cupyx.scipy.sparse._csc": ("csc_array", "csc_matrix", "isspmatrix_csc"),
    "cupyx.scipy.sparse._csr": ("csr_array", "csr_matrix", "isspmatrix_csr"),
    "cupyx.scipy.sparse._dia": ("dia_array", "dia_matrix", "isspmatrix_dia"),
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
