"""Functions of the caller inside the library's kernels: on each item that is read, and on each that is written."""
from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Literal, Self

from cupy._core.ndarray import ndarray
from cupy._runtime.services import fft as library
from cupy._runtime import driver

if TYPE_CHECKING:
    from cupy._runtime.services.fft import Layout

__all__ = ["get_current_callback_manager", "set_cufft_callbacks"]

_thread = threading.local()

#: How many managers any thread has entered; while it is 0, nobody asks for one.
entered = 0


def get_current_callback_manager() -> set_cufft_callbacks | None:
    """The callbacks of the innermost ``with`` statement of this thread, or None.

    Examples
    --------
    >>> import cupy
    >>> cupy.fft.config.get_current_callback_manager() is None
    True
    """
    managers = getattr(_thread, "managers", None)
    return managers[-1] if managers else None


class set_cufft_callbacks:
    """Callbacks of all transforms in a ``with`` statement.

    Parameters
    ----------
    cb_load, cb_store : str, optional
        CUDA C++ that defines a ``__device__`` function with the parameters of cuFFT's callbacks: ``(void *data,
        size_t index, [value,] void *info, void *shared)``. Of several functions, the one that
        ``d_loadCallbackPtr`` or ``d_storeCallbackPtr`` is set to, else the last.
    cb_load_data, cb_store_data : ndarray, optional
        What `info` points at.
    cb_load_aux_arr, cb_store_aux_arr : ndarray, optional
        Older names of the same.
    cb_ver : {'jit', ''}, optional
        Callbacks are always linked at run time.

    Raises
    ------
    RuntimeError
        At the first transform, where the library has no callbacks.

    Notes
    -----
    The factor of the norm is applied after the store callback.

    Examples
    --------
    >>> import cupy
    >>> source = '''
    ... __device__ cufftComplex twice(void *data, size_t i, void *info, void *shared) {
    ...     cufftComplex x = static_cast<cufftComplex *>(data)[i];
    ...     return {2 * x.x, 2 * x.y};
    ... }'''
    >>> manager = cupy.fft.config.set_cufft_callbacks(cb_load=source)
    """

    def __init__(self, cb_load: str = "", cb_store: str = "", *, cb_load_data: ndarray | None = None,
                 cb_store_data: ndarray | None = None, cb_load_aux_arr: ndarray | None = None,
                 cb_store_aux_arr: ndarray | None = None, cb_ver: Literal["jit", ""] = "") -> None:
        if not cb_load and not cb_store:
            raise ValueError("cb_load or cb_store must be given")
        if cb_ver not in ("", "jit"):
            raise ValueError(f"cb_ver is {cb_ver!r}; only 'jit' can be had")
        self.cb_load, self.cb_store = cb_load, cb_store
        self.cb_load_data = cb_load_aux_arr if cb_load_data is None else cb_load_data
        self.cb_store_data = cb_store_aux_arr if cb_store_data is None else cb_store_data
        for name, data, code in (("cb_load_data", self.cb_load_data, cb_load),
                                 ("cb_store_data", self.cb_store_data, cb_store)):
            if data is not None and not isinstance(data, ndarray):
                raise TypeError(f"{name} must be a cupy.ndarray, not {type(data).__name__}")
            if data is not None and not code:
                raise ValueError(f"{name} is given without its callback")
        self._plans = {}

    def __enter__(self) -> Self:
        global entered
        if not hasattr(_thread, "managers"):
            _thread.managers = []
        _thread.managers.append(self)
        entered += 1
        return self

    def __exit__(self, *exception: object) -> None:
        global entered
        _thread.managers.pop()
        entered -= 1

    def plan(self, number: int, layout: Layout) -> Any:
        """The library's plan with these callbacks."""
        device = driver.current_device()
        key = device, number, layout
        found = self._plans.get(key)
        if found is None:
            found = self._plans[key] = self._make(number, layout, device)
        return found

    def _make(self, number: int, layout: Layout, device: int) -> Any:
        service = library.service()
        if not hasattr(service, "make_callback_plan"):
            raise RuntimeError(f"the Fourier library of the {driver.started()} backend has no callbacks")
        load, store = (
            (code, 0 if data is None else data.data.ptr) if code else None
            for code, data in ((self.cb_load, self.cb_load_data), (self.cb_store, self.cb_store_data)))
        target = driver.backend().compiler().target(device)
        return service.make_callback_plan(layout, number, target, load, store)
