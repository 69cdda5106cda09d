"""Methods that SciPy's matrices have too, and that are the fastest where arrays lie in the host's memory."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy

import cupy
from cupy._ext import host_memory

from cupyx.scipy import _host
from cupyx.scipy.sparse._format import class_of

__all__ = []

adopted = functools.partial(_host.adopted, alone=True)
_LEAST = 2048           # items
#: Methods that SciPy has by another name.
_NAMES = {"_matmul_dia": "__matmul__", "_matmul_columns": "__matmul__", "_matmul_bsr": "__matmul__"}


def scipy_in_host_memory(always: bool = False) -> Callable[..., Any]:
    """Methods that SciPy's of the same name do on a backend whose arrays lie in the host's memory.

    Matrices are copied and checked first, so that SciPy, which believes every structure, is not led out of its arrays;
    of few items that takes longer than our own way, but where it `always` is shorter.
    """
    def register(method: Callable[..., Any]) -> Callable[..., Any]:
        own = str(method.__name__)
        name = _NAMES.get(own, own)

        @functools.wraps(method)
        def through(self: Any, *args: Any, **kwargs: Any) -> Any:
            if not always and self.data.size < _LEAST or not host_memory():
                return method(self, *args, **kwargs)
            return taken(getattr(self.get(), name)(*map(_host.to_host, args), **kwargs))

        return through
    return register


def taken(x: Any) -> Any:
    """What SciPy has made, nobody else's, as ours: arrays are not copied where they need not be."""
    if isinstance(x, numpy.ndarray):
        return adopted(x)
    if isinstance(x, tuple):
        return tuple(map(taken, x))
    if not hasattr(x, "tocoo"):
        return cupy.asarray(x)
    cls = class_of(x.format, "array" if type(x).__name__.endswith("_array") else "matrix")
    if x.format == "coo":
        return cls._make(adopted(x.data), [adopted(c) for c in x.coords], x.shape)
    if x.format == "dia":
        return cls._make(adopted(x.data), adopted(x.offsets), x.shape)
    triple = adopted(x.data), adopted(x.indices), adopted(x.indptr)
    if x.format == "bsr":
        return cls._make(*triple, x.shape)
    found = vars(x).get("_has_canonical_format") or None        # SciPy's own attribute would look for it now
    return cls._make(triple, None, x.shape, canonical=found)
