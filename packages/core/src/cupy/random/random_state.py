"""`RandomState`: the older interface, with a type for the items of each draw."""
from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

import numpy

from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._runtime.warned import deprecated
from cupy.random import _check, _permute, _vectors
from cupy.random._continuous import Continuous
from cupy.random._discrete import Discrete
from cupy.random._integers import draw_integers
from cupy.random._source import float_char
from cupy.random.bit_generators import XORWOW, BitGenerator, MRG32k3a, Philox4x3210

if TYPE_CHECKING:
    from cupy._core.options import DTypeOf, HostLike, Int, Ints, Scalar
    from cupy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["RandomState"]

#: Numbers of cuRAND's generators; 100 is its default.
_METHODS = {100: Philox4x3210} | {kind._number: kind for kind in (XORWOW, MRG32k3a, Philox4x3210)}


def _seeded(kind: type[BitGenerator], seed: Any) -> BitGenerator:
    """A bit generator of a seed; a number has 64 bits here, as in CuPy, and any number of them elsewhere."""
    if isinstance(seed, (int, numpy.integer)) and not 0 <= seed < 1 << 64:
        raise ValueError(f"seed must be between 0 and 2**64 - 1, not {seed}")
    if getattr(seed, "size", 1) == 0 or (isinstance(seed, (list, tuple)) and not seed):
        raise ValueError("seed must be non-empty")
    return kind(seed)


class RandomState(Continuous, Discrete):
    """Random numbers with the interface of `numpy.random.RandomState`.

    Parameters
    ----------
    seed : None, int, array_like of ints, SeedSequence, or BitGenerator, optional
        Entropy; without it the operating system gives some.
    method : int or type, optional
        A bit generator's class, or the number of one of cuRAND's generators: XORWOW (101),
        MRG32k3a (121), Philox4x3210 (161, and 100 for the default).

    Examples
    --------
    >>> import cupy
    >>> cupy.random.RandomState(1).rand(2, 3).shape
    (2, 3)
    """

    _may_lack_outcomes = True

    def __init__(self, seed: Any = None, method: Any = 100) -> None:
        if isinstance(seed, BitGenerator):
            super().__init__(seed)
            return
        kind = _METHODS.get(method, method)
        if not (isinstance(kind, type) and issubclass(kind, BitGenerator)):
            raise ValueError(f"method must be a bit generator or one of {sorted(_METHODS)}, not {method!r}")
        super().__init__(_seeded(kind, seed))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({type(self._bit_generator).__name__}) at 0x{id(self):X}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._bit_generator,)

    def seed(self, seed: SupportsIndex | ArrayLike | numpy.random.SeedSequence | None = None) -> None:
        """Begin again with another seed.

        Parameters
        ----------
        seed : None, int, array_like of ints, or SeedSequence, optional
            Entropy; without it the operating system gives some.
        """
        super().__init__(_seeded(type(self._bit_generator), seed))

    def get_state(self, legacy: bool = True) -> dict[Any, Any]:
        """What the next numbers depend on.

        Parameters
        ----------
        legacy : bool, optional
            Accepted for compatibility: the state is a dict in any case.

        Returns
        -------
        dict
            To be given to `set_state`.

        Examples
        --------
        >>> import cupy
        >>> state = cupy.random.get_state()
        >>> x = cupy.random.rand(3)
        >>> cupy.random.set_state(state)
        >>> bool((cupy.random.rand(3) == x).all())
        True
        """
        return self._bit_generator.state

    def set_state(self, state: dict[Any, Any]) -> None:
        """Go on where `get_state` was called.

        Parameters
        ----------
        state : dict
            From `get_state`.

        Examples
        --------
        >>> import cupy
        >>> state = cupy.random.get_state()
        >>> x = cupy.random.rand(3)
        >>> cupy.random.set_state(state)
        >>> bool((cupy.random.rand(3) == x).all())
        True
        """
        self._bit_generator.state = state

    def _basic(self, name: str, size: Any, dtype: DTypeLike) -> ndarray:
        return self._stream.draw(name, float_char(dtype, name), size, 0.0, 1.0)

    @overload
    def rand(self, *size: SupportsIndex, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def rand(self, *size: SupportsIndex, dtype: DTypeLike = ...) -> ndarray: ...
    def rand(self, *size: SupportsIndex, dtype: DTypeLike = float) -> ndarray:
        """Uniform numbers in [0, 1).

        Parameters
        ----------
        *size : int
            Lengths of the axes.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of the shape that the arguments are; 0-d without any.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.rand(2, 3).shape
        (2, 3)
        """
        return self._basic("uniform", size, dtype)

    @overload
    def randn(self, *size: SupportsIndex, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def randn(self, *size: SupportsIndex, dtype: DTypeLike = ...) -> ndarray: ...
    def randn(self, *size: SupportsIndex, dtype: DTypeLike = float) -> ndarray:
        """Normal numbers of mean 0 and deviation 1.

        Parameters
        ----------
        *size : int
            Lengths of the axes.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of the shape that the arguments are; 0-d without any.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.randn(2, 3).shape
        (2, 3)
        """
        return self._basic("normal", size, dtype)

    @overload
    def random_sample(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def random_sample(self, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def random_sample(self, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Uniform numbers in [0, 1).

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default it has no axis.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape `size`; 0-d if that is not given.

        Examples
        --------
        >>> import cupy
        >>> x = cupy.random.random(100)
        >>> bool((0 <= x.min()) & (x.max() < 1))
        True
        """
        return self._basic("uniform", size, dtype)

    random = random_sample

    @overload
    def standard_normal(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def standard_normal(self, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def standard_normal(self, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Normal numbers of mean 0 and deviation 1.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default it has no axis.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape `size`; 0-d if that is not given.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.standard_normal(3, 'f').dtype
        dtype('float32')
        """
        return self._basic("normal", size, dtype)

    @overload
    def standard_exponential(self, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def standard_exponential(self, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def standard_exponential(self, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Exponential numbers of mean 1.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; by default it has no axis.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape `size`; 0-d if that is not given.

        Examples
        --------
        >>> import cupy
        >>> bool((cupy.random.standard_exponential(5) >= 0).all())
        True
        """
        return self._draw("exponential", (1.0,), size, dtype)

    @overload
    def standard_gamma(self, shape: float | ArrayLike, size: Ints | None = ..., *,
                       dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def standard_gamma(self, shape: float | ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def standard_gamma(self, shape: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Gamma numbers of scale 1.

        Parameters
        ----------
        shape : float or array_like
            Shape of the distribution, not negative.
        size : int or tuple of ints, optional
            Shape of the result; by default that of `shape`.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape `size`, or of the parameters' broadcast shape if that is not given.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.standard_gamma([0.5, 2.0]).shape
        (2,)
        """
        return self._draw("gamma", (shape, 1.0), size, dtype)

    @overload
    def uniform(self, low: float | ArrayLike = ..., high: float | ArrayLike = ..., size: Ints | None = ..., *,
                dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def uniform(self, low: float | ArrayLike = ..., high: float | ArrayLike = ..., size: Ints | None = ...,
                dtype: DTypeLike = ...) -> ndarray: ...
    def uniform(self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, size: Ints | None = None,
                dtype: DTypeLike = float) -> ndarray:
        """Uniform numbers between two bounds, in whichever order they are.

        Parameters
        ----------
        low, high : float or array_like, optional
            Bounds; the first may come.
        size : int or tuple of ints, optional
            Shape of the result; by default that of the bounds.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape `size`, or of the parameters' broadcast shape if that is not given.

        Raises
        ------
        OverflowError
            If ``high - low`` is not finite.

        Examples
        --------
        >>> import cupy
        >>> x = cupy.random.uniform(-1, 1, 100)
        >>> bool((-1 <= x.min()) & (x.max() <= 1))
        True
        """
        found = _check.read(low, "low"), _check.read(high, "high")
        (low, _), (high, _) = found
        least, most = _check.together(found)
        span = _check.finite_range(least, most, "Range exceeds valid bounds")
        return self._draw("uniform", (low, span if isinstance(span, (ndarray, float)) else high - low), size, dtype)

    @overload
    def randint(self, low: SupportsIndex | ArrayLike, high: SupportsIndex | ArrayLike | None = ...,
                size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def randint(self, low: SupportsIndex | ArrayLike, high: SupportsIndex | ArrayLike | None = ...,
                size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def randint(self, low: SupportsIndex | ArrayLike, high: SupportsIndex | ArrayLike | None = None,
                size: Ints | None = None, dtype: DTypeLike = int) -> ndarray:
        """Integers in [low, high), or in [0, low) if `high` is not given.

        Parameters
        ----------
        low : int or array_like of ints
            Lower bound, or the upper one.
        high : int or array_like of ints, optional
            Upper bound.
        size : int or tuple of ints, optional
            Shape of the result; by default that of the bounds.
        dtype : data-type, optional
            Any integer type, or bool.

        Returns
        -------
        ndarray
            Of shape `size`; 0-d if that is not given.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.randint(5, 6, 3)
        array([5, 5, 5])
        """
        return draw_integers(self._stream, low, high, size, dtype, False)

    def random_integers(self, low: SupportsIndex, high: SupportsIndex | None = None,
                        size: Ints | None = None) -> ndarray:
        """Integers in [low, high], or in [1, low] if `high` is not given.

        Parameters
        ----------
        low : int
            Lower bound, or the upper one.
        high : int, optional
            Upper bound, which may come.
        size : int or tuple of ints, optional
            Shape of the result.

        Returns
        -------
        ndarray
            Of shape `size`; 0-d if that is not given.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.random_integers(1, 1, 3)
        array([1, 1, 1])
        """
        low, high = (1, low) if high is None else (low, high)
        deprecated("random_integers", f"randint({low}, {high} + 1)")
        return draw_integers(self._stream, low, high, size, int, True)

    def tomaxint(self, size: Ints | None = None) -> ndarray:
        """Integers in [0, 2**63 - 1].

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result.

        Returns
        -------
        ndarray
        """
        return draw_integers(self._stream, 0, 2**63 - 1, size, int, True)

    def bytes(self, length: Int) -> builtins.bytes:
        """Random bytes, on the host.

        Parameters
        ----------
        length : int
            How many.

        Returns
        -------
        bytes
            As many as `length`.

        Examples
        --------
        >>> import cupy
        >>> len(cupy.random.bytes(4))
        4
        """
        words = self._stream.fill("raw", "I", empty((length + 3) // 4, "u4"))
        return words.get().tobytes()[:length]

    def choice(self, a: SupportsIndex | HostLike, size: Ints | None = None, replace: bool = True,
               p: ArrayLike | None = None) -> ndarray:
        """Elements of an array of one axis, or integers below a number.

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

        Returns
        -------
        ndarray
            Of shape `size`; 0-d if that is not given.

        Examples
        --------
        >>> import cupy
        >>> sorted(cupy.random.choice(3, 3, replace=False).tolist())
        [0, 1, 2]
        """
        items: Any = a
        if numpy.ndim(items) > 1:
            raise ValueError("a must be 1-dimensional or an integer")
        return _permute.choice(self._stream, a, size, replace, p)

    def permutation(self, a: SupportsIndex | ArrayLike) -> ndarray:
        """``range(a)``, or a copy of `a`, in a random order along the first axis.

        Parameters
        ----------
        a : int or array_like
            A number of integers, or elements.

        Returns
        -------
        ndarray
            A new array.

        Examples
        --------
        >>> import cupy
        >>> sorted(cupy.random.permutation(4).tolist())
        [0, 1, 2, 3]
        """
        return _permute.permutation(self._stream, a)

    def shuffle(self, a: ndarray) -> None:
        """Change the order of the elements along the first axis of an array, in place.

        Parameters
        ----------
        a : ndarray
            Is changed.

        Examples
        --------
        >>> import cupy
        >>> x = cupy.arange(4)
        >>> cupy.random.shuffle(x)
        >>> sorted(x.tolist())
        [0, 1, 2, 3]
        """
        _permute.shuffle(self._stream, a)

    @overload
    def dirichlet(self, alpha: ArrayLike, size: Ints | None = ..., *, dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def dirichlet(self, alpha: ArrayLike, size: Ints | None = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def dirichlet(self, alpha: ArrayLike, size: Ints | None = None, dtype: DTypeLike = float) -> ndarray:
        """Points of a simplex.

        Parameters
        ----------
        alpha : array_like
            Positive parameters, one for each coordinate.
        size : int or tuple of ints, optional
            Shape of the result without its last axis.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape ``size + (k,)`` for k parameters; each row sums to 1.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.dirichlet([1.0, 2.0, 3.0], 4).sum(axis=1).round(6)
        array([1., 1., 1., 1.])
        """
        return _vectors.dirichlet(self, alpha, size, dtype, "positive")

    @overload
    def multivariate_normal(self, mean: ArrayLike, cov: ArrayLike, size: Ints | None = ...,
                            check_valid: Literal["warn", "raise", "ignore"] = ..., tol: float = ...,
                            method: Literal["cholesky", "eigh", "svd"] = ..., *,
                            dtype: DTypeOf[Scalar]) -> NDArray[Scalar]: ...
    @overload
    def multivariate_normal(self, mean: ArrayLike, cov: ArrayLike, size: Ints | None = ...,
                            check_valid: Literal["warn", "raise", "ignore"] = ..., tol: float = ...,
                            method: Literal["cholesky", "eigh", "svd"] = ..., dtype: DTypeLike = ...) -> ndarray: ...
    def multivariate_normal(self, mean: ArrayLike, cov: ArrayLike, size: Ints | None = None,
                            check_valid: Literal["warn", "raise", "ignore"] = "ignore", tol: float = 1e-08,
                            method: Literal["cholesky", "eigh", "svd"] = "cholesky",
                            dtype: DTypeLike = float) -> ndarray:
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
        method : {'cholesky', 'eigh', 'svd'}, optional
            How a root of `cov` is found.
        dtype : data-type, optional
            float64 or float32.

        Returns
        -------
        ndarray
            Of shape ``size + (k,)`` for a mean of k numbers.

        Examples
        --------
        >>> import cupy
        >>> cupy.random.multivariate_normal([0.0, 1.0], [[1.0, 0.5], [0.5, 2.0]], 5).shape
        (5, 2)
        """
        return _vectors.multivariate_normal(self, mean, cov, size, check_valid, tol, method, dtype)
