"""Element types and precisions that operations on tensors take, as cuTENSOR's reference states them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy

from cupy import _ext

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = []

#: cudaDataType of an element type; E is bfloat16.
CUDA_TYPES = {"e": 2, "E": 14, "f": 0, "d": 1, "F": 4, "D": 5}

#: Bytes of an item.
ITEMS = {"e": 2, "E": 2, "f": 4, "d": 8, "F": 8, "D": 16}

_NAMES = {"e": "float16", "E": "bfloat16", "f": "float32", "d": "float64", "F": "complex64", "D": "complex128"}

#: Kind of an operation → dtype chars of its tensors → precisions to compute in, the default first.
_KINDS = {
    "Contraction": {
        "eee": ("32F",), "EEE": ("32F",), "fff": ("32F", "TF32", "3XTF32", "16BF", "16F"), "ddd": ("64F", "32F"),
        "FFF": ("32F", "TF32", "3XTF32"), "DDD": ("64F", "32F"), "dDD": ("64F",), "DdD": ("64F",)},
    "Reduction": {
        "ee": ("32F", "16F"), "EE": ("32F", "16BF"), "ff": ("32F",), "dd": ("64F",), "FF": ("32F",), "DD": ("64F",)},
    "ElementwiseBinary": {
        "ee": ("32F", "16F"), "EE": ("32F", "16BF"), "ff": ("32F",), "dd": ("64F",), "FF": ("32F",), "DD": ("64F",),
        "fe": ("32F",), "df": ("64F",), "DF": ("64F",)},
    "ElementwiseTrinary": {
        "eee": ("32F", "16F"), "EEE": ("32F", "16BF"), "fff": ("32F",), "ddd": ("64F",), "FFF": ("32F",),
        "DDD": ("64F",), "ffe": ("32F",), "ddf": ("64F",), "DDF": ("64F",)},
}

#: The numbers that cuTENSOR 1 and cuTENSORMg have for precisions.
_NUMBERS = {1: "16F", 1 << 10: "16BF", 1 << 12: "TF32", 1 << 13: "3XTF32", 1 << 2: "32F", 1 << 4: "64F"}

#: Precision that stands for a type to compute in.
_OF_TYPE = {"e": "16F", "E": "16BF", "f": "32F", "F": "32F", "d": "64F", "D": "64F"}


def char(dtype: DTypeLike) -> str:
    """The dtype char of a dtype; raises `TypeError` for one that no tensor has."""
    found = dtype if isinstance(dtype, str) and dtype in CUDA_TYPES else numpy.dtype(dtype).char
    if found not in CUDA_TYPES:
        raise TypeError(f"tensors have items of float16, bfloat16, float32, float64, complex64 or complex128, not of "
                        f"{numpy.dtype(dtype)}")
    return found


def check_types(kind: str, found: str) -> None:
    """Raise `TypeError` unless tensors of these dtype chars go together in an operation."""
    if found not in _KINDS[kind]:
        types = ", ".join(_NAMES[each] if each in _NAMES else str(each) for each in found)
        raise TypeError(f"tensors of {types} do not go together in this operation")


def precision(kind: str, found: str, compute_desc: int | str, compute_dtype: Any = None) -> str | None:
    """The precision that a user asks for by cuTENSOR's description, a number, a name or a dtype.

    Without any: the first that the types have, but TF32 where `cupy.linalg.compute_mode` says so.
    """
    allowed = _KINDS[kind][found]
    if compute_dtype is not None:
        name = _OF_TYPE.get(numpy.dtype(compute_dtype).char)
    elif compute_desc is None or isinstance(compute_desc, int) and compute_desc == 0:
        name = "TF32" if "TF32" in allowed and _ext.compute_modes.get() == "tf32" else allowed[0]
    elif isinstance(compute_desc, str):
        name = compute_desc
    else:
        name = _named(int(compute_desc), allowed)
    if name not in allowed:
        wanted = compute_desc if compute_dtype is None else compute_dtype
        raise ValueError(f"these tensors are computed in {' or '.join(allowed)}, not in {wanted}")
    return name


def _named(number: int, allowed: tuple[str, ...]) -> str | None:
    if number in _NUMBERS:
        return _NUMBERS[number]
    service = _ext.tensor_service()
    return next((name for name in allowed if service is not None and service.compute(name) == number), None)


def factor_char(found: str) -> str:
    """The dtype char that factors have where nobody else says so: what all tensors fit, float32 at least."""
    single = not set(found) & set("dD")
    if set(found) & set("FD"):
        return "F" if single else "D"
    return "f" if single else "d"
