"""SciPy itself on arrays of the device: for functions that have no algorithm of ours."""
from __future__ import annotations

import functools
import importlib
import inspect
import sys
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

import cupy
from cupy._ext import OfFew, by_few, from_plain, host_memory, host_view, on_host_array

if TYPE_CHECKING:
    from typing import ParamSpec, TypeVar

    _Given = ParamSpec("_Given")
    _Result = TypeVar("_Result")

__all__ = ["HostWarning"]

_PLAIN = frozenset((type(None), bool, int, float, str))        # what is the same on both sides

MANY = 1 << 20          # elements that SciPy has however many there are
_LARGE = 1 << 18        # bytes from which on a copy takes so long that memory is shared with whoever has made it
_LARGER = 1 << 13       # from which on it takes longer than to say where an array lies


class HostWarning(RuntimeWarning):
    """A function copies its arrays to the host, where SciPy computes, and the results back.

    Such functions are right but wait for the device, and are no faster than SciPy.  On the host backend nothing is
    copied and nothing warned of.

    Examples
    --------
    >>> import warnings
    >>> import cupyx
    >>> warnings.simplefilter("error", cupyx.scipy.HostWarning)     # to find where a program leaves the device
    >>> warnings.simplefilter("default", cupyx.scipy.HostWarning)
    """


HostWarning.__module__ = "cupyx.scipy"       # where users find it, and as it prints


@functools.cache
def scipy_from(*version: int) -> bool:
    """Whether the installed SciPy is of this version (two numbers) or later: where it changed, results follow it."""
    import scipy

    return tuple(map(int, scipy.__version__.split(".")[:2])) >= version


def to_host(x: Any, functions: bool = False) -> Any:
    """`x` with arrays of the host, dense and sparse, for those of the device, in tuples, lists and dictionaries too.

    Systems of ``cupyx.scipy.signal`` become SciPy's; with `functions`, functions are called with arrays of the device,
    and may return them.
    """
    if type(x) in _PLAIN:
        return x
    if isinstance(x, cupy.ndarray):
        return host_view(x) if host_memory() else x.get()
    if isinstance(x, (numpy.ndarray, numpy.generic, float, int, str)):
        return x
    if type(x) in (tuple, list):
        return type(x)([to_host(item, functions) for item in x])
    if isinstance(x, dict):
        return {key: to_host(value, functions) for key, value in x.items()}
    if _is_sparse(x):
        return x.get()
    if functions and inspect.isroutine(x):
        return functools.wraps(x)(lambda *args, **kwargs: to_host(x(*to_device(args), **to_device(kwargs))))
    return getattr(x, "_scipy_system", x)


def _is_sparse(x: Any) -> bool:
    """Whether `x` is a sparse matrix of ours; nothing is loaded."""
    return type(x).__module__.startswith("cupyx.scipy.sparse.") and hasattr(x, "get")


def _sparse_to_host(x: Any) -> Any:
    """SciPy's matrix for one of ours; NotImplemented for anything else."""
    return x.get() if _is_sparse(x) else NotImplemented


def adopted(x: numpy.ndarray[Any, Any], alone: bool = False) -> cupy.ndarray:
    """The array of the device that a NumPy array becomes.

    On the host backend large ones that own their memory, as results of SciPy do, have it from Cython's arrays, or are
    all that is left of an array in another shape, are not copied; nor smaller ones that nobody else has, `alone`.
    """
    if x.nbytes < (_LARGER if alone else _LARGE):
        return from_plain(x) if type(x) is numpy.ndarray else cupy.asarray(x)
    if host_memory() and (x.flags.owndata or type(x.base) is memoryview or _reshaped(x)) and x.flags.writeable:
        return on_host_array(x)
    return cupy.asarray(x)


def _reshaped(x: numpy.ndarray[Any, Any]) -> bool:
    """Whether an array is another one, which nobody else knows, in another shape."""
    return (type(x.base) is numpy.ndarray and x.base.flags.owndata and x.base.nbytes == x.nbytes
            and (x.flags.c_contiguous or x.flags.f_contiguous) and sys.getrefcount(x.base) == 2)


def to_device(x: Any, scalars: bool = False) -> Any:
    """`x` with arrays of the device, dense and sparse, for those of the host, in tuples, lists and dictionaries too.

    NumPy's numbers stay so unless `scalars`; arrays of other things than numbers stay where they are.
    """
    if type(x) is numpy.ndarray:
        return adopted(x) if x.dtype.kind in "biufc" else x
    if type(x) is tuple:
        return tuple([to_device(item, scalars) for item in x])
    if type(x) in _PLAIN and not scalars:
        return x
    if isinstance(x, numpy.ndarray) or scalars and isinstance(x, (numpy.floating, numpy.complexfloating)):
        if x.dtype.kind not in "biufc":
            return x
        return adopted(x) if isinstance(x, numpy.ndarray) else cupy.asarray(x)
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*[to_device(item, scalars) for item in x])
    if type(x) is list:
        return [to_device(item, scalars) for item in x]
    if type(x) is dict:
        return {key: to_device(item, scalars) for key, item in x.items()}
    if type(x).__module__.startswith("scipy.sparse."):
        from cupyx.scipy.sparse._base import from_host
        return from_host(x)
    if type(x).__module__ == "scipy.signal._ltisys":
        from cupyx.scipy.signal._systems.classes import from_host
        return from_host(x)
    return x


def holds_arrays(x: Any) -> bool:
    """Whether `x` is an array of the device, or a list or tuple of which something is."""
    return any(map(holds_arrays, x)) if type(x) in (list, tuple) else isinstance(x, cupy.ndarray)


def warn(name: str, stacklevel: int = 3) -> None:
    """Say that a function goes to the host, unless arrays are there anyway."""
    if not host_memory():
        warnings.warn(f"{name} copies its arrays to the host, where SciPy computes", HostWarning, stacklevel)


_module = functools.cache(importlib.import_module)


@functools.cache
def of_scipy(name: str) -> Any:
    """What SciPy has by a dotted name, such as ``spatial.distance.cdist``."""
    module, _, name = f"scipy.{name}".rpartition(".")
    return getattr(_module(module), name)


def _scipy_name(function: Callable[..., Any]) -> str:
    """The dotted name of SciPy's function of the same name."""
    module = function.__module__.removeprefix("cupyx.scipy.")
    return ".".join([*[part for part in module.split(".") if not part.startswith("_")], function.__name__])


#: Options that hold no arrays, and of which SciPy understands and refuses the same.
_OPTIONS = frozenset(("lower", "check_finite", "eigvals_only", "trans", "unit_diagonal", "assume_a", "p_indices",
                      "permute_l"))
#: First arguments that are a line of a matrix, not one.
_VECTORS = frozenset(("d", "c", "c_or_cr"))


def few_by_scipy(function: str | Callable[..., Any] | None = None, scalars: bool = True, **limits: Any) -> OfFew:
    """What SciPy has by a dotted name, or a function of NumPy's arrays, for few numbers in the host's memory."""
    finish = functools.partial(to_device, scalars=scalars)
    return OfFew(f"scipy.{function}" if isinstance(function, str) else function, finish=finish, **limits)


_formulas = few_by_scipy(types="dil")


def of_formula(formula: Callable[..., Any], *args: Any) -> Any:
    """What a formula of several steps gives: of few, NumPy goes through it in less time than its launches take."""
    with numpy.errstate(all="ignore"):
        found = _formulas(args, by=formula)
    return formula(*args) if found is NotImplemented else found


def library(a: Any) -> Any:
    """The library that has the functions for an array: what a formula is written in."""
    return numpy if type(a) is numpy.ndarray else cupy


def scipy_of_few(function: Callable[_Given, _Result], most: int = 12_288) -> Callable[_Given, _Result]:
    """A function that SciPy's of the same name does of few numbers in the host's memory, if it is called now.

    Calls with options by position or with arrays of the host, which ours refuse, come to the function itself.
    """
    parameters = inspect.signature(function).parameters
    least = sum(p.default is p.empty for p in parameters.values())
    places = least + (list(parameters)[least:least + 1] == ["b"])
    axes = 1 if next(iter(parameters)) in _VECTORS else 2
    return by_few(function, few_by_scipy(_scipy_name(function), types="fdFDi", axes=axes, most=most,
                                         places=places, options=_OPTIONS))


PIXELS = "?bBhHiIlLfd"      # types of images that are real


def scipy_of_few_pixels(places: int) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """A function of ndimage that SciPy's of the same name does of few pixels in the host's memory.

    Only the first `places` arguments are taken by position: those behind may be arrays that are written to.
    """
    def register(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        return by_few(function, few_by_scipy(f"ndimage.{function.__name__}", types=PIXELS, places=places))
    return register


#: The same of as many as there are, where SciPy's function takes less time however many.
scipy_of_many = functools.partial(scipy_of_few, most=MANY)


def call(module: str, name: str, *args: object, **kwargs: object) -> Any:
    """``module.name`` of SciPy on arrays of the device; results come back to it."""
    function = getattr(_module(module), name)
    return to_device(function(*map(to_host, args), **{key: to_host(value) for key, value in kwargs.items()}))


def on_host(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
    """A function without a body of its own, which SciPy's of the same name and signature does on the host.

    Arguments that allow SciPy to overwrite arrays are accepted and change nothing.
    """
    signature, theirs = inspect.signature(function), f"scipy.{_scipy_name(function)}"
    module, _, name = theirs.rpartition(".")

    def finish(result: Any) -> Any:
        result = to_device(result)
        return tuple(result) if isinstance(result, list) else result     # SciPy's lists are results of batches

    def through(*args: _Given.args, **kwargs: _Given.kwargs) -> Any:
        bound = signature.bind(*args, **kwargs)
        warn(theirs, stacklevel=4)
        given = bound.arguments
        for option in [option for option in given if option.startswith("overwrite_")]:
            del given[option]
        rest = given.pop(next((p.name for p in signature.parameters.values() if p.kind is p.VAR_POSITIONAL), ""), ())
        positional = [given.pop(p.name) for p in signature.parameters.values()
                      if p.kind is p.POSITIONAL_ONLY and p.name in given]
        return finish(call(module, name, *positional, *rest, **given))

    functools.update_wrapper(through, function)
    names = [name for name in signature.parameters if not name.startswith("overwrite_")]
    places = next((k for k, name in enumerate(signature.parameters) if name.startswith("overwrite_")), 64)
    return by_few(through, OfFew(theirs, most=MANY, types="?bBhHiIlLfdFD", places=places, options=frozenset(names),
                                 start=_sparse_to_host, finish=finish))
