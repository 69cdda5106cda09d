"""Tables with which the sequential bit generators jump to a stream: one matrix for each power of two."""
from __future__ import annotations

import functools

import numpy

__all__ = ["mrg32k3a_table", "xorwow_table"]

_POWERS = 64                    # bits of a stream's number
_XORWOW_SPACING = 67            # streams start 2^67 numbers apart, as is usual for this generator
_MRG_SPACING = 76
_M1, _M2 = 4294967087, 4294944443
_A1 = ((0, 1, 0), (0, 0, 1), (-810728, 1403580, 0))
_A2 = ((0, 1, 0), (0, 0, 1), (-1370589, 0, 527612))


def _xorwow_step() -> numpy.ndarray:
    """Row i: the state, as bits, that follows the one whose bit i alone is set."""
    words = numpy.zeros((160, 5), numpy.uint32)
    words[numpy.arange(160), numpy.arange(160) // 32] = numpy.uint32(1) << (numpy.arange(160) % 32).astype(numpy.uint32)
    t = words[:, 0] ^ words[:, 0] >> 2
    last = words[:, 4] ^ words[:, 4] << 4 ^ t ^ t << 1
    return _bits(numpy.column_stack([words[:, 1:], last]))


def _bits(words: numpy.ndarray) -> numpy.ndarray:
    return (words[:, :, None] >> numpy.arange(32, dtype=numpy.uint32) & 1).reshape(len(words), 160).astype("f")


def _words(bits: numpy.ndarray) -> numpy.ndarray:
    weights = numpy.uint64(1) << numpy.arange(32, dtype=numpy.uint64)
    return (bits.reshape(len(bits), 5, 32).astype(numpy.uint64) * weights).sum(axis=2).astype(numpy.uint32)


@functools.cache
def xorwow_table() -> numpy.ndarray:
    """uint32 array of shape (64, 160, 5): images of the unit vectors under each jump."""
    matrix, table = _xorwow_step(), []
    for power in range(_XORWOW_SPACING + _POWERS):
        if power >= _XORWOW_SPACING:
            table.append(_words(matrix))
        matrix = matrix @ matrix % 2
    return numpy.stack(table)


@functools.cache
def mrg32k3a_table() -> numpy.ndarray:
    """uint64 array of shape (64, 2, 3, 3): the matrices of both recurrences for each jump."""
    pair, table = [numpy.array(_A1, object), numpy.array(_A2, object)], []
    for power in range(_MRG_SPACING + _POWERS):
        if power >= _MRG_SPACING:
            table.append([matrix.tolist() for matrix in pair])
        pair = [matrix @ matrix % modulus for matrix, modulus in zip(pair, (_M1, _M2), strict=True)]
    return numpy.array(table, numpy.uint64)
