"""Decorators that run a test with NumPy and with cupy and compare what it returns."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy

import cupy
from cupy_testing import _assertions as assertions
from cupy_testing._loops import inject
from cupy_testing._results import check_contiguous, check_dtype, check_errors, pairs

if TYPE_CHECKING:
    from cupy.typing import DTypeLike

    #: Whether a test may raise with both, or which exceptions it may.
    Errors: TypeAlias = bool | type[BaseException] | tuple[type[BaseException], ...]


def _runs(impl: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any],
          names: tuple[str, str | None, str | None]) -> list[tuple[Any, Any]]:
    """``[(result, error) of cupy, (result, error) of numpy]`` of one test."""
    name, sp_name, scipy_name = names
    return [
        _attempt(impl, args, {**kwargs, **{
            key: module() for key, module in (
                (name, lambda xp=xp: xp),
                (sp_name, lambda s=scipy: importlib.import_module(s + ".sparse")),
                (scipy_name, lambda s=scipy: importlib.import_module(s)),
            ) if key
        }})
        for xp, scipy in ((cupy, "cupyx.scipy"), (numpy, "scipy"))
    ]


def _attempt(impl: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Any, Exception | None]:
    """The result or the exception of a call; a skip passes through (pytest's is no Exception)."""
    import unittest

    try:
        return impl(*args, **kwargs), None
    except unittest.SkipTest:
        raise
    except Exception as error:
        return None, error


def _decorator(check: Callable[..., Any], *, names: tuple[str, str | None, str | None], type_check: bool = False,
               accept_error: Errors = False, contiguous_check: bool = False,
               check_sparse_format: bool = True) -> Callable[..., Any]:
    """A decorator whose test passes when `check` accepts each pair of results."""
    def decorator(impl: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> None:
            (ours, our_error), (theirs, their_error) = _runs(impl, args, kwargs, names)
            if our_error or their_error:
                check_errors(our_error, their_error, accept_error)
                return
            defined = _where_defined(impl, args, kwargs, names)
            for a, b in pairs(ours, theirs, check_sparse_format):
                if type_check:
                    check_dtype(a, b)
                if contiguous_check:
                    check_contiguous(a, b)
                check(*defined(a, b))

        return inject(impl, run, {n for n in names if n})

    return decorator


def _where_defined(impl: Callable[..., Any], args: Any, kwargs: dict[str, Any],
                   names: tuple[str, str | None, str | None]) -> Callable[..., Any]:
    """Keep the elements whose value C++ defines.

    A negative number converted to an unsigned integer has no defined value.  When a test
    mixes signed and unsigned dtypes, those elements are found by running it with NumPy
    once more, with signed dtypes only, and left out.
    """
    kinds = {key: numpy.dtype(v).kind for key, v in kwargs.items()
             if isinstance(v, type) and issubclass(v, numpy.generic)}
    if not ("u" in kinds.values() and set("ifc") & set(kinds.values())):
        return lambda a, b: (a, b)

    def defined(a: Any, b: numpy.ndarray) -> tuple[Any, numpy.ndarray]:
        if getattr(b, "dtype", numpy.dtype(bool)).kind != "u":
            return a, b
        signed = {k: numpy.int64 if kinds.get(k) == "u" else v for k, v in kwargs.items()}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result, error = _runs(impl, args, signed, names)[1]
        if error or not isinstance(result, (numpy.ndarray, numpy.generic)):
            return a, b
        keep = numpy.greater_equal(result, 0)
        if keep.shape != b.shape or keep.all():
            return a, b
        return assertions.asnumpy(a)[keep], numpy.asarray(b)[keep]

    return defined


def numpy_cupy_allclose(rtol: float | dict[DTypeLike, float] = 1e-7, atol: float | dict[DTypeLike, float] = 0,
                        err_msg: str = "", verbose: bool = True, name: str = "xp", type_check: bool = True,
                        accept_error: Errors = False, sp_name: str | None = None,
                        scipy_name: str | None = None, contiguous_check: bool = True, *,
                        _check_sparse_format: bool = True) -> Callable[..., Any]:
    """Check that the test returns close arrays with NumPy and with cupy.

    The test is called twice, with `cupy` and with `numpy` as the argument `name`, and
    returns an array, a scalar, or a tuple or list of them.

    Parameters
    ----------
    rtol, atol : float or dict, optional
        Tolerances, or dicts from dtype to tolerance with the key ``'default'``.
    err_msg : str, optional
        Text to show on failure.
    verbose : bool, optional
        Show the conflicting values.
    name : str, optional
        Argument of the test that receives the module.
    type_check : bool, optional
        The dtypes must be equal.
    accept_error : bool, type or tuple of types, optional
        Exceptions that both may raise instead of returning; True allows any.
    sp_name, scipy_name : str, optional
        Arguments that receive `scipy.sparse` and `scipy`, or their cupyx counterparts.
    contiguous_check : bool, optional
        Our result must be contiguous where NumPy's is.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> @testing.for_float_dtypes()
    ... @testing.numpy_cupy_allclose(rtol={numpy.float16: 1e-2, "default": 1e-6})
    ... def check(xp, dtype):
    ...     return xp.sin(testing.shaped_arange((2, 3), xp, dtype))
    >>> check()
    """
    def check(a: Any, b: numpy.generic | numpy.ndarray) -> None:
        dtype = getattr(b if type_check else a, "dtype", None)
        assertions.assert_allclose(a, b, _tolerance(rtol, dtype, 1e-7), _tolerance(atol, dtype, 0),
                                   err_msg, verbose)

    _check_tolerance_keys(rtol)
    _check_tolerance_keys(atol)
    return _decorator(check, names=(name, sp_name, scipy_name), type_check=type_check,
                      accept_error=accept_error, contiguous_check=contiguous_check,
                      check_sparse_format=_check_sparse_format)


def _check_tolerance_keys(tolerance: float | dict[DTypeLike, float]) -> None:
    if isinstance(tolerance, dict):
        for key in tolerance:
            if key != "default":
                numpy.dtype(key)


def _tolerance(tolerance: float | dict[DTypeLike, float], dtype: Any, otherwise: float) -> float:
    if not isinstance(tolerance, dict):
        return tolerance
    for key, value in tolerance.items():
        if key != "default" and numpy.dtype(key) == dtype:
            return value
    return tolerance.get("default", otherwise)


def numpy_cupy_array_almost_equal(decimal: int = 6, err_msg: str = "", verbose: bool = True, name: str = "xp",
                                  type_check: bool = True, accept_error: Errors = False, sp_name: str | None = None,
                                  scipy_name: str | None = None) -> Callable[..., Any]:
    """Check that NumPy's and cupy's results agree to `decimal` decimal places.

    See `numpy_cupy_allclose` for the parameters and `assert_array_almost_equal` for the check.
    """
    return _decorator(
        lambda a, b: assertions.assert_array_almost_equal(a, b, decimal, err_msg, verbose),
        names=(name, sp_name, scipy_name), type_check=type_check, accept_error=accept_error)


def numpy_cupy_array_almost_equal_nulp(nulp: int = 1, name: str = "xp", type_check: bool = True,
                                       accept_error: Errors = False, sp_name: str | None = None,
                                       scipy_name: str | None = None) -> Callable[..., Any]:
    """Check that NumPy's and cupy's results differ by at most `nulp` units in the last place.

    See `numpy_cupy_allclose` for the parameters and `assert_array_almost_equal_nulp` for the
    check.
    """
    return _decorator(
        lambda a, b: assertions.assert_array_almost_equal_nulp(a, b, nulp),
        names=(name, sp_name, scipy_name), type_check=type_check, accept_error=accept_error)


def numpy_cupy_array_max_ulp(maxulp: int = 1, dtype: DTypeLike | None = None, name: str = "xp", type_check: bool = True,
                             accept_error: Errors = False, sp_name: str | None = None,
                             scipy_name: str | None = None) -> Callable[..., Any]:
    """Check that no element differs by more than `maxulp` units in the last place.

    See `numpy_cupy_allclose` for the parameters and `assert_array_max_ulp` for the check.
    """
    return _decorator(
        lambda a, b: assertions.assert_array_max_ulp(a, b, maxulp, dtype),
        names=(name, sp_name, scipy_name), type_check=type_check, accept_error=accept_error)


def numpy_cupy_array_equal(err_msg: str = "", verbose: bool = True, name: str = "xp", type_check: bool = True,
        accept_error: Errors = False,
        sp_name: str | None = None, scipy_name: str | None = None, strides_check: bool = False) -> Callable[..., Any]:
    """Check that the test returns equal arrays with NumPy and with cupy.

    Parameters
    ----------
    err_msg, verbose, name, type_check, accept_error, sp_name, scipy_name : optional
        See `numpy_cupy_allclose`.
    strides_check : bool, optional
        The strides must be equal, too.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.numpy_cupy_array_equal()
    ... def check(xp):
    ...     return xp.arange(6).reshape(2, 3).T
    >>> check()
    """
    def check(a: Any, b: numpy.generic | numpy.ndarray) -> None:
        strides = strides_check and hasattr(a, "strides")
        assertions.assert_array_equal(a, b, err_msg, verbose, strides)

    return _decorator(check, names=(name, sp_name, scipy_name), type_check=type_check,
                      accept_error=accept_error)


def numpy_cupy_array_list_equal(err_msg: str = "", verbose: bool = True, name: str = "xp", sp_name: str | None = None,
                                scipy_name: str | None = None) -> Callable[..., Any]:
    """Check that the test returns sequences of equal arrays with NumPy and with cupy.

    See `numpy_cupy_allclose` for the parameters and `assert_array_list_equal` for the check.
    """
    names = (name, sp_name, scipy_name)

    def decorator(impl: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> None:
            (ours, our_error), (theirs, their_error) = _runs(impl, args, kwargs, names)
            if our_error or their_error:
                check_errors(our_error, their_error, False)
            assertions.assert_array_list_equal(ours, theirs, err_msg, verbose)

        return inject(impl, run, {n for n in names if n})

    return decorator


def numpy_cupy_array_less(err_msg: str = "", verbose: bool = True, name: str = "xp", type_check: bool = True,
                          accept_error: Errors = False, sp_name: str | None = None,
                          scipy_name: str | None = None) -> Callable[..., Any]:
    """Check that each element of cupy's result is less than that of NumPy's.

    See `numpy_cupy_allclose` for the parameters and `assert_array_less` for the check.
    """
    return _decorator(
        lambda a, b: assertions.assert_array_less(a, b, err_msg, verbose),
        names=(name, sp_name, scipy_name), type_check=type_check, accept_error=accept_error)


def numpy_cupy_equal(name: str = "xp", sp_name: str | None = None, scipy_name: str | None = None) -> Callable[..., Any]:
    """Check that the test returns objects that compare equal with NumPy and with cupy.

    See `numpy_cupy_allclose` for the parameters.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.numpy_cupy_equal()
    ... def check(xp):
    ...     return xp.zeros((2, 3)).shape
    >>> check()
    """
    names = (name, sp_name, scipy_name)

    def decorator(impl: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> None:
            (ours, our_error), (theirs, their_error) = _runs(impl, args, kwargs, names)
            if our_error or their_error:
                check_errors(our_error, their_error, False)
            if not _equal(ours, theirs):
                raise AssertionError(f"results differ: {ours!r} of cupy, {theirs!r} of numpy")

        return inject(impl, run, {n for n in names if n})

    return decorator


def _equal(ours: int | tuple[Any, ...] | list[Any] | None, theirs: int | tuple[Any, ...] | list[Any] | None) -> bool:
    same = assertions.asnumpy(ours) == theirs
    return bool(same.all()) if isinstance(same, numpy.ndarray) else bool(same)


def numpy_cupy_raises(name: str = "xp", sp_name: str | None = None, scipy_name: str | None = None,
                      accept_error: Errors = Exception) -> Callable[..., Any]:
    """Check that the test raises matching exceptions with NumPy and with cupy.

    See `numpy_cupy_allclose` for the parameters.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.numpy_cupy_raises(accept_error=ValueError)
    ... def check(xp):
    ...     xp.zeros(3).reshape(2, 2)
    >>> check()
    """
    names = (name, sp_name, scipy_name)

    def decorator(impl: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> None:
            errors = [error for _, error in _runs(impl, args, kwargs, names)]
            if errors == [None, None]:
                raise AssertionError("neither cupy nor numpy raised")
            check_errors(errors[0], errors[1], accept_error)

        return inject(impl, run, {n for n in names if n})

    return decorator
