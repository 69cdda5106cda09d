"""Operations on sparse matrices by the names of cuSPARSE's routines, on every backend.

The matrices are those of `cupyx.scipy.sparse`, whose methods do the same under SciPy's names.
"""
from __future__ import annotations

from cupyx.cusparse._dense import csc2dense, csr2dense, dense2csc, dense2csr, denseToSparse, sparseToDense
from cupyx.cusparse._descriptors import (
    BaseDescriptor, DnMatDescriptor, DnVecDescriptor, MatDescriptor, SpMatDescriptor, SpVecDescriptor, getVersion)
from cupyx.cusparse._forms import (
    coo2csc, coo2csr, csc2coo, csc2csr, csc2csrEx2, csr2coo, csr2csc, csr2cscEx2, csr2csr_compress)
from cupyx.cusparse._matmat import csrmm, csrmm2, spmm
from cupyx.cusparse._matvec import csrmv, csrmvEx, csrmvExIsAligned, spmv
from cupyx.cusparse._solve import csrilu02, csrsm2, spsm
from cupyx.cusparse._sort import coosort, cscsort, csrsort
from cupyx.cusparse._sparse import csrgeam, csrgeam2, csrgemm, csrgemm2, spgeam, spgemm

__all__ = [
    "BaseDescriptor", "DnMatDescriptor", "DnVecDescriptor", "MatDescriptor", "SpMatDescriptor", "SpVecDescriptor",
    "check_availability", "coo2csc", "coo2csr", "coosort", "csc2coo", "csc2csr", "csc2csrEx2", "csc2dense", "cscsort",
    "csr2coo", "csr2csc", "csr2cscEx2", "csr2csr_compress", "csr2dense", "csrgeam", "csrgeam2", "csrgemm", "csrgemm2",
    "csrilu02", "csrmm", "csrmm2", "csrmv", "csrmvEx", "csrmvExIsAligned", "csrsm2", "csrsort", "dense2csc",
    "dense2csr", "denseToSparse", "getVersion", "sparseToDense", "spgeam", "spgemm", "spmm", "spmv", "spsm",
]


def check_availability(name: str) -> bool:
    """Whether a routine can be used: all of them can, on every backend.

    Parameters
    ----------
    name : str
        As ``"spmv"``.

    Returns
    -------
    bool
        False where another way has to be taken.

    Raises
    ------
    ValueError
        If there is no routine of this name.

    Examples
    --------
    >>> import cupyx.cusparse
    >>> cupyx.cusparse.check_availability("spmv")
    True
    """
    if name not in __all__ or name.endswith("Descriptor") or name in ("check_availability", "getVersion"):
        raise ValueError(f"No available version information specified for {name}")
    return True
