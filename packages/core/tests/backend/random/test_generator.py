"""`Generator`: shapes, types, `out`, integers, reproducibility, golden numbers."""
import contextlib
import io
import os
import pickle
import subprocess
import sys

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy

KINDS = [cupy.random.Philox4x3210, cupy.random.XORWOW, cupy.random.MRG32k3a]
BASIC = ["random", "standard_normal", "standard_exponential"]


def rng(seed=1):
    return cupy.random.default_rng(seed)


@pytest.mark.parametrize("name", BASIC)
class TestBasic:
    @pytest.mark.parametrize("dtype", ["f", "d", numpy.float32, float, numpy.dtype("f4")])
    def test_dtype(self, name, dtype):
        drawn = getattr(rng(), name)(10, dtype=dtype)
        assert drawn.dtype == numpy.dtype(dtype)

    @pytest.mark.parametrize("dtype", ["i", "e", "F", bool, int])
    def test_dtype_refused(self, name, dtype):
        with pytest.raises(TypeError, match="Unsupported dtype"):
            getattr(rng(), name)(10, dtype=dtype)

    @pytest.mark.parametrize(("size", "shape"), [
        (None, ()), ((), ()), (3, (3,)), ((2, 3), (2, 3)), ([2, 3], (2, 3)), (0, (0,)), ((2, 0), (2, 0)),
        (numpy.int64(4), (4,))])
    def test_size(self, name, size, shape):
        assert getattr(rng(), name)(size).shape == shape

    @pytest.mark.parametrize("size", [-1, (2, -3)])
    def test_negative_size(self, name, size):
        with pytest.raises(ValueError, match="negative"):
            getattr(rng(), name)(size)

    def test_size_of_a_wrong_type(self, name):
        with pytest.raises(TypeError):
            getattr(rng(), name)(2.5)

    @pytest.mark.parametrize("dtype", ["f", "d"])
    def test_out(self, name, dtype):
        out = cupy.zeros((3, 5), dtype)
        got = getattr(rng(), name)(dtype=dtype, out=out)
        assert got is out
        assert_array_equal(out.get(), getattr(rng(), name)((3, 5), dtype=dtype).get())
        view = cupy.zeros(17, dtype)[1:]
        getattr(rng(), name)(dtype=dtype, out=view)
        assert_array_equal(view.get(), getattr(rng(), name)(16, dtype=dtype).get())

    def test_out_refused(self, name):
        draw = getattr(rng(), name)
        with pytest.raises(TypeError, match="wrong type"):
            draw(out=cupy.empty(3, "f"))
        with pytest.raises(ValueError, match="size must match"):
            draw(4, out=cupy.empty(3))
        with pytest.raises(ValueError, match="contiguous"):
            draw(out=cupy.empty(6)[::2])
        with pytest.raises(TypeError):
            draw(out=numpy.empty(3))

    def test_prefix(self, name):
        """The number of items changes none of them."""
        long = getattr(rng(), name)(10000).get()
        for n in (1, 2, 3, 5, 255, 257, 4097):
            assert_array_equal(getattr(rng(), name)(n).get(), long[:n])

    def test_pieces(self, name):
        """Whole streams drawn one after the other are those drawn at once."""
        whole = getattr(rng(), name)(64).get()
        one = rng()
        assert_array_equal(numpy.concatenate([getattr(one, name)(n).get() for n in (4, 20, 40)]), whole)


@pytest.mark.parametrize("kind", KINDS)
def test_bit_generators(kind):
    one = cupy.random.Generator(kind(2))
    x = one.random(5000).get()
    assert len(set(x.tolist())) == 5000
    assert 0 <= x.min() < 0.01 and 0.99 < x.max() < 1
    n = one.standard_normal(20001, dtype="f").get()
    assert abs(n.mean()) < 0.03 and abs(n.std() - 1) < 0.02
    assert type(one.bit_generator) is kind
    assert kind.__name__ in repr(one)


def test_golden():
    """These numbers are the same on every backend and device, and stay so."""
    one = rng(1)
    assert_array_equal(one.random(3).view("u8").get(), GOLDEN["random"])
    assert_array_equal(one.standard_normal(3).view("u8").get(), GOLDEN["normal"])
    assert_array_equal(one.standard_normal(3, dtype="f").view("u4").get(), GOLDEN["normal_f"])
    assert_array_equal(one.standard_exponential(3).view("u8").get(), GOLDEN["exponential"])
    assert_array_equal(one.integers(0, 1000, 6).get(), GOLDEN["integers"])
    assert_array_equal(one.gamma(2.5, size=3).view("u8").get(), GOLDEN["gamma"])
    assert_array_equal(one.poisson(50.0, 6).get(), GOLDEN["poisson"])
    assert_array_equal(one.permutation(8).get(), GOLDEN["permutation"])
    assert_array_equal(one.permutation(5000)[:4].get(), GOLDEN["long_permutation"])


class TestIntegers:
    @pytest.mark.parametrize("dtype", "?bBhHiIlL")
    def test_dtypes(self, dtype):
        top = 2 if dtype == "?" else 100
        x = rng().integers(0, top, 3000, dtype=dtype)
        assert x.dtype == numpy.dtype(dtype)
        counts = numpy.bincount(x.get().astype(int), minlength=top)
        assert counts.size == top
        assert counts.min() > 3000 / top - 6 * (3000 / top) ** 0.5

    @pytest.mark.parametrize("dtype", "bBhHiIlL")
    def test_whole_range(self, dtype):
        info = numpy.iinfo(dtype)
        x = rng().integers(info.min, info.max, 4000, dtype=dtype, endpoint=True).get()
        spread = float(info.max) - float(info.min)
        assert abs((x.astype("d") - info.min).mean() / spread - 0.5) < 0.03
        with pytest.raises(ValueError, match="high is out of bounds"):
            rng().integers(0, int(info.max) + 2, dtype=dtype)
        with pytest.raises(ValueError, match="low is out of bounds"):
            rng().integers(int(info.min) - 1, 5, dtype=dtype)

    @pytest.mark.parametrize("count", [3, 2**31 + 1, 3 * 2**30, 2**32, 2**32 - 1, 3 * 2**61])
    def test_unbiased(self, count):
        x = rng().integers(0, count, 6000).get()
        assert x.min() >= 0 and x.max() < count
        share = numpy.bincount((x.astype(object) * 3 // count).astype(int), minlength=3)
        assert numpy.all(abs(share - 2000) < 200)

    def test_one_value(self):
        assert_array_equal(rng().integers(7, 8, 5).get(), [7] * 5)
        assert_array_equal(rng().integers(7, 7, 5, endpoint=True).get(), [7] * 5)
        assert rng().integers(5).shape == ()

    def test_empty_range(self):
        for low, high in ((5, 5), (6, 5), (0, 0)):
            with pytest.raises(ValueError, match="low >= high"):
                rng().integers(low, high)
        with pytest.raises(ValueError, match="low > high"):
            rng().integers(6, 5, endpoint=True)

    def test_dtype_refused(self):
        with pytest.raises(TypeError, match="Unsupported dtype"):
            rng().integers(5, dtype="f")

    def test_arrays(self):
        low, high = numpy.array([[0], [-5]]), numpy.array([1, 10, 2**62])
        for make in (cupy.asarray, numpy.ndarray.tolist):
            x = rng().integers(make(low), make(high)).get()
            assert x.shape == (2, 3)
            assert (low <= x).all() and (x < high).all()
        x = rng().integers(cupy.asarray(low), 3, size=(4, 2, 5), dtype="b")
        assert x.shape == (4, 2, 5) and x.dtype == numpy.int8
        for make in (cupy.asarray, numpy.ndarray.tolist):
            with pytest.raises(ValueError, match="low >= high"):
                rng().integers(make(numpy.array([1, 5])), 5)
            with pytest.raises(ValueError, match="low is out of bounds"):
                rng().integers(make(numpy.array([-1, 5])), 9, dtype="B")
            with pytest.raises(ValueError, match="high is out of bounds"):
                rng().integers(0, make(numpy.array([1, 500])), dtype="B")


class TestUniform:
    def test_bounds(self):
        x = rng().uniform(-2, 3, 5000).get()
        assert -2 <= x.min() < -1.98 and 2.98 < x.max() <= 3
        x = rng().uniform(cupy.array([0.0, 10.0]), cupy.array([[11.0], [20.0]]), size=(3, 2, 2), dtype="f")
        assert x.shape == (3, 2, 2) and x.dtype == numpy.float32
        x = rng().uniform([0.0, 10.0], 20).get()
        assert x[1] >= 10

    def test_refused(self):
        with pytest.raises(OverflowError, match="range exceeds"):
            rng().uniform(0, numpy.inf)
        with pytest.raises(OverflowError, match="range exceeds"):
            rng().uniform([0.0, -1e308], 1e308)
        with pytest.raises(ValueError, match="high - low"):
            rng().uniform(1, 0)
        with pytest.raises(ValueError, match="high - low"):
            rng().uniform(cupy.array([0.0, 2.0]), 1)


def test_bytes():
    assert len(rng().bytes(10)) == 10
    assert rng().bytes(10) == rng().bytes(12)[:10]
    assert rng().bytes(0) == b""


def test_default_rng():
    one = rng(5)
    assert cupy.random.default_rng(one) is one
    bits = cupy.random.XORWOW(1)
    assert cupy.random.default_rng(bits).bit_generator is bits
    assert not (rng(None).random(4).get() == rng(None).random(4).get()).any()
    with pytest.raises(TypeError):
        cupy.random.Generator(3)


def test_spawn_and_pickle():
    one = rng(5)
    children = one.spawn(2)
    assert not (children[0].random(4).get() == children[1].random(4).get()).any()
    one.random(3)
    assert_array_equal(pickle.loads(pickle.dumps(one)).random(5).get(), one.random(5).get())


GOLDEN = {
    "random": [0x3fe75c1a7daae22b, 0x3fd63eacb7775a32, 0x3f91c66dde1a6f00],
    "normal": [0xc0013c887186bef3, 0xbfe25b308e9c76c0, 0xc0059a4bef8b3b64],
    "normal_f": [0xbfb4d6df, 0xbd941f89, 0xbe1907de],
    "exponential": [0x3fbfcf892223e643, 0x3fceab8ab983fa59, 0x3fe12d9cb6389503],
    "integers": [400, 505, 591, 12, 358, 267],
    "gamma": [0x3fe1b74095da3e0d, 0x3ff55bdeb8e56f93, 0x401f5d5a2fc13f89],
    "poisson": [34, 55, 43, 48, 50, 54],
    "permutation": [7, 6, 2, 3, 5, 4, 1, 0],
    "long_permutation": [3133, 2533, 2307, 2361],
}

PROGRAM = """
import hashlib, cupy
one = cupy.random.default_rng(3)
draws = [one.random(70001, dtype="f"), one.standard_normal(70001), one.gamma(0.7, size=30001),
         one.integers(0, 9, 70001), one.permutation(70001), cupy.random.Generator(cupy.random.XORWOW(1)).random(70001),
         cupy.random.Generator(cupy.random.MRG32k3a(1)).random(70001)]
print(hashlib.sha256(b"".join(x.get().tobytes() for x in draws)).hexdigest())
"""


def test_numbers_do_not_depend_on_the_grid():
    """One thread of the host and three, whose launches have other grids, and whatever backend runs this test."""
    found = set()
    for threads in ("1", "3"):
        environment = os.environ | {"CUPY_BACKEND": "host", "CUPY_HOST_THREADS": threads}
        found.add(subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True,
                                 check=True).stdout)
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        exec(PROGRAM, {})
    assert found == {here.getvalue()}


@pytest.mark.parametrize("size", [0, (3, 0, 4)])
@pytest.mark.parametrize("bounds", [(0, -10), (10, 10), (0, 0), ([3, 4], 1)])
def test_no_integers_have_no_bounds(size, bounds):
    shape = (size,) if size == 0 else size
    low, high = map(cupy.asarray, bounds) if isinstance(bounds[0], list) else bounds
    assert cupy.random.default_rng(0).integers(low, high, size=size).shape == shape
    assert cupy.random.randint(low, high, size=size).shape == shape
