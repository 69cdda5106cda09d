"""Where the toolkits that users have installed lie; the library itself needs none of them."""
from __future__ import annotations

import os
import shutil

__all__ = []


def _root(variable: str, program: str, default: str) -> str | None:
    """A toolkit's folder: a variable's, that of a program on the path, or the usual one."""
    root = os.environ.get(variable, "")
    if os.path.isdir(root):
        return root
    found = shutil.which(program)
    if found:
        return os.path.dirname(os.path.dirname(os.path.realpath(found)))
    return default if os.path.isdir(default) else None


def _program(variable: str, root: str | None, name: str) -> str | None:
    """A toolkit's program: a variable's, or the one in its folder."""
    named = os.environ.get(variable, "")
    if named:
        return shutil.which(named)
    return shutil.which(os.path.join(root, "bin", name)) if root else None


def get_cuda_path() -> str | None:
    """Folder of the CUDA toolkit.

    ``CUDA_PATH`` names it; else it is found by ``nvcc``, or is ``/usr/local/cuda``.

    Returns
    -------
    str or None
        The folder; None where there is no toolkit.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.get_cuda_path()  # doctest: +SKIP
    '/usr/local/cuda'
    """
    return _root("CUDA_PATH", "nvcc", "/usr/local/cuda")


def get_nvcc_path() -> str | None:
    """Path of ``nvcc``, which ``NVCC`` can name.

    Returns
    -------
    str or None
        The path; None where there is no such program.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.get_nvcc_path()  # doctest: +SKIP
    '/usr/local/cuda/bin/nvcc'
    """
    return _program("NVCC", get_cuda_path(), "nvcc")


def get_rocm_path() -> str | None:
    """Folder of ROCm.

    ``ROCM_HOME`` names it; else it is found by ``hipcc``, or is ``/opt/rocm``.

    Returns
    -------
    str or None
        The folder; None where there is no ROCm.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.get_rocm_path()  # doctest: +SKIP
    '/opt/rocm'
    """
    return _root("ROCM_HOME", "hipcc", "/opt/rocm")


def get_hipcc_path() -> str | None:
    """Path of ``hipcc``, which ``HIPCC`` can name.

    Returns
    -------
    str or None
        The path; None where there is no such program.

    Examples
    --------
    >>> import cupy
    >>> cupy.cuda.get_hipcc_path()  # doctest: +SKIP
    '/opt/rocm/bin/hipcc'
    """
    return _program("HIPCC", get_rocm_path(), "hipcc")
