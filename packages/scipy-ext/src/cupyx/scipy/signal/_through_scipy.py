"""Functions of host mathematics: SciPy computes on NumPy values, and arrays of the result are cupy's."""
import inspect
import re

import numpy

import cupy

_SECTION = re.compile(r"^(Parameters|Returns|Raises|Other Parameters)\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)",
                      re.MULTILINE | re.DOTALL)
_CITATION = re.compile(r",?\s*\[\d+\]_")     # of references, which are not taken along


def to_host(value):
    """`value` with NumPy arrays for cupy's, at any depth of lists, tuples and dicts, and SciPy's systems for ours.

    Functions are called with cupy arrays, and may return them.
    """
    if isinstance(value, cupy.ndarray):
        return value.get()
    if isinstance(value, (numpy.ndarray, numpy.generic, float, int, str)):
        return value
    if type(value) in (list, tuple):
        return type(value)([to_host(item) for item in value])
    if type(value) is dict:
        return {key: to_host(item) for key, item in value.items()}
    if inspect.isroutine(value):
        return lambda *args, **kwargs: to_host(value(*to_device(args), **to_device(kwargs)))
    return getattr(value, "_scipy_system", value)


def _any_array(value):
    if type(value) in (list, tuple):
        return any(_any_array(item) for item in value)
    return isinstance(value, cupy.ndarray)


def to_device(value, scalars=False):
    """`value` with cupy arrays for NumPy's, in the same structure; NumPy's numbers stay so unless `scalars`."""
    if isinstance(value, numpy.ndarray) or scalars and isinstance(value, (numpy.floating, numpy.complexfloating)):
        return cupy.asarray(value) if value.dtype.kind in "?biufc" else value
    if type(value) in (list, tuple):
        return type(value)([to_device(item, scalars) for item in value])
    if type(value) is dict:
        return {key: to_device(item, scalars) for key, item in value.items()}
    if type(value).__module__ == "scipy.signal._ltisys":
        return _system_to_device(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*[to_device(item) for item in value])
    return value


def _system_to_device(value):
    """A system of SciPy's as ours, or a bunch of attributes with cupy arrays."""
    from cupyx.scipy.signal._systems.classes import wrap

    if hasattr(value, "to_ss"):
        return wrap(value)
    vars(value).update({name: to_device(item) for name, item in vars(value).items()})
    return value


def through_scipy(function, example):
    """The function of this name that SciPy has, for arguments with cupy arrays; its arrays come back as cupy's.

    Parameters
    ----------
    function : callable
        SciPy's function, whose signature and description of parameters are kept.
    example : str
        Lines for the docstring, with ``signal`` for this module.
    """
    def call(*args, **kwargs):
        for name in ("xp", "device"):
            kwargs.pop(name, None)
        scalars = _any_array(args) or _any_array(list(kwargs.values()))
        return to_device(function(*to_host(args), **to_host(kwargs)), scalars)

    call.__name__ = call.__qualname__ = function.__name__
    call.__signature__ = inspect.signature(function)
    call.__doc__ = describe(function, example)
    return call


def describe(function, example):
    """SciPy's summary, parameters and results, with an example of our own."""
    text = _CITATION.sub("", inspect.getdoc(function) or f"{function.__name__} of SciPy.")
    summary = text.split("\n\n")[0].strip()
    sections = [f"{title}\n{'-' * len(title)}\n{body.rstrip()}" for title, body in _SECTION.findall(text)]
    notes = "Notes\n-----\nSciPy computes it on the host; arrays may be given as cupy's, and come back as such."
    examples = f"Examples\n--------\n>>> from cupyx.scipy import signal\n{example}"
    return "\n\n".join([summary, *sections, notes, examples]) + "\n"
