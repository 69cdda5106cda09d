"""Text of the kernels of sparse matrices, by family: dtype chars of the items and of the indices."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import ctype, identifier
from cupy._codegen.source import KernelSource, instances

__all__ = ["family", "kernel", "units"]

_PARAMS = "sparse_params.hpp"

# Header → kernel → (shape of its work, struct that it takes, function and its types, the only language or None).
# T: items, I: indices.
_KERNELS = {
    "sparse_structure": {
        "row": ("ITEMS", "RowOfItem", "write_row<I>", None),
        "start": ("EACH", "LowerBounds", "write_start<I, I>", None),
        "start_of_places": ("EACH", "LowerBounds", "write_start<int64, I>", None),
        "row_length": ("EACH", "RowLengths", "write_row_length<I>", None),
        "kept_start": ("EACH", "KeptStarts", "write_kept_start<I>", None),
        "check": ("BLOCKS", "Neighbours", "check_order<I>", None),
        "head": ("BLOCKS", "Neighbours", "write_heads<I>", None),
        "diagonal": ("EACH", "DiagonalPlaces", "write_diagonal<I>", None),
        "count_columns": ("BLOCKS", "CountColumns", "count_columns<I>", "host"),
        "count_numbers": ("BLOCKS", "CountNumbers", "count_numbers<I>", "host"),
        "place_columns": ("BLOCKS", "PlaceColumns", "place_columns<I>", "host"),
    },
    "sparse_items": {
        "sum_run": ("GROUPS", "SumRuns", "sum_run<T>", None),
        "add_to_dense": ("ITEMS", "AddToDense", "add_to_dense<T, I>", None),
        "add_coordinates_to_dense": ("EACH", "CoordinatesToDense", "add_coordinates_to_dense<T, I>", None),
        "sum_diagonal": ("GROUPS", "SumDiagonal", "sum_diagonal<T, I>", None),
        "pack": ("ITEMS", "Pack", "pack<T, I>", None),
        "look_up": ("EACH", "LookUp", "look_up<T, I>", None),
        "move_columns": ("BLOCKS", "MoveColumns", "move_columns<T, I>", "host"),
        "move_numbers": ("BLOCKS", "MoveNumbers", "move_numbers<T, I>", "host"),
        "sort_columns": ("BLOCKS", "SortColumns", "sort_columns<T, I>", "host"),
    },
    "spmm": {
        "matvec": ("BLOCKS", "SpMV", "matvec<T, I>", None),
        "matvec_tile": ("BLOCKS", "SpMVTiles", "matvec_tile<T, I>", "gpu"),
        "finish_row": ("GROUPS", "SpMVTiles", "finish_row<T, I>", "gpu"),
        "matmat": ("BLOCKS", "SpMM", "matmat<T, I>", None),
        "add_column": ("COLUMNS", "SpMV", "false", None),
        "add_conjugate": ("COLUMNS", "SpMV", "true", None),
        "add_coordinates": ("BLOCKS", "SpMVCoordinates", "add_coordinates<T, I>", None),
        "add_coordinate_rows": ("BLOCKS", "SpMMCoordinates", "add_coordinate_rows<T, I>", "host"),
        "add_column_rows": ("BLOCKS", "SpMM", "add_column_rows<T, I>", "host"),
    },
    "sparse_merge": {
        "merge_rows": ("BLOCKS", "MergeRows", "merge_rows<T, T, I>", "host"),
        "compare_rows": ("BLOCKS", "MergeRows", "merge_rows<T, bool, I>", "host"),
        "pack_rows": ("BLOCKS", "PackRows", "pack_rows<T, I>", "host"),
        "pack_flags": ("BLOCKS", "PackRows", "pack_rows<bool, I>", "host"),
        "merge_item": ("ITEMS", "MergeItems", "merge_item<T, T, I>", "gpu"),
        "compare_item": ("ITEMS", "MergeItems", "merge_item<T, bool, I>", "gpu"),
    },
    "spgemm": {
        "count_row": ("BLOCKS", "MultiplyRows", "count_row<I>", "host"),
        "multiply_row": ("BLOCKS", "MultiplyRows", "multiply_row<T, I>", "host"),
        "choose_bins": ("BLOCKS", "ChooseBins", "choose_bins", "gpu"),
        "expand": ("ITEMS", "Expand", "expand<T, I>", "gpu"),
        "multiply_short": ("BLOCKS", "MultiplyGroups", "multiply_rows<T, I, uint32>", "gpu"),
        "multiply_wide": ("BLOCKS", "MultiplyGroups", "multiply_rows<T, I, uint64>", "gpu"),
    },
    "sparse_triangular": {
        "solve_triangular": ("BLOCKS", "SolveTriangular", "solve_triangular<T, I>", None),
        "factor_lu": ("BLOCKS", "Factor", "factor<T, I, false>", None),
        "factor_cholesky": ("BLOCKS", "Factor", "factor<T, I, true>", None),
    },
}
_FAMILIES = {name: header for header, kernels in _KERNELS.items() for name in kernels}

# What is compiled in advance.
_ITEMS, _HOST_ITEMS, _INDICES = "fdFD", "?ilfdFD", "il"
_ONLY = {("spgemm", "cuda"): "fd", ("spgemm", "hip"): "fd", ("sparse_triangular", "host"): "fdFD"}


def _use(title: str, shape: str, params: str, function: str, items: str, index: str) -> str:
    if shape == "COLUMNS":
        return f"CUPY_SPARSE_COLUMNS({title}, {items}, {index}, {function})\n"
    function, bracket, types = function.partition("<")
    types = types.replace("T", items).replace("I", index) if items else types.replace("I", index)
    first = f"{'int64' if function == 'expand' else index}, " if shape == "ITEMS" else ""
    return f"CUPY_SPARSE_{shape}({title}, {params}, {first}cupy::sparse::{function}{bracket}{types})\n"


def _title(name: str, chars: str) -> str:
    return f"{name if name.startswith('sp') else 'sparse_' + name}_{identifier(chars)}"


def _unit(header: str, chars: str, language: str) -> KernelSource:
    items = ctype(chars[0]) if len(chars) > 1 else ""
    index = ctype(chars[-1])
    here = "host" if language == "host" else "gpu"
    kernels = {name: row for name, row in _KERNELS[header].items() if row[-1] in (None, here)}
    uses = {_title(name, chars): _use(_title(name, chars), shape, params, function, items, index)
            for name, (shape, params, function, _) in kernels.items()}
    blocks = dict.fromkeys(f"{_PARAMS}:{params}" for _, params, _, _ in kernels.values())
    return instances(_title(header, chars), f"{header}.hpp", uses, *blocks)


@cache
def family(header: str, chars: str) -> Callable[..., Any]:
    """The module of a family, as a function of the language.

    Parameters
    ----------
    header : str
        ``"sparse_structure"``, ``"spmm"``, …: a header of ``device``.
    chars : str
        Dtype chars of the elements, unless only indices matter, and of the indices.

    Examples
    --------
    >>> family("sparse_structure", "i")("host").functions[0]
    'sparse_row_i'
    """
    return partial(_unit, header, chars)


def _find(name: str, chars: str, *, language: str) -> tuple[KernelSource, str]:
    return _unit(_FAMILIES[name], chars, language), _title(name, chars)


@cache
def kernel(name: str) -> KernelSpec:
    """What one kernel is made of; its instances by the dtype chars of elements and indices.

    Examples
    --------
    >>> [field.name for field in kernel("matvec").block.fields]
    ['a', 'x', 'out', 'lanes']
    """
    params = _KERNELS[_FAMILIES[name]][name][1]
    return KernelSpec(f"device/{_FAMILIES[name]}.hpp", None, f"{_PARAMS}:{params}", find=partial(_find, name))


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules of common types."""
    for index in _INDICES:
        yield family("sparse_structure", index)(language)
    for header in _KERNELS:
        if header != "sparse_structure":
            for char in _ONLY.get((header, language), _HOST_ITEMS if language == "host" else _ITEMS):
                yield family(header, char + "i")(language)
