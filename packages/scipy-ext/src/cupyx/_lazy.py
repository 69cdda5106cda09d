"""Public names of a folder, found in its files when the first is asked for."""
from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

__all__ = []

_ALL = re.compile(r"^__all__ = \[(.*?)\]", re.MULTILINE | re.DOTALL)
_WORD = re.compile(r"[\"'](\w+)[\"']")


def attach(package: str,
           borrowed: dict[str, tuple[Any, ...]] | None = None) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """``(__getattr__, __dir__)`` of a package whose modules state their public names in ``__all__``.

    A file or folder whose name begins with ``_`` lends its names to the package; others are submodules.  Nothing is
    imported before it is used.

    Parameters
    ----------
    package : str
        Import name of the package.
    borrowed : dict, optional
        Modules elsewhere with the names that the package has from them.

    Examples
    --------
    In the ``__init__.py`` of a folder:

    >>> __getattr__, __dir__ = attach(__name__)  # doctest: +SKIP
    """
    where = {}

    def names() -> Any:
        if not where:
            folder = os.path.dirname(str(sys.modules[package].__file__))
            where.update(_scan(folder, package))
            for module, lent in (borrowed or {}).items():
                where.update(dict.fromkeys(lent, module))
        return where

    def find(name: str) -> list[str] | ModuleType:
        module = sys.modules[package]
        if name == "__all__":
            value = sorted(names())
        elif name in names():
            source = importlib.import_module(where[name])
            value = source if where[name] == f"{package}.{name}" else getattr(source, name)
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(module, name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names()})

    return find, listed


def _scan(folder: str, package: str, private: bool = False) -> dict[str, str]:
    """``{name: module}`` of the public names and submodules below a folder."""
    found = {}
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        stem, suffix = os.path.splitext(entry.name)
        module = f"{package}.{stem}"
        inner = os.path.join(entry.path, "__init__.py")
        if entry.name.startswith("__") or not (suffix == ".py" or os.path.exists(inner)):
            continue
        if not (private or stem.startswith("_")):
            found[stem] = module
        elif suffix == ".py":
            found.update(_stated(entry.path, module))
        else:
            found.update(_scan(entry.path, module, True))
            found.update(_stated(inner, module))
    return found


def _stated(path: str, module: str) -> dict[str, str]:
    """Names in the ``__all__`` of a file; a submodule's own names are its own affair."""
    with open(path, encoding="utf-8") as file:
        match = _ALL.search(file.read())
    return dict.fromkeys(_WORD.findall(match[1]), module) if match else {}
