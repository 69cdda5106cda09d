"""Fields of cuSPARSE's descriptions, in the order in which its functions take and give them."""
from collections import namedtuple

__all__ = ["ATTRIBUTES", "GETTERS"]

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
