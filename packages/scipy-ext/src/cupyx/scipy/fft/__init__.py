"""Discrete Fourier, cosine, sine and Hankel transforms, as in ``scipy.fft``.

The module is also a backend for ``scipy.fft.set_backend``.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cupy import ndarray

__all__ = [
    "dct", "dctn", "dst", "dstn", "fft", "fft2", "fftfreq", "fftn", "fftshift", "fht", "fhtoffset", "get_fft_plan",
    "get_workers", "hfft", "hfft2", "hfftn", "idct", "idctn", "idst", "idstn", "ifft", "ifft2", "ifftn", "ifftshift",
    "ifht", "ihfft", "ihfft2", "ihfftn", "irfft", "irfft2", "irfftn", "next_fast_len", "prev_fast_len",
    "register_backend", "rfft", "rfft2", "rfftfreq", "rfftn", "set_backend", "set_global_backend", "set_workers",
    "skip_backend",
]

#: Module → names that it holds; those of SciPy work on numbers and settings alone.
_WHERE = {
    "cupyx.scipy.fft._one_axis": ("fft", "hfft", "ifft", "ihfft", "irfft", "rfft"),
    "cupyx.scipy.fft._several_axes": ("fft2", "fftn", "hfft2", "hfftn", "ifft2", "ifftn", "ihfft2", "ihfftn",
                                      "irfft2", "irfftn", "rfft2", "rfftn"),
    "cupyx.scipy.fft._realtransforms": ("dct", "dctn", "dst", "dstn", "idct", "idctn", "idst", "idstn"),
    "cupyx.scipy.fft._fftlog": ("fht", "ifht"),
    "cupyx.scipy.fft._backend": ("get_fft_plan",),
    "cupy.fft": ("fftfreq", "fftshift", "ifftshift", "rfftfreq"),
    "scipy.fft": ("fhtoffset", "get_workers", "next_fast_len", "prev_fast_len", "register_backend", "set_backend",
                  "set_global_backend", "set_workers", "skip_backend"),
}

#: What `scipy.fft` may hand over to this module.
TRANSFORMS = frozenset(name for module in list(_WHERE)[:4] for name in _WHERE[module])

_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}

__ua_domain__ = "numpy.scipy.fft"


def __ua_function__(method: Any, args: tuple[ndarray, ...], kwargs: dict[Any, Any]) -> ndarray:
    from cupyx.scipy.fft._backend import run_as_backend
    return run_as_backend(method, args, kwargs)


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cupyx.scipy.fft' has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULE_OF[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*globals(), *__all__]
