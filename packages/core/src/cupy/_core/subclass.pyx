# Views whose class is derived from ndarray.

import functools

from libc.string cimport memcpy

from cupy._core.ndarray cimport ndarray, plain_view

__all__ = []


def of_class(ndarray plain, object cls, ndarray source):
    """The same view as an object of `cls`, which learns from `source` in ``__array_finalize__``."""
    if cls is ndarray:
        return plain
    if not (isinstance(cls, type) and issubclass(cls, ndarray)):
        raise ValueError("Type must be a sub-type of ndarray type")
    cdef ndarray a = ndarray.__new__(cls)
    a.dtype_, a.code, a.itemsize_ = plain.dtype_, plain.code, plain.itemsize_
    a.set_ndim(plain.ndim_)
    memcpy(a.shape_, plain.shape_, plain.ndim_ * sizeof(Py_ssize_t))
    memcpy(a.strides_, plain.strides_, plain.ndim_ * sizeof(Py_ssize_t))
    a.size, a.ptr, a.device_id_ = plain.size, plain.ptr, plain.device_id_
    a.memory, a.base_, a.flags_ = plain.memory, plain.base_, plain.flags_
    if a.__array_finalize__ is not None:
        a.__array_finalize__(source)
    return a


def like_inputs(results, list inputs, list outs):
    """New results of an operation in the class of its first input of the highest ``__array_priority__``."""
    cdef object best = None
    for x in inputs:
        if isinstance(x, ndarray) and type(x) is not ndarray and (
                best is None or x.__array_priority__ > best.__array_priority__):
            best = x
    if best is None:
        return results
    if isinstance(results, tuple):
        return tuple([of_class(x, type(best), best) if out is None else x
                      for x, out in zip(results, outs, strict=True)])
    return of_class(results, type(best), best) if outs[0] is None else results


def keeps_class(call=None, *, plain=()):
    """A function whose new arrays are of the class of its arguments, where that is derived from ndarray.

    Of several results those at the places `plain` are `ndarray` all the same, as NumPy's are.
    """
    if call is None:
        return functools.partial(keeps_class, plain=plain)

    @functools.wraps(call)
    def kept(*args, **kwargs):
        result = call(*args, **kwargs)
        for x in args:
            if type(x) is not ndarray and isinstance(x, ndarray):
                return _like_arguments(result, [*args, *kwargs.values()], plain)
        for x in kwargs.values():
            if type(x) is not ndarray and isinstance(x, ndarray):
                return _like_arguments(result, [*args, *kwargs.values()], plain)
        return result
    return kept


def drops_class(call):
    """A function whose new arrays are `ndarray`, whatever its arguments are derived from."""
    @functools.wraps(call)
    def dropped(*args, **kwargs):
        result = call(*args, **kwargs)
        return result if type(result) is ndarray else _without_class(result, [*args, *kwargs.values()])
    return dropped


def _like(result, items):
    """A tuple or list of the kind of `result`, with these items."""
    return type(result)(*items) if hasattr(result, "_fields") else type(result)(items)


def _like_arguments(result, list given, plain=()):
    if isinstance(result, (tuple, list)):
        return _like(result, [_without_class(x, given) if k in plain else _like_arguments(x, given)
                              for k, x in enumerate(result)])
    if type(result) is not ndarray or any([result is x for x in given]):
        return result
    return like_inputs(result, given, [None])


def _without_class(result, list given):
    if isinstance(result, (tuple, list)):
        return _like(result, [_without_class(x, given) for x in result])
    if type(result) is ndarray or not isinstance(result, ndarray) or any([result is x for x in given]):
        return result
    return result.view(ndarray)


def view_as(ndarray a, dtype, cls):
    """A view of another class, and perhaps of another dtype."""
    plain = plain_view(a, a.ptr, a.dtype_, a.code, a.itemsize_, a.ndim_, a.shape_, a.strides_)
    return of_class(plain if dtype is None else plain.view(dtype), cls, a)


def copy_like(ndarray plain, ndarray source):
    """A copy of `source` as an object of its class."""
    return of_class(plain, type(source), source)
