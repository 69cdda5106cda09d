"""`RandomState` and the functions of `cupy.random`."""
import inspect
import pickle

import numpy
import pytest
from numpy.testing import assert_array_equal

import cupy
from cupy.random import legacy


@pytest.fixture(autouse=True)
def seeded():
    before = cupy.random.get_random_state()
    cupy.random.set_random_state(cupy.random.RandomState(1))
    yield
    cupy.random.set_random_state(before)


#: Function → parameters of a draw.
CALLS = {
    "beta": (1.0, 2.0), "binomial": (10, 0.5), "chisquare": (2.0,), "exponential": (), "f": (3.0, 4.0), "gamma": (2.0,),
    "geometric": (0.5,), "gumbel": (), "hypergeometric": (5, 6, 7), "laplace": (), "logistic": (), "lognormal": (),
    "logseries": (0.5,), "negative_binomial": (3, 0.5), "noncentral_chisquare": (2.0, 1.0),
    "noncentral_f": (2.0, 3.0, 1.0), "normal": (), "pareto": (2.0,), "poisson": (), "power": (2.0,), "rayleigh": (),
    "standard_cauchy": (), "standard_exponential": (), "standard_gamma": (2.0,), "standard_normal": (),
    "standard_t": (3.0,), "triangular": (0.0, 1.0, 2.0), "uniform": (), "vonmises": (0.0, 1.0), "wald": (1.0, 2.0),
    "weibull": (2.0,), "zipf": (2.0,), "random_sample": (), "randint": (10,),
}


@pytest.mark.parametrize("name", CALLS)
class TestFunctions:
    @pytest.mark.parametrize("size", [None, 4, (2, 3), (), (0, 2)])
    def test_as_the_state(self, name, size):
        """The function draws what the method of an equal state draws."""
        drawn = getattr(cupy.random, name)(*CALLS[name], size=size)
        expected = getattr(cupy.random.RandomState(1), name)(*CALLS[name], size=size)
        assert isinstance(drawn, cupy.ndarray)
        assert drawn.shape == numpy.empty(size or () if size is None else size).shape
        assert_array_equal(drawn.get(), expected.get())

    def test_dtype(self, name):
        kind = getattr(cupy.random, name)(*CALLS[name]).dtype.kind
        assert kind == getattr(numpy.random.RandomState(0), name)(*CALLS[name], size=1).dtype.kind
        dtype = "f" if kind == "f" else "i"
        assert getattr(cupy.random, name)(*CALLS[name], size=3, dtype=dtype).dtype == numpy.dtype(dtype)

    def test_signature(self, name):
        found = inspect.signature(getattr(cupy.random, name))
        assert list(found.parameters)[-2:] == ["size", "dtype"]
        assert getattr(cupy.random, name).__doc__


@pytest.mark.parametrize("name", ["rand", "randn"])
def test_rand(name):
    draw = getattr(cupy.random, name)
    assert draw().shape == ()
    assert draw(2, 3).shape == (2, 3)
    assert draw(2, dtype="f").dtype == numpy.float32
    with pytest.raises(TypeError):
        draw(2, dtype="i")
    with pytest.raises(TypeError):
        draw(1, 2, unknown=3)
    with pytest.raises(TypeError):
        draw("a")
    with pytest.raises(ValueError, match="negative"):
        draw(-1)


@pytest.mark.parametrize("name", ["random", "ranf", "sample", "random_sample"])
def test_random_sample(name):
    assert_array_equal(getattr(cupy.random, name)((2, 3)).get(), cupy.random.RandomState(1).random_sample((2, 3)).get())
    assert getattr(cupy.random, name)(dtype=numpy.float32).dtype == numpy.float32


class TestIntegers:
    def test_randint(self):
        x = cupy.random.randint(-3, 4, size=2000).get()
        assert_array_equal(numpy.unique(x), range(-3, 4))
        assert x.dtype == numpy.int64
        assert cupy.random.randint(3).shape == ()
        assert cupy.random.randint(cupy.array([1, 2, 3])).shape == (3,)
        for low, high in ((1, 1), (5, 1), (0, None)):
            with pytest.raises(ValueError, match="low >= high"):
                cupy.random.randint(low, high)
        with pytest.raises(ValueError, match="out of bounds"):
            cupy.random.randint(0, 300, dtype=numpy.int8)

    @pytest.mark.parametrize("dtype", "bBhHiIlL?")
    def test_randint_dtype(self, dtype):
        assert cupy.random.randint(0, 2, 10, dtype=dtype).dtype == numpy.dtype(dtype)

    def test_random_integers(self):
        assert_array_equal(numpy.unique(cupy.random.random_integers(3, size=500).get()), [1, 2, 3])
        assert_array_equal(numpy.unique(cupy.random.random_integers(-1, 1, size=500).get()), [-1, 0, 1])

    def test_tomaxint(self):
        x = cupy.random.RandomState(1).tomaxint((4, 500)).get()
        assert x.shape == (4, 500) and x.min() >= 0 and x.max() > 2**62


class TestSeed:
    def test_same_numbers(self):
        for seed in (0, 5, 2**40, 2**64 - 1, numpy.int32(7), numpy.array([1, 2, 3]), [4, 5]):
            cupy.random.seed(seed)
            first = cupy.random.rand(5).get()
            cupy.random.seed(seed)
            assert_array_equal(cupy.random.rand(5).get(), first)
            assert_array_equal(cupy.random.RandomState(seed).rand(5).get(), first)

    def test_none(self):
        cupy.random.seed()
        first = cupy.random.rand(5).get()
        cupy.random.seed(None)
        assert not (cupy.random.rand(5).get() == first).any()

    @pytest.mark.parametrize(("seed", "error"), [
        (-1, ValueError), (1.5, TypeError), ("a", (TypeError, ValueError)), (1j, TypeError), ([1.5], TypeError),
        ([-1], ValueError), (2**64, ValueError)])
    def test_refused(self, seed, error):
        with pytest.raises(error):
            cupy.random.seed(seed)
        with pytest.raises(error):
            cupy.random.RandomState(seed)

    def test_environment(self, monkeypatch):
        monkeypatch.setenv("CUPY_SEED", "11")
        cupy.random.reset_states()
        assert_array_equal(cupy.random.rand(4).get(), cupy.random.RandomState(11).rand(4).get())
        assert cupy.random.get_random_state() is cupy.random.get_random_state()

    @pytest.mark.parametrize("text", ["abc", "-1", "1.5"])
    def test_environments_that_are_no_seed(self, monkeypatch, text):
        monkeypatch.setenv("CUPY_SEED", text)
        cupy.random.reset_states()
        with pytest.raises(cupy.BackendError, match=f"CUPY_SEED={text}: it must be a whole number"):
            cupy.random.rand(4)

    def test_set_random_state(self):
        state = cupy.random.RandomState(3)
        cupy.random.set_random_state(state)
        assert cupy.random.get_random_state() is state
        with pytest.raises(TypeError, match="RandomState"):
            cupy.random.set_random_state(3)

    def test_state(self):
        state = cupy.random.get_state()
        drawn = cupy.random.rand(3).get()
        cupy.random.set_state(state)
        assert_array_equal(cupy.random.rand(3).get(), drawn)

    @pytest.mark.parametrize(("method", "kind"), [
        (100, cupy.random.Philox4x3210), (101, cupy.random.XORWOW), (121, cupy.random.MRG32k3a),
        (161, cupy.random.Philox4x3210), (cupy.random.XORWOW, cupy.random.XORWOW)])
    def test_method(self, method, kind):
        assert cupy.random.RandomState(1, method=method).get_state()["bit_generator"] == kind.__name__
        with pytest.raises(ValueError, match="method"):
            cupy.random.RandomState(1, method=7)

    def test_pickle(self):
        state = cupy.random.RandomState(9)
        state.rand(3)
        assert_array_equal(pickle.loads(pickle.dumps(state)).rand(3).get(), state.rand(3).get())


def test_bytes():
    assert len(cupy.random.bytes(7)) == 7


def test_uniform_takes_bounds_in_any_order():
    x = cupy.random.uniform(3, 1, 100).get()
    assert x.min() > 1 and x.max() <= 3
    with pytest.raises(OverflowError):
        cupy.random.uniform(-numpy.inf, 0)


def test_names():
    assert set(legacy.__all__) <= set(cupy.random.__all__)


@pytest.mark.parametrize("size", [2, numpy.int8(2), (2, 3), [2, 3], numpy.array([2, 3]), cupy.array([2, 3]), (),
                                  (numpy.int64(2), cupy.array(3)), cupy.array(2), numpy.array([], int)], ids=repr)
def test_sizes_are_integers_or_sequences_of_them(size):
    shape = tuple(int(n) for n in size) if hasattr(size, "__len__") and getattr(size, "ndim", 1) else (int(size),)
    for name, parameters in (("normal", ()), ("poisson", (3,)), ("randint", (5,)), ("random_sample", ())):
        assert getattr(cupy.random.RandomState(1), name)(*parameters, size=size).shape == shape
    for name, parameters in (("normal", ()), ("integers", (5,)), ("random", ())):
        assert getattr(cupy.random.default_rng(1), name)(*parameters, size=size).shape == shape


@pytest.mark.parametrize("size", [True, 2.0, "2", (2, 3.0), numpy.ones(2), 1j])
@pytest.mark.parametrize("name", ["normal", "random_sample", "standard_exponential"])
def test_what_is_no_size(name, size):
    for state in (numpy.random.RandomState(1), cupy.random.RandomState(1)):
        with pytest.raises(TypeError):
            getattr(state, name)(size=size)


def test_counts_may_be_scalars_of_floats_as_in_numpy():
    for xp in (numpy, cupy):
        assert int(xp.random.RandomState(1).binomial(numpy.float32(10), 1.0)) == 10
        assert xp.random.RandomState(1).hypergeometric(numpy.float64(5), 5, 3, size=2).shape == (2,)
