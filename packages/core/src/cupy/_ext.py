"""What extension packages may use beyond the public API.

``cupyx`` stands on these names and on ``cupy``'s public ones, and on nothing else of core.
"""
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from cupy._core.template import KernelTemplate, is_host, multiprocessors
from cupy._core.transfer import host_view, synchronize_allowed
from cupy._functional.signature import parse_signature
from cupy._libs.linalg_check import mode as linalg_mode, set_mode as set_linalg_mode
from cupy._ops._spec import each, loop, ufunc
from cupy._runtime.errors import DeviceSynchronized

__all__ = [
    "DeviceSynchronized", "KernelTemplate", "each", "fourier", "host_view", "is_host", "linalg_mode", "loop",
    "multiprocessors", "normalize_axis_index", "normalize_axis_tuple", "parse_signature", "set_linalg_mode",
    "synchronize_allowed", "ufunc",
]


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
