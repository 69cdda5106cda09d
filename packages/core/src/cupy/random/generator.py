"""`Generator`: the distributions over a bit generator, as NumPy's."""
from __future__ import annotations

from collections.abc import Sequence
import builtins
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy.random import _check, _permute, _vectors
from cupy.random._continuous import Continuous
from cupy.random._discrete import Discrete
from cupy.random._integers import draw_integers
from cupy.random._source import _FLOATS, check_out, float_char
from cupy.random.bit_generators import BitGenerator, Philox4x3210

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["Generator", "default_rng"]


class Generator(Continuous, Discrete):
    """Random numbers from a bit generator.

    What a method gives depends on the bit generator, its seed, and the numbers drawn before; not on
    the backend, the device or the launch.

    Parameters
    ----------
    bit_generator : BitGenerator
        Source of random words.

    Examples
    --------
    >>> import cupy
    >>> rng = cupy.random.Generator(cupy.random.Philox4x3210(42))
    >>> rng.integers(0, 10, size=5).shape
    (5,)
    """

    def __init__(self, bit_generator: BitGenerator) -> None:
        if not isinstance(bit_generator, BitGenerator):
            raise TypeError(f"bit_generator must be a cupy.random.BitGenerator, not {type(bit_generator)}")
        super().__init__(bit_generator)

    def __repr__(self) -> str:
        return f"{self} at 0x{id(self):X}"

    def __str__(self) -> str:
        return f"{type(self).__name__}({type(self._bit_generator).__name__})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._bit_generator,)

    @property
    def bit_generator(self) -> BitGenerator:
        """The source of random words."""
        return self._bit_generator

    def spawn(self, n_children: SupportsIndex) -> list[Generator]:
        """New generators, independent of this one and of one another.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list of Generator
        """
        return [type(self)(child) for child in self._bit_generator.spawn(n_children)]

    def _basic(self, name: str, size: Any, dtype: DTypeLike, out: ndarray | None) -> ndarray:
        char = _FLOATS.get(dtype) if isinstance(dtype, type) else None
        if char is None:
            char = float_char(dtype, name)
        if out is None:
            return self._stream.draw(name, char, size, 0.0, 1.0)
        check_out(out, size, char)
        return self._stream.fill(name, char, out, (0.0, 1.0))

    @overload
    def random(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar],
               out: ndarray | None = ...) -> NDArray[Scalar]: ...
    @overload
    def random(self, size: Ints | None = ..., dtype: DTypeLike = ..., out: ndarray | None = ...) -> ndarray: ...
    def random(self, size: Ints | None = None, dtype: DTypeLike = numpy.float64, out: ndarray | None = None) -> ndarray:
        """Uniform numbers in [0, 1).

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default it has no axis.
        dtype : data-type, optional
            float64 or float32.
        out : ndarray, optional
            C-contiguous array that receives the elements.

        Returns
        -------
        ndarray

        Examples
        --------
        >>> import cupy
        >>> cupy.random.default_rng(1).random(3).dtype
        dtype('float64')
        """
        return self._basic("uniform", size, dtype, out)

    @overload
    def standard_normal(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar],
                        out: ndarray | None = ...) -> NDArray[Scalar]: ...
    @overload
    def standard_normal(self, size: Ints | None = ..., dtype: DTypeLike = ...,
                        out: ndarray | None = ...) -> ndarray: ...
    def standard_normal(self, size: Ints | None = None, dtype: DTypeLike = numpy.float64,
                        out: ndarray | None = None) -> ndarray:
        """Normal numbers of mean 0 and deviation 1.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default it has no axis.
        dtype : data-type, optional
            float64 or float32.
        out : ndarray, optional
            C-contiguous array that receives the elements.

        Returns
        -------
        ndarray
        """
        return self._basic("normal", size, dtype, out)

    @overload
    def standard_exponential(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar],
                             method: Literal["zig", "inv"] = ..., out: ndarray | None = ...) -> NDArray[Scalar]: ...
    @overload
    def standard_exponential(self, size: Ints | None = ..., dtype: DTypeLike = ..., method: Literal["zig", "inv"] = ...,
                             out: ndarray | None = ...) -> ndarray: ...
    def standard_exponential(self, size: Ints | None = None, dtype: DTypeLike = numpy.float64,
                             method: Literal["zig", "inv"] = "zig", out: ndarray | None = None) -> ndarray:
        """Exponential numbers of mean 1.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default it has no axis.
        dtype : data-type, optional
            float64 or float32.
        method : {'zig', 'inv'}, optional
            Accepted for compatibility: the distribution function is always inverted.
        out : ndarray, optional
            C-contiguous array that receives the elements.

        Returns
        -------
        ndarray
        """
        char = float_char(dtype, "standard_exponential")
        if out is None:
            return self._stream.draw("exponential", char, size, 1.0, 0.0)
        check_out(out, size, char)
        return self._stream.fill("exponential", char, out, (1.0,))

    @overload
    def standard_gamma(self, shape: float | ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar],
                       out: ndarray | None = ...) -> NDArray[Scalar]: ...
    @overload
    def standard_gamma(self, shape: float | ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...,
                       out: ndarray | None = ...) -> ndarray: ...
    def standard_gamma(self, shape: ArrayLike, size: Ints | None = None, dtype: DTypeLike = numpy.float64,
                       out: ndarray | None = None) -> ndarray:
        """Gamma numbers of scale 1.

        Parameters
        ----------
        shape : float or array_like
            Shape of the distribution, not negative.
        size : int or tuple of ints, optional
            Shape of the result; by default that of `shape`.
        dtype : data-type, optional
            float64 or float32.
        out : ndarray, optional
            C-contiguous array that receives the elements.

        Returns
        -------
        ndarray
        """
        return self._draw("gamma", (shape, 1.0), size, dtype, out)

    @overload
    def uniform(self, low: float | ArrayLike = ..., high: float | ArrayLike = ..., size: Ints | None = ..., *,
                dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def uniform(self, low: float | ArrayLike = ..., high: float | ArrayLike = ..., size: Ints | None = ...,
                dtype: DTypeLike = ...) -> ndarray: ...
    def uniform(self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, size: Ints | None = None,
                dtype: DTypeLike = float) -> ndarray:
        """Uniform numbers in [low, high).

        Parameters
        ----------
        low, high : float or array_like, optional
            Bounds.
        size : int or tuple of ints, optional
            Shape of the result; by default that of the bounds.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray

        Raises
        ------
        OverflowError
            If ``high - low`` is not finite.
        ValueError
            If it is negative.
        """
        found = _check.read(low, "low"), _check.read(high, "high")
        (low, _), (high, _) = found
        least, most = _check.together(found)
        span = _check.finite_range(least, most, "high - low range exceeds valid bounds")
        _check.check(span, "high - low", "non_negative")
        return self._draw("uniform", (low, span if isinstance(span, (ndarray, float)) else high - low), size, dtype)

    @overload
    def integers(self, low: SupportsIndex | ArrayLike, high: SupportsIndex | ArrayLike | None = ...,
                 size: Ints | None = ..., *, dtype: DTypeOf[Scalar], endpoint: bool = ...) -> NDArray[Scalar]: ...
    @overload
    def integers(self, low: SupportsIndex | ArrayLike, high: SupportsIndex | ArrayLike | None = ...,
                 size: Ints | None = ..., dtype: DTypeLike = ..., endpoint: bool = ...) -> ndarray: ...
    def integers(self, low: SupportsIndex | ArrayLike, high: SupportsIndex | ArrayLike | None = None,
                 size: Ints | None = None, dtype: DTypeLike = numpy.int64, endpoint: bool = False) -> ndarray:
        """Integers in [low, high), or in [low, high] with `endpoint`; each is equally likely.

        Parameters
        ----------
        low : int or array_like of ints
            Lower bound; the upper one, above 0, if `high` is not given.
        high : int or array_like of ints, optional
            Upper bound.
        size : int or tuple of ints, optional
            Shape of the result; by default that of the bounds.
        dtype : data-type, optional
            Any integer type, or bool.
        endpoint : bool, optional
            Whether `high` may come.

        Returns
        -------
        ndarray

        Raises
        ------
        ValueError
            If there is no such integer, or a bound does not fit `dtype`.

        Examples
        --------
        >>> import cupy
        >>> bool((cupy.random.default_rng(1).integers(5, size=100) < 5).all())
        True
        """
        return draw_integers(self._stream, low, high, size, dtype, endpoint)

    def bytes(self, length: int) -> builtins.bytes:
        """Random bytes, on the host.

        Parameters
        ----------
        length : int
            How many.

        Returns
        -------
        bytes
        """
        words = self._stream.fill("raw", "I", empty((length + 3) // 4, "u4"))
        return words.get().tobytes()[:length]

    def permutation(self, x: SupportsIndex | ArrayLike, axis: int = 0) -> ndarray:
        """``range(x)``, or a copy of `x`, in a random order along an axis.

        Parameters
        ----------
        x : int or array_like
            A number of integers, or elements.
        axis : int, optional
            Axis whose slices change places.

        Returns
        -------
        ndarray
        """
        return _permute.permutation(self._stream, x, axis)

    def shuffle(self, x: ndarray, axis: int = 0) -> None:
        """Change the order of the slices of an array, in place.

        Parameters
        ----------
        x : ndarray
            Is changed.
        axis : int, optional
            Axis whose slices change places.
        """
        _permute.shuffle(self._stream, x, axis)

    def permuted(self, x: ArrayLike, axis: SupportsIndex | None = None, out: ndarray | None = None) -> ndarray:
        """A copy of an array with the elements along an axis in a random order, another one for each lane.

        Parameters
        ----------
        x : array_like
            Elements.
        axis : int, optional
            Axis of the lanes; by default all elements are one.
        out : ndarray, optional
            Receives the result.

        Returns
        -------
        ndarray
        """
        return _permute.permuted(self._stream, x, axis, out)

    def choice(self, a: SupportsIndex | ArrayLike, size: Ints | None = None, replace: bool = True,
               p: ArrayLike | None = None, axis: int = 0, shuffle: bool = True) -> ndarray:
        """Elements of an array, or integers below a number.

        Parameters
        ----------
        a : int or array_like
            What to choose from.
        size : int or tuple of ints, optional
            Shape of the choice.
        replace : bool, optional
            Whether an element may come again.
        p : array_like, optional
            Probability of each element; all alike by default.
        axis : int, optional
            Axis of `a` whose slices are the elements.
        shuffle : bool, optional
            Accepted for compatibility: the order is always random.

        Returns
        -------
        ndarray
        """
        return _permute.choice(self._stream, a, size, replace, p, axis, shuffle)

    @overload
    def dirichlet(self, alpha: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def dirichlet(self, alpha: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def dirichlet(self, alpha: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Points of a simplex.

        Parameters
        ----------
        alpha : array_like
            Non-negative parameters, one for each coordinate; 0 gives 0.
        size : int or tuple of ints, optional
            Shape of the result without its last axis.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
        """
        return _vectors.dirichlet(self, alpha, size, dtype)

    def multivariate_normal(self, mean: ArrayLike, cov: ArrayLike, size: Ints | None = None,
                            check_valid: Literal["warn", "raise", "ignore"] = "warn", tol: float = 1e-8, *,
                            method: Literal["svd", "eigh", "cholesky"] = "svd") -> ndarray:
        """Vectors of normal numbers.

        Parameters
        ----------
        mean : array_like
            Mean vector.
        cov : array_like
            Covariance matrix.
        size : int or tuple of ints, optional
            Shape of the result without its last axis.
        check_valid : {'warn', 'raise', 'ignore'}, optional
            What to do if `cov` is not positive semidefinite; finding out waits for the device.
        tol : float, optional
            Tolerance of that.
        method : {'svd', 'eigh', 'cholesky'}, optional
            How a root of `cov` is found.

        Returns
        -------
        ndarray
        """
        return _vectors.multivariate_normal(self, mean, cov, size, check_valid, tol, method, float)

    def multivariate_hypergeometric(self, colors: Sequence[SupportsIndex], nsample: SupportsIndex,
                                    size: Ints | None = None,
                                    method: Literal["marginals", "count"] = "marginals") -> ndarray:
        """How many elements of each color are among those that are taken without replacement.

        Parameters
        ----------
        colors : sequence of int
            Elements of each color.
        nsample : int
            How many are taken.
        size : int or tuple of ints, optional
            Shape of the result without its last axis.
        method : {'marginals', 'count'}, optional
            Accepted for compatibility.

        Returns
        -------
        ndarray
        """
        return _vectors.multivariate_hypergeometric(self, colors, nsample, size, method)


def default_rng(seed: Any = None) -> Generator:
    """A generator over `Philox4x3210`.

    Parameters
    ----------
    seed : None, int, array_like of ints, SeedSequence, BitGenerator, or Generator, optional
        Entropy; a bit generator is used as it is, a generator is returned.

    Returns
    -------
    Generator
        The new generator, or the one that was given.

    Examples
    --------
    >>> import cupy
    >>> cupy.random.default_rng(1).random(2).shape
    (2,)
    """
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, BitGenerator):
        return Generator(seed)
    return Generator(Philox4x3210(seed))
