"""Text of the kernels of sparse matrices, by family: letters of the items and of the indices."""
from functools import cache, partial

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import instances

__all__ = ["family", "sparse", "units"]

# Kernel → (shape of its work, function and its types, the only language or None), a family of kernels a header.
# T: items, I: indices.
_KERNELS = {
    "structure": {
        "row": ("ITEMS", "write_row<I>", None),
        "source": ("ITEMS", "write_source<I>", None),
        "start": ("EACH", "write_start<I, I>", None),
        "start_of_places": ("EACH", "write_start<int64, I>", None),
        "kept_start": ("EACH", "write_kept_start<I>", None),
        "check": ("BLOCKS", "check_order<I>", None),
        "head": ("BLOCKS", "write_heads<I>", None),
        "diagonal": ("EACH", "write_diagonal<I>", None),
        "count_columns": ("BLOCKS", "count_columns<I>", "host"),
        "count_numbers": ("BLOCKS", "count_numbers<I>", "host"),
        "place_columns": ("BLOCKS", "place_columns<I>", "host"),
    },
    "items": {
        "sum_run": ("GROUPS", "sum_run<T>", None),
        "add_to_dense": ("ITEMS", "add_to_dense<T, I>", None),
        "sum_diagonal": ("GROUPS", "sum_diagonal<T, I>", None),
        "pack": ("ITEMS", "pack<T, I>", None),
        "look_up": ("EACH", "look_up<T, I>", None),
        "move_columns": ("BLOCKS", "move_columns<T, I>", "host"),
        "move_numbers": ("BLOCKS", "move_numbers<T, I>", "host"),
        "sort_columns": ("BLOCKS", "sort_columns<T, I>", "host"),
    },
    "product": {
        "matvec": ("BLOCKS", "matvec<T, I>", None),
        "matvec_tile": ("BLOCKS", "matvec_tile<T, I>", "gpu"),
        "finish_row": ("GROUPS", "finish_row<T, I>", "gpu"),
        "matmat": ("BLOCKS", "matmat<T, I>", None),
        "add_column": ("COLUMNS", "false", None),
        "add_conjugate": ("COLUMNS", "true", None),
        "add_coordinates": ("BLOCKS", "add_coordinates<T, I>", None),
    },
    "merge": {
        "merge_rows": ("BLOCKS", "merge_rows<T, T, I>", "host"),
        "compare_rows": ("BLOCKS", "merge_rows<T, bool, I>", "host"),
        "pack_rows": ("BLOCKS", "pack_rows<T, I>", "host"),
        "pack_flags": ("BLOCKS", "pack_rows<bool, I>", "host"),
        "merge_item": ("ITEMS", "merge_item<T, T, I>", "gpu"),
        "compare_item": ("ITEMS", "merge_item<T, bool, I>", "gpu"),
    },
    "matmul": {
        "count_row": ("BLOCKS", "count_row<I>", "host"),
        "multiply_row": ("BLOCKS", "multiply_row<T, I>", "host"),
        "count_products": ("EACH", "count_products<I>", "gpu"),
        "choose_bins": ("BLOCKS", "choose_bins", "gpu"),
        "expand": ("ITEMS", "expand<T, I>", "gpu"),
        "multiply_short": ("BLOCKS", "multiply_rows<T, I, uint32>", "gpu"),
        "multiply_wide": ("BLOCKS", "multiply_rows<T, I, uint64>", "gpu"),
    },
    "sweep": {
        "solve_triangular": ("BLOCKS", "solve_triangular<T, I>", None),
        "factor_lu": ("BLOCKS", "factor<T, I, false>", None),
        "factor_cholesky": ("BLOCKS", "factor<T, I, true>", None),
    },
}

# What is compiled in advance.
_ITEMS, _HOST_ITEMS, _INDICES = "fdFD", "?ilfdFD", "il"
_ONLY = {("matmul", "cuda"): "fd", ("matmul", "hip"): "fd", ("sweep", "host"): "fdFD"}


def _use(name, shape, function, items, index):
    if shape == "COLUMNS":
        return f"CUPY_SPARSE_COLUMNS({name}, {items}, {index}, {function})\n"
    function, bracket, types = function.partition("<")
    types = types.replace("T", items).replace("I", index) if items else types.replace("I", index)
    first = f"{'int64' if function == 'expand' else index}, " if shape == "ITEMS" else ""
    return f"CUPY_SPARSE_{shape}({name}, {first}cupy::sparse::{function}{bracket}{types})\n"


def _unit(name, letters, language):
    items = ctype(letters[0]) if len(letters) > 1 else ""
    index = ctype(letters[-1])
    here = "host" if language == "host" else "gpu"
    uses = {}
    for kernel, (shape, function, only) in _KERNELS[name].items():
        if only in (None, here):
            title = f"sparse_{kernel}_{identifier(letters)}"
            uses[title] = _use(title, shape, function, items, index)
    title = f"sparse_{name}_{identifier(letters)}"
    return instances(title, f"sparse_{name}.hpp", uses, "device/sparse.hpp:Sparse")


@cache
def family(name, letters):
    """The module of a family, as a function of the language.

    Parameters
    ----------
    name : str
        ``"structure"``, ``"items"``, ``"product"``, …: a header ``device/sparse_<name>.hpp``.
    letters : str
        Of the items, unless only indices matter, and of the indices.

    Examples
    --------
    >>> family("structure", "i")("host").functions[0]
    'sparse_row_i'
    """
    return partial(_unit, name, letters)


def _find(name, kernel, letters, *, language):
    return _unit(name, letters, language), f"sparse_{kernel}_{identifier(letters)}"


#: By family, kernel, and dtype chars of items and indices.
sparse = KernelSpec("device/sparse.hpp", None, "device/sparse.hpp:Sparse", find=_find)


def units(language="cuda"):
    """Yield the modules of common types."""
    for index in _INDICES:
        yield family("structure", index)(language)
    for name in _KERNELS:
        if name != "structure":
            for letter in _ONLY.get((name, language), _HOST_ITEMS if language == "host" else _ITEMS):
                yield family(name, letter + "i")(language)
