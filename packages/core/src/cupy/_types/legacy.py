"""Helpers that NumPy 2 dropped or moved, kept for programs that still call them."""
from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import IO, TYPE_CHECKING, Any, SupportsIndex

import numpy
from numpy.exceptions import (
    ModuleDeprecationWarning,
    RankWarning,
    TooHardError,
    VisibleDeprecationWarning,
)
from numpy.lib.npyio import DataSource
from numpy.rec import format_parser

from cupy._core.ndarray import ndarray

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

__all__ = [
    "DataSource", "ModuleDeprecationWarning", "RankWarning", "TooHardError",
    "VisibleDeprecationWarning", "disable_experimental_feature_warning", "disp",
    "find_common_type", "format_parser", "info", "issctype", "issubclass_", "issubsctype",
    "make_aligned_dtype", "obj2sctype", "safe_eval", "sctype2char", "set_string_function", "who",
]

#: Read by nothing: no feature warns that it is experimental.
disable_experimental_feature_warning = False


def disp(mesg: str, device: IO[Any] | None = None, linefeed: bool = True) -> None:
    """Write a message to a file, the standard output if none is given.

    Parameters
    ----------
    mesg : str
        The message.
    device : file, optional
        Output array.
    linefeed : bool, optional
        Whether to end the line.

    Examples
    --------
    >>> import cupy
    >>> cupy.disp("hello")
    hello
    """
    target: Any = sys.stdout if device is None else device
    target.write(f"{mesg}\n" if linefeed else f"{mesg}")
    target.flush()


def find_common_type(array_types: Sequence[DTypeLike], scalar_types: Sequence[DTypeLike]) -> numpy.dtype[Any] | None:
    """The type that arrays and scalars of these types have in common.

    Parameters
    ----------
    array_types, scalar_types : sequence of dtypes
        Types; those of scalars count only if they are of a higher kind.

    Returns
    -------
    dtype or None
        The common type; `result_type` is the modern form.

    Examples
    --------
    >>> import cupy
    >>> cupy.find_common_type([cupy.float32], [cupy.int64])
    dtype('float32')
    """
    arrays = [numpy.dtype(t) for t in array_types]
    scalars = [numpy.dtype(t) for t in scalar_types]
    if not arrays or not scalars:
        return numpy.result_type(*arrays, *scalars) if arrays or scalars else None
    of_arrays, of_scalars = numpy.result_type(*arrays), numpy.result_type(*scalars)
    kinds = "buifc"
    if kinds.index(of_scalars.kind) > kinds.index(of_arrays.kind):
        return of_scalars
    return of_arrays


def info(object: object | None = None, maxwidth: SupportsIndex = 76, output: IO[Any] | None = None,
         toplevel: str = "cupy") -> None:
    """Print the documentation of something, or facts about an array.

    Parameters
    ----------
    object : any, optional
        An array, a function, or a name.
    maxwidth : int, optional
        Width of the text.
    output : file, optional
        Where to write; the standard output if not given.
    toplevel : str, optional
        Module in which names are looked up.

    Examples
    --------
    >>> import cupy
    >>> cupy.info(cupy.zeros((2, 3)))  # doctest: +ELLIPSIS
    class:  ndarray
    shape:  (2, 3)
    ...
    """
    target: Any = sys.stdout if output is None else output
    if isinstance(object, ndarray):
        facts = {"class": "ndarray", "shape": object.shape, "strides": object.strides,
                 "itemsize": object.itemsize, "contiguous": object.flags.c_contiguous,
                 "fortran": object.flags.f_contiguous, "device": object.device,
                 "type": object.dtype}
        target.write("".join(f"{name}:  {value}\n" for name, value in facts.items()))
        return
    if isinstance(object, str):
        found = sys.modules[toplevel]
        for part in object.split("."):
            found = getattr(found, part)
        object = found
    target.write(f"{getattr(object, '__doc__', None) or 'no documentation'}\n")


def issctype(rep: object) -> bool:
    """Whether something is a scalar type or stands for one.

    Parameters
    ----------
    rep : any
        Input.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import cupy
    >>> cupy.issctype(cupy.int32), cupy.issctype(list)
    (True, False)
    """
    found = obj2sctype(rep) if isinstance(rep, (type, numpy.dtype)) else None
    return found is not None and found is not numpy.object_


def issubclass_(arg1: Any, arg2: type[Any] | tuple[type[Any], ...]) -> bool:
    """Whether a class derives from another; False instead of an error for no class.

    Parameters
    ----------
    arg1 : class
        Input.
    arg2 : class or tuple of classes
        What it may derive from.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import cupy
    >>> cupy.issubclass_(cupy.int32, cupy.integer)
    True
    """
    try:
        return issubclass(arg1, arg2)
    except TypeError:
        return False


def obj2sctype(rep: Any, default: Any = None) -> Any:
    """The scalar type of an object: an array, a dtype, or what stands for one.

    Parameters
    ----------
    rep : any
        Input.
    default : any, optional
        What to return when there is none.

    Returns
    -------
    type
        The scalar type.

    Examples
    --------
    >>> import cupy
    >>> cupy.obj2sctype("f4")
    <class 'numpy.float32'>
    """
    if isinstance(rep, type) and issubclass(rep, numpy.generic):
        return rep
    if isinstance(rep, ndarray):
        return rep.dtype.type
    if isinstance(rep, type) and numpy.dtype(rep) == object and rep is not object:
        return default
    try:
        return numpy.dtype(rep).type
    except (TypeError, ValueError):
        return default


def issubsctype(arg1: object, arg2: object) -> bool:
    """Whether the scalar type of an object derives from that of another.

    Parameters
    ----------
    arg1, arg2 : any
        Inputs, as `obj2sctype` takes them.

    Returns
    -------
    bool
        The answer.

    Examples
    --------
    >>> import cupy
    >>> cupy.issubsctype("i4", cupy.integer)
    True
    """
    first, second = obj2sctype(arg1), obj2sctype(arg2)
    if first is None or second is None:
        raise TypeError(f"{(arg1 if first is None else arg2)!r} stands for no scalar type")
    return issubclass(first, second)


def sctype2char(sctype: object) -> str:
    """The dtype char of a scalar type.

    Parameters
    ----------
    sctype : any
        Scalar type, dtype or array.

    Returns
    -------
    str
        The dtype char.

    Raises
    ------
    ValueError
        If it is no scalar type.

    Examples
    --------
    >>> import cupy
    >>> cupy.sctype2char(cupy.float32)
    'f'
    """
    found = obj2sctype(sctype)
    if found is None:
        raise ValueError("unrecognized type")
    return numpy.dtype(found).char


def make_aligned_dtype(dtype: DTypeLike) -> numpy.dtype[Any]:
    """A structured dtype with its fields aligned as a C compiler does on the device.

    Parameters
    ----------
    dtype : structured data-type
        Input; nested fields are aligned too.

    Returns
    -------
    dtype
        The aligned type.

    Examples
    --------
    >>> import cupy
    >>> cupy.make_aligned_dtype([("a", "i1"), ("b", "i4")]).itemsize
    8
    """
    dtype = numpy.dtype(dtype)
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return numpy.dtype((make_aligned_dtype(base), shape))
    if dtype.names is None:
        return dtype
    fields = [(name, make_aligned_dtype(dtype[name])) for name in dtype.names]
    return numpy.dtype(fields, align=True)


def safe_eval(source: str) -> object:
    """The value of a Python literal.

    Parameters
    ----------
    source : str
        Text of the literal.

    Returns
    -------
    object
        The value.

    Raises
    ------
    ValueError
        If it is anything but a literal.

    Examples
    --------
    >>> import cupy
    >>> cupy.safe_eval("[1, 2]")
    [1, 2]
    """
    return ast.literal_eval(source)


def set_string_function(f: Callable[..., Any] | None, repr: bool = True) -> None:
    """Have NumPy arrays printed by a function; use `set_printoptions` instead.

    Parameters
    ----------
    f : callable or None
        Function of an array that returns text.
    repr : bool, optional
        Whether it makes the representation or the text.

    Examples
    --------
    >>> import cupy
    >>> cupy.set_string_function(None)
    """
    if f is None:
        numpy.set_printoptions(override_repr=None)
        return
    if not repr:
        warnings.warn("only the representation can be overridden", stacklevel=2)
        return
    numpy.set_printoptions(override_repr=f)


def who(vardict: dict[Any, Any] | None = None) -> None:
    """Print the arrays of a dictionary, those of the caller if none is given.

    Parameters
    ----------
    vardict : dict, optional
        Names and values.

    Examples
    --------
    >>> import cupy
    >>> cupy.who({"a": cupy.zeros(3)})
    Name  Shape  Bytes  Type
    a     3      24     float64
    """
    if vardict is None:
        frame = sys._getframe(1)
        vardict = frame.f_locals
    rows = [("Name", "Shape", "Bytes", "Type")]
    rows += [(name, " x ".join(map(str, x.shape)), str(x.nbytes), x.dtype.name)
             for name, x in vardict.items() if isinstance(x, ndarray)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())
