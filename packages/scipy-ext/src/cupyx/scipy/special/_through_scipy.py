"""Functions that SciPy evaluates on NumPy values: what is host mathematics, or too rare for kernels of its own."""
from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy

import cupy
from cupyx.scipy._host import to_device, to_host

__all__ = []


class ThroughSciPy:
    """A function of ``scipy.special``: arrays of a device go to the host, arrays come back to the device.

    Parameters
    ----------
    name : str
        Its name there.

    Examples
    --------
    >>> from cupyx.scipy import special
    >>> special.roots_legendre(2)[1]
    array([1., 1.])
    """

    def __init__(self, name: str) -> None:
        self.__name__ = self._name = name

    @property
    def _function(self) -> Callable[..., Any]:
        return getattr(importlib.import_module("scipy.special"), self._name)

    @property
    def __doc__(self) -> str | None:
        note = "Evaluated by SciPy on the host; arrays come from the device and go back to it."
        # SciPy's examples print NumPy's arrays and draw; before a summary there may be a signature.
        text = re.split(r"\n\s*Examples\n\s*-+\n", inspect.getdoc(self._function) or "")[0]
        summary, _, rest = re.sub(rf"\A{self._name}\(.*\)\n\n", "", text).partition("\n\n")
        return f"{summary}\n\n{note}\n\n{rest}\n"

    @property
    def __wrapped__(self) -> Any:
        return self._function

    def __repr__(self) -> str:
        return f"<function '{self._name}' through SciPy>"

    def __call__(self, *args: Any, out: Any = None, **kwargs: Any) -> cupy.ndarray | float | tuple[cupy.ndarray, ...]:
        args = tuple([to_host(x) for x in args])
        kwargs = {key: to_host(x) for key, x in kwargs.items()}
        with numpy.errstate(all="ignore"):
            result = self._function(*args, **kwargs)
        if out is None:
            return to_device(result)
        for target, value in zip(out, result) if isinstance(out, tuple) else [(out, result)]:
            target[...] = cupy.asarray(value)
        return out
