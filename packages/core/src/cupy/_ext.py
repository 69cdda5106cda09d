"""What extension packages may use beyond the public API.

``cupyx`` stands on these names and on ``cupy``'s public ones, and on nothing else of core.
"""
import importlib

from numpy.lib.array_utils import (
    normalize_axis_index as normalize_axis_index, normalize_axis_tuple as normalize_axis_tuple)

_WHERE = {
    "DeviceSynchronized": ("_runtime.errors", "DeviceSynchronized"),
    "KernelTemplate": ("_core.template", "KernelTemplate"),
    "each": ("_ops._spec", "each"),
    "host_view": ("_core.transfer", "host_view"),
    "is_host": ("_core.template", "is_host"),
    "linalg_mode": ("_libs.linalg_check", "mode"),
    "loop": ("_ops._spec", "loop"),
    "multiprocessors": ("_core.template", "multiprocessors"),
    "parse_signature": ("_functional.signature", "parse_signature"),
    "set_linalg_mode": ("_libs.linalg_check", "set_mode"),
    "synchronize_allowed": ("_core.transfer", "synchronize_allowed"),
    "ufunc": ("_ops._spec", "ufunc"),
}

__all__ = sorted([*_WHERE, "fourier", "normalize_axis_index", "normalize_axis_tuple"])


def __getattr__(name):
    if name not in _WHERE:
        raise AttributeError(f"module 'cupy._ext' has no attribute {name!r}")
    module, attribute = _WHERE[name]
    value = globals()[name] = getattr(importlib.import_module(f"cupy.{module}"), attribute)
    return value


def fourier():
    """The engine of Fourier transforms, loaded when it is first asked for.

    Returns
    -------
    module
        With ``one(a, n, axis, kind, forward, norm, out, name, owned=False, plan=None)``, ``many(a, s, axes, …)``,
        and ``get_fft_plan``.
    """
    from cupy.fft import _arguments

    return _arguments
