"""The kernels that decompose batches of small matrices on GPUs, by dtype char: a header of ``device`` each."""
from collections.abc import Iterator
from functools import partial

from cupy._codegen.kernel_spec import KernelSpec
from cupy._codegen.naming import ctype
from cupy._codegen.source import KernelSource, instances

__all__ = ["KERNELS", "bidiagonal", "householder", "jacobi_eigh", "jacobi_svd", "schur", "small_lu", "tiny_lu",
           "tridiagonal", "unit", "units"]

#: Header, with the parameter block and types of LAPACK; Schur's is complex in any case, so named after its parts.
_HEADERS = {
    "bidiagonal": ("device/bidiagonal.hpp:Bidiagonal", "fdFD"),
    "householder": ("device/householder.hpp:Householder", "fdFD"),
    "jacobi_eigh": ("device/jacobi_eigh.hpp:JacobiEigh", "fdFD"),
    "jacobi_svd": ("device/jacobi_svd.hpp:JacobiSvd", "fdFD"),
    "schur": ("device/schur.hpp:Schur", "fd"),
    "small_lu": ("device/small_lu.hpp:SmallLu", "fdFD"),
    "tiny_lu": ("device/small_lu.hpp:SmallLu", "fdFD"),
    "tridiagonal": ("device/tridiagonal.hpp:Tridiagonal", "fdFD"),
}


def unit(stem: str) -> KernelSource:
    """The module ``<stem>`` with ``<stem>_<dtype char>``."""
    params, chars = _HEADERS[stem]
    uses = {f"{stem}_{char}": f"CUPY_{stem.upper()}({stem}_{char}, {ctype(char)})\n" for char in chars}
    return instances(stem, f"{stem}.hpp", uses, params)


def _find(stem: str, char: str, *, language: str) -> tuple[KernelSource, str]:
    return unit(stem), f"{stem}_{char}"


bidiagonal, householder, jacobi_eigh, jacobi_svd, schur, small_lu, tiny_lu, tridiagonal = KERNELS = tuple(
    KernelSpec(f"device/{stem}.hpp", None, params, chars, partial(_find, stem))
    for stem, (params, chars) in _HEADERS.items())


def units(language: str = "cuda") -> Iterator[KernelSource]:
    """Yield the modules for GPUs; the host has LAPACK."""
    if language != "host":
        for kernel in KERNELS:
            for found, _ in kernel.units(language):
                yield found
