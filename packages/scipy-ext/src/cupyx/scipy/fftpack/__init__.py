"""Fourier transforms with the arguments and formats of ``scipy.fftpack``."""
from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

__all__ = [
    "cc_diff", "cs_diff", "dct", "dctn", "diff", "dst", "dstn", "fft", "fft2", "fftfreq", "fftn", "fftshift",
    "get_fft_plan", "hilbert", "idct", "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ifftshift", "ihilbert",
    "irfft", "itilbert", "next_fast_len", "rfft", "rfftfreq", "sc_diff", "shift", "ss_diff", "tilbert",
]

_WHERE = {
    "cupyx.scipy.fftpack._transforms": ("fft", "fft2", "fftn", "ifft", "ifft2", "ifftn", "irfft", "rfft", "rfftfreq"),
    "cupyx.scipy.fftpack._real": ("dct", "dctn", "dst", "dstn", "idct", "idctn", "idst", "idstn"),
    "cupyx.scipy.fftpack._operators": ("cc_diff", "cs_diff", "diff", "hilbert", "ihilbert", "itilbert", "sc_diff",
                                       "shift", "ss_diff", "tilbert"),
    "cupyx.scipy.fft._backend": ("get_fft_plan",),
    "cupy.fft": ("fftfreq", "fftshift", "ifftshift"),
    "scipy.fftpack": ("next_fast_len",),
}

_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}


def __getattr__(name: str) -> Callable[..., Any]:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cupyx.scipy.fftpack' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
