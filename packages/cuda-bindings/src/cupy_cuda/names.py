"""NVIDIA's Python bindings of a library under the names of its C interface.

`nvmath.bindings` spells ``cusparseCreateCsr`` as ``create_csr`` and ``CUSPARSE_ORDER_ROW`` as ``Order.ROW``.  Both
come from one list in the library's header, so a name is found by its folded form alone (lower case, no
underscores), and no table has to be kept.
"""
from __future__ import annotations

import enum
import functools
import importlib
from collections.abc import Iterator
from typing import Any

from cupy_cuda.errors import ServiceMissing

__all__ = ["LIBRARIES", "LibraryNames", "names"]

#: Library → modules of `nvmath.bindings`, the first name wins; prefixes of its constants.
LIBRARIES = {
    "cublas": (("cublas",), ("CUBLAS_",)),
    "cusolver": (("cusolverDn", "cusolver", "cusolverSp"), ("CUSOLVER_",)),
    "cusparse": (("cusparse",), ("CUSPARSE_",)),
    "curand": (("curand",), ("CURAND_",)),
}

#: Library → our module of what those bindings lack, in their spelling.
_OWN = {"cusparse": "cupy_cuda.libs.cusparse_geam"}

#: CuPy's names that are not those of the C interface.
_ALIASES = {"cormqr": "cunmqr", "zormqr": "zunmqr"}

#: Functions of cuSOLVER's part for sparse systems, which have namesakes in the part for dense ones.
_SPARSE = {"spCreate": "create", "spDestroy": "destroy", "spGetStream": "get_stream", "spSetStream": "set_stream"}


def _folded(name: str) -> str:
    return name.replace("_", "").lower()


class LibraryNames:
    """Functions, constants and exceptions of a bindings module by the names of the C interface.

    Parameters
    ----------
    modules : tuple of modules
        Modules like `nvmath.bindings.cusparse`; what the first has hides what the others have.
    prefixes : tuple of str
        What the constants of the C interface begin with.
    """

    def __init__(self, modules: tuple[Any, ...], prefixes: tuple[str, ...]) -> None:
        self.module = modules[0]
        self.modules = modules
        self.prefixes = prefixes
        public = {name: value for module in reversed(modules) for name, value in vars(module).items()
                  if not name.startswith("_")}
        self.enums: dict[str, Any] = {name: value for name, value in public.items()
                                      if isinstance(value, enum.EnumMeta)}
        self.others = {_folded(name): value for name, value in public.items()
                       if callable(value) and name not in self.enums}

    def __dir__(self) -> list[str]:
        first = self.prefixes[0]
        constants = [f"{first}{name.upper()}_{member}" for name, kind in self.enums.items()
                     for member in kind.__members__]
        return [*constants, *(value.__name__ for value in self.others.values())]

    def __getattr__(self, name: str) -> Any:
        if name in _SPARSE:
            return getattr(self.modules[-1], _SPARSE[name])
        found = self.others.get(_folded(_ALIASES.get(name, name)))
        if found is None:
            found = self._constant(name)
        if found is None:
            raise AttributeError(f"{self.module.__name__} has nothing that is called {name} in the C interface")
        return found

    def _constant(self, name: str) -> dict[int, str] | int | None:
        if name == "STATUS":
            return {int(value): f"{self.prefixes[0]}STATUS_{member}"
                    for member, value in self.enums["Status"].__members__.items()}
        found = [value for prefix in self.prefixes if name.startswith(prefix)
                 for value in self._members(name[len(prefix):])]
        if found:
            return found[0]
        return None

    def _members(self, tail: str) -> Iterator[int]:
        """Values of members called `tail`, or whose name follows (a part of) their type's name in it."""
        for kind in self.enums.values():
            if tail in kind.__members__:
                yield int(kind[tail])
        for kind_name, kind in self.enums.items():
            for member, value in kind.__members__.items():
                before = tail.removesuffix(f"_{member}")
                if before != tail and _folded(kind_name).startswith(_folded(before)):
                    yield int(value)


@functools.cache
def names(library: str) -> LibraryNames:
    """The names of a library; raises `ServiceMissing` with the command that installs what is missing."""
    from cupy_cuda import find

    modules, prefixes = LIBRARIES[library]
    try:
        loaded = [importlib.import_module(f"nvmath.bindings.{module}") for module in modules]
        if library in _OWN:
            loaded.append(importlib.import_module(_OWN[library]))
        return LibraryNames(tuple(loaded), prefixes)
    except ImportError as error:
        raise ServiceMissing(f"{library} needs NVIDIA's Python bindings ({error}); pip install "
                             f"'nvmath-python[cu{find.majors()[0]}]'") from error
