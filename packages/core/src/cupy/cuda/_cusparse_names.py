"""Names of cuSPARSE that the library lacks: tuples of its descriptions' fields, and what it had before version 12."""
from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["ATTRIBUTES", "FORMER_CONSTANTS", "GETTERS", "former_function"]

#: In the order in which functions take and give them.
_FIELDS = {
    "Csr": "rows cols nnz rowOffsets colIdx values rowOffsetType colIdxType idxBase valueType",
    "Csc": "rows cols nnz colOffsets rowIdx values colOffsetType rowIdxType idxBase valueType",
    "Coo": "rows cols nnz rowIdx colIdx values idxType idxBase valueType",
    "CooAoS": "rows cols nnz ind values idxType idxBase valueType",
    "SpVec": "size nnz idx values idxType idxBase valueType",
    "DnVec": "size values valueType",
    "DnMat": "rows cols ld values valueType order",
    "DnMatBatch": "count stride",
}

#: Kind of description → the tuple of its fields.
ATTRIBUTES = {kind: namedtuple(f"{kind}Attributes", fields, module="cupy.cuda.cusparse")
              for kind, fields in _FIELDS.items()}

#: Function → kind of what it gives.
GETTERS = {f"{kind[0].lower()}{kind[1:]}Get": kind for kind in _FIELDS if kind not in ("CooAoS", "DnMatBatch")}
GETTERS["dnMatGetStridedBatch"] = "DnMatBatch"

#: What cuSPARSE had before version 12, and programs still look up.
FORMER_CONSTANTS = {
    "CUSPARSE_COOMM_ALG1": 1, "CUSPARSE_COOMM_ALG2": 2, "CUSPARSE_COOMM_ALG3": 3, "CUSPARSE_COOMV_ALG": 1,
    "CUSPARSE_CSR2CSC_ALG2": 2, "CUSPARSE_CSRMM_ALG1": 4, "CUSPARSE_CSRMV_ALG1": 2, "CUSPARSE_CSRMV_ALG2": 3,
    "CUSPARSE_FORMAT_COO_AOS": 4, "CUSPARSE_MM_ALG_DEFAULT": 0, "CUSPARSE_MV_ALG_DEFAULT": 0,
}

#: What does their work → functions, or what follows the dtype char of the element type.
_TYPED = {
    "spMV": ("csrmv",),
    "spMM": ("csrmm", "csrmm2"),
    "csrgeam2": ("csrgeam",),
    "spGEMM": ("csrgemm", "csrgemm2", "csrgemm2_bufferSizeExt"),
    "csr2cscEx2": ("csr2csc",),
    "sparseToDense": ("csr2dense", "csc2dense"),
    "denseToSparse": ("dense2csr", "dense2csc"),
    "gather": ("gthr",),
    "spSV": ("csrsv2_bufferSize", "csrsv2_analysis", "csrsv2_solve"),
    "spSM": ("csrsm2_bufferSizeExt", "csrsm2_analysis", "csrsm2_solve"),
}
_UNTYPED = {
    "createCoo": ("createCooAoS",),
    "cooGet": ("cooAoSGet",),
    "xcsrgeam2Nnz": ("xcsrgeamNnz",),
    "spGEMM": ("xcsrgemmNnz", "xcsrgemm2Nnz", "createCsrgemm2Info", "destroyCsrgemm2Info"),
    "spSV": ("createCsrsv2Info", "destroyCsrsv2Info", "xcsrsv2_zeroPivot"),
    "spSM": ("createCsrsm2Info", "destroyCsrsm2Info", "xcsrsm2_zeroPivot"),
}

_INSTEAD = {char + name: instead for instead, names in _TYPED.items() for name in names for char in "sdcz"}
_INSTEAD |= {name: instead for instead, names in _UNTYPED.items() for name in names}


def former_function(name: str) -> Callable[..., Any] | None:
    """A function that says what replaced it, or None where there never was one of this name."""
    if name not in _INSTEAD:
        return None

    def former(*arguments: object, **named: object) -> NoReturn:
        raise RuntimeError(f"cuSPARSE has no {name} since version 12; {_INSTEAD[name]} does its work, and "
                           "cupyx.cusparse has routines that need no library")
    former.__name__ = former.__qualname__ = name
    former.__doc__ = f"Not in cuSPARSE since version 12; see `{_INSTEAD[name]}`."
    return former
