"""Element-wise kernels of arrays of structures: their fields are members of a struct.

Such an array goes to the kernel as a raw array of bytes, one for the begin of each item; the user's code sees a
reference to the struct that begins there.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy

from cupy._codegen import records
from cupy._core.broadcast import broadcast_to
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._core.ndarray import ndarray

if TYPE_CHECKING:
    from cupy._codegen.parameters import Parameter
    from cupy._core.elementwise_kernel import ElementwiseKernel

__all__ = []


def wanted(args: Sequence[Any]) -> bool:
    """Whether an argument is a structure, or an array of them."""
    return any(isinstance(x, (ndarray, numpy.void)) and x.dtype.names is not None for x in args)


def run(kernel: ElementwiseKernel, args: Sequence[Any], size: int | None,
        kept: dict[Any, ElementwiseKernel]) -> ndarray | tuple[ndarray, ...] | None:
    """Call an `ElementwiseKernel` some of whose arguments are structures.

    Parameters
    ----------
    kernel : ElementwiseKernel
        The kernel as the user wrote it.
    args : tuple
        Its arguments.
    size : int or None
        As in its call.
    kept : dict
        The kernels made for types that came before.

    Returns
    -------
    ndarray, tuple of ndarray or None
        What the call returns.
    """
    args = [asarray(x) if isinstance(x, numpy.void) else x for x in args]
    types = _types(kernel.params, args)
    shape = _shape(kernel, args, size)
    outputs = list(args[kernel.nin:])
    for p, x in zip(kernel.out_params[len(outputs):], [None] * kernel.nout, strict=False):
        outputs.append(empty(shape, types.get(p.type, x) if p.is_placeholder else p.type))
    args = args[:kernel.nin] + outputs
    structured = [isinstance(x, ndarray) and x.dtype.names is not None for x in args]
    key = tuple(x.dtype if is_record else None for x, is_record in zip(args, structured, strict=True))
    derived = kept.get(key)
    if derived is None:
        derived = kept[key] = _derive(kernel, args, structured, types)
    passed = [_bytes(x, None if p.raw else shape) if is_record else x
              for p, x, is_record in zip(kernel.params, args, structured, strict=True)]
    fixed = any(isinstance(x, ndarray) and not p.raw and not is_record
                for p, x, is_record in zip(kernel.params, args, structured, strict=True))
    if math.prod(shape):
        derived(*passed, size=None if fixed else math.prod(shape))
    if kernel.no_return:
        return None
    return outputs[0] if kernel.nout == 1 and not kernel.return_tuple else tuple(outputs)


def _types(params: tuple[Parameter, ...], args: Sequence[Any]) -> Any:
    """Dtype of each placeholder that an array gives one."""
    found = {}
    for p, x in zip(params, args, strict=False):
        if not isinstance(x, ndarray):
            continue
        if not p.is_placeholder:
            if x.dtype.names is not None:
                raise TypeError(f"Type is mismatched. {p.name} has dtype {x.dtype}, but the parameter is {p.type}")
        elif found.setdefault(p.type, x.dtype) != x.dtype:
            raise TypeError(f"Type is mismatched. {p.name} has dtype {x.dtype}, but the type {p.type} is "
                            f"{found[p.type]}")
    return found


def _shape(kernel: ElementwiseKernel, args: Sequence[Any], size: int | None) -> tuple[int, ...]:
    shapes = [x.shape for p, x in zip(kernel.params, args, strict=False) if isinstance(x, ndarray) and not p.raw]
    if size is not None:
        if shapes:
            raise ValueError("Specified 'size' can be used only if all of the ndarray are 'raw'.")
        return (size,)
    if not shapes:
        raise ValueError("Loop size is undecided: all arrays are raw, so pass size=")
    shape = numpy.broadcast_shapes(*shapes)
    for p, x in zip(kernel.out_params, args[kernel.nin:], strict=False):
        if not p.raw and x.shape != shape:
            raise ValueError(f"Out shape is mismatched: '{p.name}' has shape {x.shape}, the operation {shape}")
    return shape


def _bytes(x: ndarray, shape: tuple[int, ...] | None) -> ndarray:
    """The first byte of each item."""
    x = x if shape is None or x.shape == shape else broadcast_to(x, shape)
    return ndarray(x.shape, numpy.uint8, x.data, x.strides)


def _derive(kernel: ElementwiseKernel, args: Sequence[Any], structured: list[bool],
            types: dict[str, Any]) -> ElementwiseKernel:
    """The kernel in which structures are bytes."""
    structs, parameters, before, names = {}, [], [], {}
    for k, (p, x, is_record) in enumerate(zip(kernel.params, args, structured, strict=True)):
        if not is_record:
            kind = types[p.type].name if p.is_placeholder and p.type in types else p.type
            parameters.append(f"{'raw ' * p.raw}{kind} {p.name}")
            continue
        structs.update(records.definition(x.dtype))
        struct = records.struct_name(x.dtype)
        names[p.type] = struct
        parameters.append(f"raw uint8 bytes_of_{p.name}")
        constant = "const " if k < kernel.nin else ""
        if p.raw:
            before.append(f"const auto {p.name} = records_of<{constant}{struct}>(bytes_of_{p.name});")
        else:
            before.append(f"{constant}{struct} &{p.name} = records_of<{constant}{struct}>(bytes_of_{p.name})[i];")
    more = dict(kernel.kwargs)
    aliases = {name: names.get(name) or records.item_type(dtype) for name, dtype in types.items()}
    preamble = "".join(structs.values()) + "".join(f"using {name} = {t};\n" for name, t in aliases.items())
    loop_prep = "\n".join([*before, more.pop("loop_prep", "")])
    return type(kernel)(
        ", ".join(parameters[:kernel.nin]), ", ".join(parameters[kernel.nin:]), kernel.operation, kernel.name,
        preamble=f'#include "device/records.hpp"\n{preamble}{kernel.preamble}', no_return=True, loop_prep=loop_prep,
        **more)
