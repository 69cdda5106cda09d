"""What a launched kernel is made of: its text for given types, its parameter block, what is compiled in advance."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cupy._codegen import param_block
from cupy._codegen.source import KernelSource, include_roots, template_unit
from cupy._runtime.locks import cached_property

__all__ = ["KernelSpec", "on_devices"]


class KernelSpec:
    """A kernel of one header, or a family of kernels that share a parameter block.

    Parameters
    ----------
    header : str
        Path of the header below its folder.
    folder : module or path, optional
        The folder of the headers, or the package that it is; core's own headers if not given.
    params : str, optional
        Name of the struct, which the header or a file that it includes declares, or the file that ``file:Name`` names.
    packed : sequence, or function of the language, optional
        Keys of the instances that are compiled in advance: dtype characters.
    find : callable, optional
        ``find(*key, language=…)`` gives the `KernelSource` and the kernel's name; a header with
        ``CUPY_TEMPLATE(name, types…)`` needs none.
    arguments : str, optional
        What the header's macro takes before the types, as C++: ``CUPY_TEMPLATE(name, arguments…, types…)``.
    """

    def __init__(self, header: str, folder: Any = None, params: str | None = None,
                 packed: Sequence[Any] | Callable[[str], Sequence[Any]] = (),
                 find: Callable[..., tuple[KernelSource, str]] | None = None, arguments: str = "") -> None:
        self.header = header
        self.core = folder is None
        self.folder = (param_block.CORE if folder is None
                       else os.fspath(folder) if isinstance(folder, (str, os.PathLike)) else folder.__path__[0])
        self._params_header, _, self.params_name = (params or "").rpartition(":")
        self.packed = packed
        self.arguments = arguments
        self.is_template = find is None
        self._find = find
        # By name: reading a header takes longer than a median.
        self._structs: dict[str, param_block.ParamBlock] = {}

    @cached_property
    def params_header(self) -> str:
        """The header that declares the parameter block."""
        if self._params_header or not self.params_name:
            return self._params_header or self.header
        return param_block.find_declaration(self.header, self.params_name, self.folder)

    @cached_property
    def block(self) -> param_block.ParamBlock:
        """The layout of the parameter block."""
        return self.struct(self.params_name)

    @cached_property
    def constants(self) -> dict[str, int]:
        """Integer constants of the parameters' header and of what it includes, by name."""
        return param_block.find_constants(self.params_header, self.folder)

    def struct(self, name: str) -> param_block.ParamBlock:
        """The layout of a struct that the parameters' header declares or includes."""
        found = self._structs.get(name)
        if found is None:
            found = self._structs[name] = param_block.find_block(self.params_header, name, self.folder)
        return found

    def find(self, key: Any, language: str) -> tuple[KernelSource, str, dict[str, Any]]:
        """The `KernelSource` of an instance, the kernel's name there, and how to compile it."""
        if self._find is None:
            unit = template_unit(self.header, key, self.block.asserts(), self.arguments)
            return unit, unit.name, {} if self.core else {"include_roots": include_roots(self.folder, language)}
        return *self._find(*(key if isinstance(key, tuple) else (key,)), language=language), {}

    def units(self, language: str) -> Iterator[tuple[KernelSource, tuple[str, ...]]]:
        """Yield ``(KernelSource, include roots)`` of the instances that are compiled in advance."""
        seen = set()
        keys = self.packed(language) if callable(self.packed) else self.packed
        for key in keys:
            unit, _, more = self.find(key, language)
            if unit.name not in seen:
                seen.add(unit.name)
                yield unit, more.get("include_roots", ())


def on_devices(*keys: str) -> Callable[[str], tuple[str, ...]]:
    """What is compiled in advance, as `packed`, of a kernel that the host has no use for.

    Examples
    --------
    >>> on_devices("f", "d")("host")
    ()
    """
    return lambda language: () if language == "host" else keys


def only_host(*keys: str) -> Callable[[str], tuple[str, ...]]:
    """The same of a kernel that devices have no use for.

    Examples
    --------
    >>> only_host("f", "d")("cuda")
    ()
    """
    return lambda language: keys if language == "host" else ()
