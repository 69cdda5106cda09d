"""What a launched kernel is made of: its text for given types, its parameter block, what is compiled in advance."""
import os
import posixpath
import re
from functools import cached_property

from cupy._codegen import param_block, template
from cupy._codegen.source import KernelSource

__all__ = ["KernelSpec"]

_CORE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "_kernels")
_INCLUDE = re.compile(r'^\s*#include "(.+)"', re.MULTILINE)


class KernelSpec:
    """A kernel of one header, or a family of kernels that share a parameter block.

    Parameters
    ----------
    header : str
        Path of the header below its folder.
    folder : module or path, optional
        The folder of the headers, or the package that it is; core's own headers if not given.
    params : str, optional
        Name of the struct, declared in ``<stem>_params.hpp``, or in the file that ``file:Name`` names.  Without it,
        compiled code fills the block, with the struct of the same header.
    packed : sequence, optional
        Keys of the instances that are compiled in advance: dtype characters.
    find : callable, optional
        ``find(*key, language=…)`` gives the `KernelSource` and the kernel's name; a header with
        ``CUPY_TEMPLATE(name, types…)`` needs none.
    """

    def __init__(self, header, folder=None, params=None, packed=(), find=None):
        self.header = header
        self.core = folder is None
        self.folder = (_CORE if folder is None else os.fspath(folder) if isinstance(folder, (str, os.PathLike))
                       else folder.__path__[0])
        file, _, self.params_name = (params or "").rpartition(":")
        self.params_header = file or header.replace(".hpp", "_params.hpp")
        self.packed = tuple(packed)
        self._find = find
        self.is_template = find is None

    @cached_property
    def block(self):
        """The layout of the parameter block."""
        return self.struct(self.params_name)

    @cached_property
    def constants(self):
        """Integer constants of the parameters' header, by name."""
        return param_block.read_constants(self._read(self.params_header))

    def struct(self, name):
        """The layout of a struct that the parameters' header declares or includes."""
        seen, waiting = set(), [self.params_header]
        while waiting:
            header = waiting.pop(0)
            text = None if header in seen else self._read(header)
            seen.add(header)
            if text is None:
                continue
            if re.search(rf"\bstruct\s+(?:alignas\(\w+\)\s*)?{name}\s*{{", text):
                return param_block.read_block(text, name, self.struct)
            waiting += _INCLUDE.findall(text)
        raise ValueError(f"{self.params_header} has no struct {name}, nor has what it includes")

    def _read(self, header):
        near = posixpath.join(posixpath.dirname(self.params_header), header)
        for path in [os.path.join(root, name) for root in (self.folder, _CORE) for name in (header, near)]:
            if os.path.isfile(path):
                with open(path) as file:
                    return file.read()
        return None

    @cached_property
    def asserts(self):
        """C++ that refuses to compile where the layout of the parameter block is another."""
        return self.block.asserts() if self.params_name else ""

    def find(self, key, language):
        """The `KernelSource` of an instance, the kernel's name there, and the include roots."""
        roots = () if self.core else template.roots(self.folder, language)
        if self._find is None:
            unit = template.unit(self.header, key, self.asserts)
            return unit, unit.name, roots
        unit, name = self._find(*(key if isinstance(key, tuple) else (key,)), language=language)
        return self._checked(unit), name, roots

    def _checked(self, unit):
        return KernelSource(unit.name, unit.text + self.asserts, unit.functions) if self.asserts else unit

    def units(self, language):
        """Yield ``(KernelSource, include roots)`` of the instances that are compiled in advance."""
        seen = set()
        for key in self.packed:
            unit, _, roots = self.find(key, language)
            if unit.name not in seen:
                seen.add(unit.name)
                yield unit, roots
