"""Text of the kernels that decompose stacks of small matrices, on GPUs: a header of ``device`` each."""
from functools import partial

from cupy._codegen.naming import ctype
from cupy._codegen.source import instances

__all__ = ["householder", "jacobi_eigh", "jacobi_svd", "schur", "small_lu", "tiny_lu", "tridiagonal",
           "units"]


def _unit(stem, letters, language):
    """``STEM_<letter>`` of types of LAPACK."""
    uses = {f"{stem}_{letter}": f"CUPY_{stem.upper()}({stem}_{letter}, {ctype(letter)})\n" for letter in letters}
    return instances(stem, f"{stem}.hpp", uses)


householder, jacobi_eigh, jacobi_svd, small_lu, tiny_lu, tridiagonal = (
    partial(_unit, stem, "fdFD")
    for stem in ("householder", "jacobi_eigh", "jacobi_svd", "small_lu", "tiny_lu", "tridiagonal"))
schur = partial(_unit, "schur", "fd")       # complex in any case, so named after the type of its parts


def units(language="cuda"):
    """Yield the modules for GPUs; the host has LAPACK."""
    if language != "host":
        for unit in (householder, jacobi_eigh, jacobi_svd, schur, small_lu, tiny_lu, tridiagonal):
            yield unit(language)
