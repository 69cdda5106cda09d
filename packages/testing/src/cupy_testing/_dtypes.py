"""Decorators that run a test for every dtype of a family, or for combinations of them."""
from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy

from cupy_testing._loops import over

BOOL = (numpy.bool_,)
SIGNED = (numpy.int8, numpy.int16, numpy.int32, numpy.int64)
UNSIGNED = (numpy.uint8, numpy.uint16, numpy.uint32, numpy.uint64)
FLOAT16 = (numpy.float16,)
FLOATS = (numpy.float32, numpy.float64)
COMPLEX = (numpy.complex64, numpy.complex128)


def all_dtypes(no_float16: bool = False, no_bool: bool = False,
               no_complex: bool = False) -> tuple[type[numpy.generic], ...]:
    """The scalar types that arrays are made of, less what is excluded."""
    return (
        (() if no_bool else BOOL)
        + SIGNED
        + UNSIGNED
        + (() if no_float16 else FLOAT16)
        + FLOATS
        + (() if no_complex else COMPLEX)
    )


def for_dtypes(dtypes: Iterable[Any], name: str = "dtype") -> Callable[..., Any]:
    """Run the test for each of `dtypes`.

    Parameters
    ----------
    dtypes : iterable of dtype
        Anything that `numpy.dtype` takes; the test receives the scalar type.
    name : str, optional
        Keyword argument of the test that receives it.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.for_dtypes("fd")
    ... def check(dtype):
    ...     print(dtype.__name__)
    >>> check()
    float32
    float64
    """
    return over([{name: numpy.dtype(dtype).type} for dtype in dtypes])


def for_all_dtypes(name: str = "dtype", no_float16: bool = False, no_bool: bool = False, no_complex: bool = False,
                   additional_args: Sequence[Any] = ()) -> Callable[..., Any]:
    """Run the test for every dtype that arrays support.

    Parameters
    ----------
    name : str, optional
        Keyword argument of the test that receives the scalar type.
    no_float16, no_bool, no_complex : bool, optional
        Leave these dtypes out.
    additional_args : iterable of dtype, optional
        More dtypes to run after them.

    Examples
    --------
    >>> import numpy
    >>> from cupy import testing
    >>> @testing.for_all_dtypes(no_complex=True)
    ... @testing.numpy_cupy_array_equal()
    ... def check(xp, dtype):
    ...     return xp.zeros(3, dtype) + 1
    >>> check()
    """
    return for_dtypes(all_dtypes(no_float16, no_bool, no_complex) + tuple(additional_args), name)


def for_float_dtypes(name: str = "dtype", no_float16: bool = False) -> Callable[..., Any]:
    """Run the test for the real floating point dtypes; see `for_all_dtypes`."""
    return for_dtypes((() if no_float16 else FLOAT16) + FLOATS, name)


def for_signed_dtypes(name: str = "dtype") -> Callable[..., Any]:
    """Run the test for the signed integer dtypes; see `for_all_dtypes`."""
    return for_dtypes(SIGNED, name)


def for_unsigned_dtypes(name: str = "dtype") -> Callable[..., Any]:
    """Run the test for the unsigned integer dtypes; see `for_all_dtypes`."""
    return for_dtypes(UNSIGNED, name)


def for_int_dtypes(name: str = "dtype", no_bool: bool = False) -> Callable[..., Any]:
    """Run the test for the integer dtypes and bool; see `for_all_dtypes`."""
    return for_dtypes((() if no_bool else BOOL) + SIGNED + UNSIGNED, name)


def for_complex_dtypes(name: str = "dtype") -> Callable[..., Any]:
    """Run the test for the complex dtypes; see `for_all_dtypes`."""
    return for_dtypes(COMPLEX, name)


def for_dtypes_combination(types: Sequence[Any], names: Sequence[str] = ("dtype",),
                           full: bool | None = None) -> Callable[..., Any]:
    """Run the test for combinations of dtypes, one for each of `names`.

    Parameters
    ----------
    types : iterable of dtype
        The dtypes to combine.
    names : sequence of str, optional
        Keyword arguments of the test.
    full : bool, optional
        Whether to run every combination.  Otherwise each dtype takes every place at
        least twice, in a fixed selection.  None asks the environment
        (``CUPY_TEST_FULL_COMBINATION=1``).

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.for_dtypes_combination("if", names=("a", "b"), full=True)
    ... def check(a, b):
    ...     print(a.__name__, b.__name__)
    >>> check()
    int32 int32
    int32 float32
    float32 int32
    float32 float32
    """
    types = [numpy.dtype(t).type for t in types]
    names = [names] if isinstance(names, str) else list(names)
    if full is None:
        full = os.environ.get("CUPY_TEST_FULL_COMBINATION", "0") != "0"
    if full:
        chosen = itertools.product(types, repeat=len(names))
    else:
        chosen = dict.fromkeys(_selection(types, len(names)))
    return over([dict(zip(names, combination)) for combination in chosen])


def _selection(types: list[type[numpy.generic]], places: int) -> Iterator[tuple[type[numpy.generic], ...]]:
    """Each type with itself, then columns of shuffled types."""
    yield from ((t,) * places for t in types)
    shuffle = random.Random(0)
    yield from zip(*[shuffle.sample(types, len(types)) for _ in range(places)])


def for_all_dtypes_combination(names: Sequence[str] = ("dtype",), no_float16: bool = False, full: bool | None = None,
                               no_bool: bool = False, no_complex: bool = False) -> Callable[..., Any]:
    """Run the test for combinations of all dtypes; see `for_dtypes_combination`."""
    return for_dtypes_combination(all_dtypes(no_float16, no_bool, no_complex), names, full)


def for_signed_dtypes_combination(names: Any = ("dtype",), full: Any = None) -> Any:
    """Run the test for combinations of signed integers; see `for_dtypes_combination`."""
    return for_dtypes_combination(SIGNED, names, full)


def for_unsigned_dtypes_combination(names: Any = ("dtype",), full: Any = None) -> Any:
    """Run the test for combinations of unsigned integers; see `for_dtypes_combination`."""
    return for_dtypes_combination(UNSIGNED, names, full)


def for_int_dtypes_combination(names: Sequence[str] = ("dtype",), no_bool: bool = False,
                               full: Any = None) -> Callable[..., Any]:
    """Run the test for combinations of integers and bool; see `for_dtypes_combination`."""
    return for_dtypes_combination((() if no_bool else BOOL) + SIGNED + UNSIGNED, names, full)
