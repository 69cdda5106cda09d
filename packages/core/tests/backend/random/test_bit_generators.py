"""Bit generators against their definitions; golden words; states, spawning, pickling."""
import pickle

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy
from cupy.random import _jump

KINDS = [cupy.random.Philox4x3210, cupy.random.XORWOW, cupy.random.MRG32k3a]


def with_words(kind, words, position=0):
    made = kind(0)
    made.state = {"bit_generator": kind.__name__,
                  "state": {"words": [*words, *[0] * (8 - len(words))], "position": position}}
    return made


def test_philox_known_answers():
    """The vectors of Random123's kat_vectors for philox4x32 with 10 rounds."""
    made = with_words(cupy.random.Philox4x3210, [0, 0])
    assert_array_equal(made.random_raw(4).get(), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8])
    made = with_words(cupy.random.Philox4x3210, [0xa4093822, 0x299f31d0, 0], 0)
    assert made.random_raw(4).shape == (4,)


def xorwow(words, n):
    *x, weyl = [int(word) for word in words]
    found = []
    for _ in range(n):
        t = x[0] ^ x[0] >> 2
        x = [*x[1:], (x[4] ^ x[4] << 4 ^ t ^ t << 1) & 0xffffffff]
        weyl = (weyl + 362437) & 0xffffffff
        found.append((x[4] + weyl) & 0xffffffff)
    return found


def test_xorwow_definition():
    words = [123456789, 362436069, 521288629, 88675123, 5783321, 6615241]
    made = with_words(cupy.random.XORWOW, words)
    assert_array_equal(made.random_raw(256).get(), xorwow(words, 256))


def test_xorwow_streams_are_jumps():
    """Stream k starts where the transition matrix to the power k * 2^67 leads."""
    words = [1, 2, 3, 4, 5, 6]
    made = with_words(cupy.random.XORWOW, words)
    drawn = made.random_raw(6 * 256).get().reshape(6, 256)
    table = _jump.xorwow_table()
    state = numpy.array(words[:5], numpy.uint32)
    for k in range(6):
        assert_array_equal(drawn[k], xorwow([*state, 6], 256))
        bits = (state[:, None] >> numpy.arange(32, dtype=numpy.uint32) & 1).reshape(160).astype(bool)
        state = numpy.bitwise_xor.reduce(table[0][bits], axis=0)


def test_xorwow_table_is_the_power():
    """The first matrix by squaring against 2^67 steps by another way: 2^66 of them twice."""
    half = _jump._xorwow_step()
    for _ in range(_jump._XORWOW_SPACING - 1):
        half = half @ half % 2
    one = numpy.zeros(160, "f")
    one[77] = 1
    assert_array_equal(_jump._words((one @ half % 2 @ half % 2)[None])[0], _jump.xorwow_table()[0][77])


def mrg(words, n):
    a, b = list(words[:3]), list(words[3:6])
    found = []
    for _ in range(n):
        x, y = (1403580 * a[1] - 810728 * a[0]) % 4294967087, (527612 * b[2] - 1370589 * b[0]) % 4294944443
        a, b = [*a[1:], x], [*b[1:], y]
        found.append((x - y - 1) % 4294967087 + 1)
    return found


def test_mrg32k3a_definition():
    made = with_words(cupy.random.MRG32k3a, [12345] * 6)
    words = made.random_raw(256).get()
    assert_array_equal(words, mrg([12345] * 6, 256))
    assert words[0] / 4294967088 == pytest.approx(0.12701112204657714)      # L'Ecuyer's RngStreams


def test_mrg32k3a_streams_are_jumps():
    made = with_words(cupy.random.MRG32k3a, [12345] * 6)
    drawn = made.random_raw(512).get().reshape(2, 256)
    state = [12345] * 6
    a = [[pow(1, 1) if j == i + 1 else 0 for j in range(3)] for i in range(2)] + [[-810728, 1403580, 0]]
    b = [[1 if j == i + 1 else 0 for j in range(3)] for i in range(2)] + [[-1370589, 0, 527612]]
    for matrix, modulus, part in ((a, 4294967087, slice(0, 3)), (b, 4294944443, slice(3, 6))):
        m = numpy.array(matrix, object)
        for _ in range(_jump._MRG_SPACING):
            m = m @ m % modulus
        state[part] = (m @ numpy.array(state[part], object) % modulus).tolist()
    assert_array_equal(drawn[1], mrg(state, 256))


@pytest.mark.parametrize(("kind", "golden"), [
    (cupy.random.Philox4x3210, [1460754557, 3135296493, 3714631800, 1492824797]),
    (cupy.random.XORWOW, [74098588, 3586097189, 3950796707, 3372500109]),
    (cupy.random.MRG32k3a, [990520310, 1299167591, 1285534721, 4291667229])])
def test_golden_words(kind, golden):
    assert_array_equal(kind(1).random_raw(4).get(), golden)


@pytest.mark.parametrize("kind", KINDS)
class TestState:
    def test_raw(self, kind):
        made = kind(3)
        assert made.random_raw().shape == ()
        assert made.random_raw((2, 3)).shape == (2, 3)
        assert made.random_raw(10).dtype == numpy.uint32
        assert made.random_raw(3, output=False) is None

    def test_state(self, kind):
        made = kind(3)
        made.random_raw(5)
        state = made.state
        drawn = made.random_raw(5).get()
        made.state = state
        assert_array_equal(made.random_raw(5).get(), drawn)
        with pytest.raises(ValueError, match=kind.__name__):
            made.state = {"bit_generator": "PCG64"}
        with pytest.raises(TypeError):
            made.state = 3

    def test_pickle(self, kind):
        made = kind(3)
        made.random_raw(5)
        copy = pickle.loads(pickle.dumps(made))
        assert type(copy) is kind
        assert_array_equal(copy.random_raw(9).get(), made.random_raw(9).get())

    def test_spawn(self, kind):
        first, second = kind(3).spawn(2)
        again = kind(3).spawn(1)[0]
        drawn = first.random_raw(8).get()
        assert_array_equal(again.random_raw(8).get(), drawn)
        assert not (second.random_raw(8).get() == drawn).any()

    def test_seeds(self, kind):
        sequence = cupy.random.SeedSequence(7)
        assert_array_equal(kind(sequence).random_raw(4).get(), kind(7).random_raw(4).get())
        assert_array_equal(kind([1, 2]).random_raw(4).get(), kind(numpy.array([1, 2])).random_raw(4).get())
        assert_array_equal(kind(cupy.array([1, 2])).random_raw(4).get(), kind([1, 2]).random_raw(4).get())
        for one in (1, True, numpy.bool_(1), numpy.array(1), cupy.array(1), numpy.uint64(1)):
            assert_array_equal(kind(one).random_raw(4).get(), kind(1).random_raw(4).get())
        assert_array_equal(kind(1, size=10).random_raw(4).get(), kind(1).random_raw(4).get())
        assert not (kind().random_raw(4).get() == kind().random_raw(4).get()).all()
        with pytest.raises(ValueError, match="non-negative"):
            kind(-1)
        for bad in (1.5, "seed", 1j, numpy.float32(0), numpy.complex64(0), object()):
            with pytest.raises((TypeError, ValueError)):
                kind(bad)


def test_base_class():
    with pytest.raises(NotImplementedError):
        cupy.random.BitGenerator(1)


def test_philox_advance_and_jumped():
    made = cupy.random.Philox4x3210(5)
    drawn = made.random_raw(40).get()
    made = cupy.random.Philox4x3210(5).advance(3)
    assert_array_equal(made.random_raw(28).get(), drawn[12:])
    assert_array_equal(made.advance(-7).random_raw(28).get(), drawn[12:])
    assert not (cupy.random.Philox4x3210(5).jumped().random_raw(40).get() == drawn).any()


@pytest.mark.parametrize("kind", [cupy.random.XORWOW, cupy.random.MRG32k3a])
@pytest.mark.parametrize("position", [0, 1000003])
def test_streams_do_not_depend_on_their_neighbours(kind, position):
    """What many blocks draw at once, whole ones and the last, is what each stream gives alone."""
    def generator(first):
        made = kind(3)
        made._stream.position = position + first
        return made

    together = generator(0).random_raw(256 * 600 + 5).get()
    for stream in (0, 1, 31, 32, 255, 256, 257, 511, 512, 599):
        alone = generator(stream).random_raw(256).get()
        numpy.testing.assert_array_equal(together[256 * stream:256 * (stream + 1)], alone)
    numpy.testing.assert_array_equal(together[-5:], generator(600).random_raw(5).get())
