"""A kernel that a header states, with its parameter block: found, compiled, cached and launched by one call."""
import os
import struct
import sys
from functools import cached_property

import numpy

from cupy._codegen import declared, param_block, template
from cupy._core.ndarray import ndarray
from cupy._core.template import KernelTemplate, is_host, multiprocessors

__all__ = ["Kernel", "type_characters"]

THREADS = 256            # as kMapThreads of device/map.hpp
_MOST_BLOCKS = 1 << 20   # of kernels whose threads take several items
_SHARE = 16384           # operations worth a thread of the host


class Kernel:
    """A kernel in a header that defines ``CUPY_TEMPLATE(name, types…)`` and takes one parameter block.

    Parameters
    ----------
    header : str
        File name of the header, below `folder`. A backend that needs a twin has one in a subfolder named after its
        compiler's language (``host``).
    folder : module or path
        The folder of the headers, or the package that it is.
    params : str
        Name of the struct; it is declared in ``<stem>_params.hpp``, or in the file that ``file:Name`` names.
    packed : sequence of str, optional
        Type characters of the instances that are compiled in advance.

    Notes
    -----
    The struct is declared once, in C++; names, offsets and defaults are read from there, and every compiled unit
    asserts them.  Integer constants of that header are attributes of `constants`.

    Examples
    --------
    For a header ``scale.hpp`` whose ``scale_params.hpp`` declares
    ``struct Scale { const void *x; void *y; long long count; double factor = 2; };``, launched by its shape, or,
    where it uses ``CUPY_MAP_KERNEL``, by the number of items:

    >>> scale = Kernel("scale.hpp", folder, "Scale", packed=("f", "d"))  # doctest: +SKIP
    >>> scale("f", blocks=10, threads=256, x=x, y=y, count=x.size)  # doctest: +SKIP
    >>> scale.map("f", x.size, x=x, y=y)  # doctest: +SKIP
    """

    def __init__(self, header, folder, params, packed=()):
        self.header = header
        self.folder = os.fspath(folder) if isinstance(folder, (str, os.PathLike)) else folder.__path__[0]
        stem, _, name = params.rpartition(":")
        self.params_header = stem or header.replace(".hpp", "_params.hpp")
        self.params_name = name
        self.packed = tuple(packed)
        self._launchers = {}
        declared.kernel(self, sys._getframe(1).f_globals["__name__"])

    @cached_property
    def _text(self):
        with open(os.path.join(self.folder, self.params_header)) as file:
            return file.read()

    @cached_property
    def block(self):
        """The layout of the parameter block."""
        return param_block.read_block(self._text, self.params_name)

    @cached_property
    def constants(self):
        """Integer constants of the parameters' header, by name."""
        return param_block.read_constants(self._text)

    @cached_property
    def _packer(self):
        position, parts = 0, ["="]
        for field in self.block.fields:
            parts.append(f"{field.offset - position}x" if field.offset > position else "")
            width = struct.calcsize("=" + field.format.replace("P", "Q"))
            parts.append(f"{width * field.count}s" if field.count else field.format.replace("P", "Q"))
            position = field.offset + width * (field.count or 1)
        parts.append(f"{self.block.size - position}x" if self.block.size > position else "")
        return struct.Struct("".join(parts))

    def units(self, language):
        """Yield ``(KernelSource, include roots)`` of the instances that are compiled in advance."""
        for types in self.packed:
            yield template.unit(self.header, types, self.block.asserts()), template.roots(self.folder, language)

    def __call__(self, types, *, blocks, threads=THREADS, shared=0, **fields):
        """Launch an instance on the current stream.

        Parameters
        ----------
        types : str or sequence of dtype
            Type characters of the instance, in the order of the header's macro.
        blocks, threads : int
            Shape of the launch; the host calls a range kernel once for each block.
        shared : int, optional
            Bytes of dynamic shared memory.
        **fields
            Members of the parameter block by name: arrays or None for pointers, numbers, sequences for arrays.
            Those with a default in C++ may be left out.
        """
        if blocks <= 0:
            return
        types = types if isinstance(types, str) else type_characters(*types)
        launcher = self._launchers.get(types)
        if launcher is None:
            launcher = self._launchers[types] = KernelTemplate(self.header, self.folder, self.block.asserts())
        params, arrays = self.pack(fields)
        host = is_host()
        launcher(types, blocks, 1 if host else threads, params, arrays, 0 if host else shared)

    def pack(self, fields):
        """The bytes of a parameter block, and the arrays that it points to."""
        values, arrays = [], []
        for field in self.block.fields:
            value = fields.pop(field.name, field.default)
            if value is None and field.format != "P":
                raise TypeError(f"{self.header}: parameter {field.name} is missing")
            if field.format == "P" and not field.count:
                if isinstance(value, ndarray):
                    arrays.append(value)
                    value = value.data.ptr
                values.append(value or 0)
            elif field.count:
                values.append(_array_bytes(field, value))
            else:
                values.append(value)
        if fields:
            raise TypeError(f"{self.header}: {self.params_name} has no member {', '.join(fields)}")
        return self._packer.pack(*values), tuple(arrays)

    def map(self, types, count, *, work=1, **fields):
        """Launch a header that uses ``CUPY_MAP_KERNEL``: its function is called once for each of `count` items.

        Parameters
        ----------
        types : str or sequence of dtype
            As for a call.
        count : int
            Items; the member ``count`` of the block.
        work : float, optional
            Operations of one item, which decide how many threads of the host take part.
        **fields
            The other members.
        """
        if is_host():
            blocks = max(1, min(4 * multiprocessors(), int(count * work) // _SHARE, count))
        else:
            blocks = min(-(-count // THREADS), _MOST_BLOCKS)
        if count > 0:
            self(types, blocks=blocks, count=count, **fields)


def type_characters(*dtypes):
    """Type characters of kernels for dtypes: one for each width, whatever C calls it.

    Examples
    --------
    >>> type_characters("int64", numpy.float32)
    'lf'
    """
    return "".join([{"q": "l", "Q": "L"}.get(c, c) for c in [numpy.dtype(d).char for d in dtypes]])


def _array_bytes(field, value):
    if isinstance(value, bytes):
        return value
    if field.format == "P":
        return numpy.asarray(value, numpy.uint64).tobytes()
    data = numpy.asarray(value, numpy.dtype("=" + field.format))
    if data.size > field.count:
        raise ValueError(f"parameter {field.name} holds {field.count} numbers, not {data.size}")
    return data.tobytes()
