"""What is asked of Jitify: headers are found without it, so that only its names are here."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cupy.cuda.runtime import runtimeGetVersion as get_cuda_version

__all__ = ["get_build_version", "get_cuda_version", "jitify"]


def get_build_version() -> str:
    """``'none'``: Jitify is not used.

    Examples
    --------
    >>> from cupy.cuda import jitify
    >>> jitify.get_build_version()
    'none'
    """
    return "none"


def jitify(code: str, opt: Sequence[str], cached_sources: object | None = None) -> Any:
    """A source and its options as they can be compiled; both stay as they are, because the compiler finds headers.

    Parameters
    ----------
    code : str
        Source; its first line may be a name for it.
    opt : sequence of str
        Options of the compiler.
    cached_sources : object, optional
        Accepted for compatibility.

    Returns
    -------
    (str, tuple, tuple, tuple)
        A name, the options, and the texts and names of no headers.

    Examples
    --------
    >>> from cupy.cuda import jitify
    >>> jitify.jitify('kernel.cu\\n#include <cuComplex.h>', ('-DN=1',))
    ('kernel.cu', ('-DN=1',), (), ())
    """
    first = code.partition("\n")[0].strip()
    return first if first and not first.startswith(("#", "/")) else "kernel.cu", tuple(opt), (), ()
