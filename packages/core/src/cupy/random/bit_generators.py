"""Bit generators: sources of random words, the same on every backend, device and grid."""
from __future__ import annotations


from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

import numpy
from numpy.random import SeedSequence

from cupy._core.random_fill import Stream
from cupy._core.ndarray import ndarray
from cupy._core.constructors import empty
from cupy._core.from_data import array
from cupy._runtime.locks import Lock
from cupy.random import _jump

if TYPE_CHECKING:
    from cupy._core.options import Ints
    from cupy.typing import ArrayLike

__all__ = ["MRG32k3a", "BitGenerator", "Philox4x3210", "SeedSequence", "XORWOW"]


class BitGenerator:
    """Base class of the bit generators.

    A draw of some elements takes the next streams of the generator, one for each four elements (`Philox4x3210`)
    or 256 elements; so what it gives depends on the seed and on the draws before it, and on nothing else.

    Parameters
    ----------
    seed : None, int, array_like of ints, or SeedSequence, optional
        Entropy; without it the operating system gives some.
    size : int, optional
        Has no effect: CuPy's generators take how many streams they hold, these need no memory for them.

    Raises
    ------
    TypeError
        If `seed` is none of these.
    ValueError
        If `seed` is negative.

    Examples
    --------
    >>> import cupy
    >>> isinstance(cupy.random.Philox4x3210(1), cupy.random.BitGenerator)
    True
    """

    _engine = None
    _number: int = 0
    _table = None

    def __init__(self, seed: SupportsIndex | ArrayLike | numpy.random.SeedSequence | None = None, *,
                 size: SupportsIndex = -1) -> None:
        if self._engine is None:
            raise NotImplementedError("BitGenerator is a base class and cannot be instantized")
        given: Any = seed.get() if isinstance(seed, ndarray) else seed
        if isinstance(given, (numpy.bool_, numpy.ndarray)) and given.ndim == 0:
            given = int(given) if given.dtype == bool else given.item()
        if not isinstance(given, numpy.random.bit_generator.ISeedSequence):
            given = SeedSequence(given)
        self._seed_seq: Any = given
        self._stream = Stream(self._engine, self._seeded(given), 0, self._table and self._load_table)
        self._lock = Lock()

    def _load_table(self) -> ndarray | None:
        return None if self._table is None else array(self._table())

    def _seeded(self, seed: Any) -> Sequence[int]:
        """Words of the initial state."""
        return [int(word) for word in seed.generate_state(2)]

    @property
    def lock(self) -> Lock:
        """A lock for callers who draw from several threads."""
        return self._lock

    @property
    def generator(self) -> Any:
        """Number of the same generator in cuRAND."""
        return self._number

    @property
    def seed_seq(self) -> Any:
        """The seed sequence that the state was made of."""
        return self._seed_seq

    @property
    def state(self) -> dict[str, Any]:
        """Everything that the next numbers depend on, as a dict; it can be set."""
        return {"bit_generator": type(self).__name__,
                "state": {"words": self._stream.words, "position": self._stream.position}}

    @state.setter
    def state(self, value: dict[str, Any]) -> None:
        if not isinstance(value, dict):
            raise TypeError("state must be a dict")
        if value.get("bit_generator") != type(self).__name__:
            raise ValueError(f"state must be for a {type(self).__name__} PRNG")
        self._stream.set(value["state"]["words"], value["state"]["position"])

    def random_raw(self, size: Ints | None = None, output: bool = True) -> ndarray | None:
        """Random words as the generator makes them.

        Parameters
        ----------
        size : int or tuple of ints, optional
            Shape of the result; without it, one word.
        output : bool, optional
            Whether to return them; otherwise they are only used up.

        Returns
        -------
        ndarray of uint32 or None

        Examples
        --------
        >>> import cupy
        >>> cupy.random.Philox4x3210(1).random_raw(3)
        array([1460754557, 3135296493, 3714631800], dtype=uint32)
        """
        words = self._stream.fill("raw", "I", empty(() if size is None else size, "u4"))
        return words if output else None

    def spawn(self, n_children: int) -> list[Any]:
        """New generators, independent of this one and of one another.

        Parameters
        ----------
        n_children : int
            How many.

        Returns
        -------
        list of BitGenerator
        """
        if not isinstance(self._seed_seq, numpy.random.bit_generator.ISpawnableSeedSequence):
            raise TypeError("The underlying SeedSequence does not implement spawning.")
        seeds: list[Any] = self._seed_seq.spawn(n_children)
        return [type(self)(seed) for seed in seeds]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._seed_seq, self.state)


def _restored(kind: type[Any], seed: numpy.random.SeedSequence, state: dict[str, Any]) -> Any:
    """A generator that goes on where a pickled one was."""
    made = kind(seed)
    made.state = state
    return made


class Philox4x3210(BitGenerator):
    """Philox4x32 with ten rounds (Salmon et al., 2011): the default, and the fastest here.

    Parameters
    ----------
    seed : None, int, array_like of ints, or SeedSequence, optional
        Entropy; without it the operating system gives some.
    size : int, optional
        Has no effect, as in `BitGenerator`.

    Examples
    --------
    >>> import cupy
    >>> rng = cupy.random.Generator(cupy.random.Philox4x3210(1))
    >>> rng.random(3).shape
    (3,)
    """

    _engine = "philox4x3210"
    _number = 161

    def advance(self, delta: SupportsIndex) -> Self:
        """Move as if `delta` times four elements more had been drawn; negative numbers go back.

        Parameters
        ----------
        delta : int
            Streams to leave out.

        Returns
        -------
        Philox4x3210
            This generator.
        """
        self._stream.position = (self._stream.position + delta) % 2**64
        return self

    def jumped(self, jumps: SupportsIndex = 1) -> Self:
        """A generator whose numbers do not meet those of this one, however many are drawn.

        Parameters
        ----------
        jumps : int, optional
            Different numbers give different generators.

        Returns
        -------
        Philox4x3210
        """
        words = self._stream.words
        words[2] = (words[2] + jumps) % 2**32
        return _restored(type(self), self._seed_seq, {
            "bit_generator": type(self).__name__, "state": {"words": words, "position": self._stream.position}})


class XORWOW(BitGenerator):
    """Marsaglia's xorwow (2003); streams start 2^67 numbers apart.

    Parameters
    ----------
    seed : None, int, array_like of ints, or SeedSequence, optional
        Entropy; without it the operating system gives some.
    size : int, optional
        Has no effect, as in `BitGenerator`.

    Examples
    --------
    >>> import cupy
    >>> cupy.random.Generator(cupy.random.XORWOW(1)).random(3).shape
    (3,)
    """

    _engine = "xorwow"
    _number = 101
    _table = staticmethod(_jump.xorwow_table)

    def _seeded(self, seed: Any) -> Sequence[int]:
        words = [int(word) for word in seed.generate_state(6)]
        return words if any(words[:5]) else [1, *words[1:]]


class MRG32k3a(BitGenerator):
    """L'Ecuyer's combined multiple recursive generator (1999); streams start 2^76 numbers apart.

    Parameters
    ----------
    seed : None, int, array_like of ints, or SeedSequence, optional
        Entropy; without it the operating system gives some.
    size : int, optional
        Has no effect, as in `BitGenerator`.

    Examples
    --------
    >>> import cupy
    >>> cupy.random.Generator(cupy.random.MRG32k3a(1)).random(3).shape
    (3,)
    """

    _engine = "mrg32k3a"
    _number = 121
    _table = staticmethod(_jump.mrg32k3a_table)

    def _seeded(self, seed: Any) -> Sequence[int]:
        words = [int(word) for word in seed.generate_state(6)]
        words = [word % (4294967087 if k < 3 else 4294944443) for k, word in enumerate(words)]
        first, second = words[:3], words[3:]
        return [*(first if any(first) else (1, 0, 0)), *(second if any(second) else (1, 0, 0))]
