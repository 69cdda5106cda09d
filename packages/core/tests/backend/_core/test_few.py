"""Few elements are NumPy's at once on the host: results, types, errors and warnings are those of the kernels."""
import operator
import warnings

import numpy
import pytest

import cupy
from cupy._core import few
from cupy._core.few import few_indices
from cupy._core.target import host_memory
from cupy._core.transfer import host_view, on_host_array

TYPES = "?bBhHiIlLefdFD"
INTEGERS = "?bBhHiIlL"
#: Of a name of `cupy`, what draws the arguments of a call.
CALLS = {}


class Draw:
    """Random operands; equal ones for equal seeds."""

    def __init__(self, seed):
        self.rng = numpy.random.default_rng(seed)

    def of(self, *choices):
        return choices[self.rng.integers(len(choices))]

    def size(self):
        return int(self.rng.choice([0, 1, 2, 5, 9, 40]))

    def array(self, shape, chars=TYPES, low=-3, high=5):
        """Small numbers of one of some types, contiguous or not."""
        char = chars[self.rng.integers(len(chars))]
        x = self.rng.integers(0 if char in "?BHIL" else low, 2 if char == "?" else high, (2, *shape)).astype(char)
        if char in "efdFD" and self.rng.random() < 0.2:
            x[self.rng.random(x.shape) < 0.2] = numpy.nan
        contiguous = self.rng.random() < 0.7 or not shape
        return cupy.asarray(x)[0] if contiguous else cupy.asarray(x.repeat(2, -1))[0, ..., ::2]

    def near(self, n):
        """A size that is mostly another's."""
        return n if self.rng.random() < 0.8 else self.size()


def case(function):
    CALLS[function.__name__] = function
    return function


@case
def bincount(d):
    n = d.size()
    x = d.array((n,), low=d.of(0, 0, -1))
    return d.of([x], [x, d.array((d.near(n),))]), d.of({}, {"minlength": 7}, {"minlength": -1})


@case
def packbits(d):
    x = d.array(d.of((d.size(),), (3, d.size())))
    return d.of([x], [x, -1], [x, 0]), d.of({}, {"bitorder": "little"}, {"bitorder": "middle"})


@case
def unpackbits(d):
    x = d.array(d.of((d.size(),), (3, d.size())), "BBBb", high=99)
    return d.of([x], [x, -1], [x, 0]), d.of({}, {"bitorder": "little"}, {"count": 5}, {"count": -2})


@case
def choose(d):
    n = d.size()
    a, b = d.array((d.near(n),)), d.array((n,))
    return [d.array((n,), INTEGERS, 0, 2), d.of([a, b], (b, a), [b, 1], [2.5, b], [b, 300])], d.of(
        {}, {"mode": "wrap"}, {"mode": "clip"}, {"mode": "raise"})


@case
def correlate(d):
    return [d.array((d.size(),)), d.array((d.size(),))], d.of({}, {"mode": "same"}, {"mode": "full"}, {"mode": "odd"})


convolve = case(type(correlate)(correlate.__code__, globals(), "convolve"))


@case
def searchsorted(d):
    n = d.size()
    return [cupy.sort(d.array((n,))), d.of(d.array((d.size(),)), d.array((2, 3)), 1.5, 2)], d.of(
        {}, {"side": "right"}, {"side": "r"})


@case
def digitize(d):
    bins = d.of(cupy.sort, lambda x: x, lambda x: cupy.sort(x)[::-1])(d.array((d.size(),)))
    return [d.of(d.array((d.size(),)), d.array((2, 3)), 1.5), bins], d.of({}, {"right": True})


@case
def lexsort(d):
    n = d.size()
    keys = [d.array((n,)), d.array((d.near(n),))]
    return [d.of(keys, tuple(keys), d.array((2, n)))], d.of({}, {"axis": 0}, {"axis": 3})


@case
def delete(d):
    x = d.array(d.of((d.size(),), (2, 3)))
    return d.of([x, 1], [x, -1, 0], [x, [0, 1]], [x, 7], [x, d.array((2,), "?il")]), {}


@case
def insert(d):
    x = d.array(d.of((d.size(),), (2, 3)))
    return d.of([x, 1, 2], [x, -1, 2.5, 0], [x, [0, 1], d.array((2,))], [x, 7, 1], [x, 0, 300]), {}


@case
def unique(d):
    options = {f"return_{name}": True for name in ("index", "inverse", "counts") if d.rng.random() < 0.4}
    return [d.array(d.of((d.size(),), (2, 3)))], options | d.of({}, {"axis": 0}, {"equal_nan": False})


@case
def partition(d):
    return [d.array(d.of((d.size(),), (4, 3))), d.of(0, 1, -1, (0, 1), [1], 7, 0.5)], d.of({}, {"axis": 0}, {"axis": 5})


argpartition = case(type(partition)(partition.__code__, globals(), "argpartition"))


def number(d):
    return d.of(2, 1.5, True, 1j, 300, -1)


@case
def place(d):
    shape = d.of((d.size(),), (2, 3))
    x = d.array(shape)
    return [x, d.array(d.of(shape, shape, (4,))), d.of(d.array((d.size(),), x.dtype.char), d.array((2,)), number(d),
                                                       x[::-1])], {}


@case
def putmask(d):
    args, _ = place(d)
    return args, {}


@case
def put(d):
    x = d.array(d.of((d.size(),), (2, 3)))
    return [x, d.of(d.array((d.size(),), "?Bil", -9, 9), 3, d.array((3,), "d")),
            d.of(d.array((d.size(),), x.dtype.char), d.array((2,)), number(d), x)], d.of(
        {}, {"mode": "clip"}, {"mode": "wrap"}, {"mode": "raise"})


def at(d, chars="ld"):          # a kernel is compiled for each combination
    x = d.array(d.of((d.size(),), (4, 3)), chars)
    return [x, d.of(d.array((d.size(),), "il", -3, 4), 1, d.array((2, 3), "l", 0, 3)),
            d.of(d.array((d.size(),), x.dtype.char), d.array((3,), x.dtype.char), number(d), x)], {}


for name in "add subtract maximum bitwise_or power".split():
    CALLS[f"{name}.at"] = at


@case
def getitem(d):
    x = d.array(d.of((d.size(),), (4, 3)))
    return [x, d.of(d.array((d.size(),), "?Bil", -4, 4), d.array((2, 3), "l", 0, 3), d.array((), "i", 0, 1),
                    d.array(x.shape, "?"))], {}


@case
def take(d):
    x = d.array(d.of((d.size(),), (4, 3)))
    mode = {"mode": d.of("wrap", "clip", "raise", None)}
    return [x, d.of(1, -1, 9, [0, 1], d.array((d.size(),), "?Bil", -4, 4), d.array((2, 3), "l", 0, 3))], d.of(
        {}, {"axis": 0}, {"axis": -1}, {"axis": 5}, mode)


@case
def unravel_index(d):
    return [d.of(d.array((d.size(),), "bBilLd", -1 if d.rng.random() < 0.2 else 0, 6), d.array((2, 3), "l", 0, 3)),
            d.of((2, 3), (6,), 6, (7, 1, 1))], d.of({}, {"order": "F"}, {"order": "K"})


@case
def ravel_multi_index(d):
    n = d.size()
    index = (d.array((n,), "bBild", -1, 4), d.array((d.near(n),), "il", 0, 3))
    return [index, d.of((2, 3), (4, 4), (6,))], d.of(
        {}, {"mode": "clip"}, {"mode": "raise"}, {"mode": ("wrap", "raise")}, {"order": "F"})


@case
def sort(d):
    return [d.array(d.of((d.size(),), (4, 3)), "FD")], d.of({}, {"axis": 0}, {"axis": None}, {"kind": "stable"})


@case
def nonzero(d):
    return [d.array(d.of((d.size(),), (4, 3), (2, 3, 2), ()))], {}


for name in "argwhere count_nonzero flatnonzero where".split():
    CALLS[name] = nonzero


@case
def compress(d):
    n = d.size()
    return [d.array((d.near(n),), "?"), d.array((n,))], {}


@case
def polyadd(d):
    return [d.array((d.size(),), TYPES.replace("?", "")), d.array((d.size(),), TYPES.replace("?", ""))], {}


CALLS["polysub"] = polyadd


def slices(d):
    n = max(1, d.size())
    x = d.array(d.of((n,), (n, 2)), "Bld")
    return [x, d.of(d.array((d.size(),), "il", 0, n), [0], [0, n], d.array((2,), "l", -1, n))], d.of({}, {"axis": -1})


def running(d):
    return [d.array(d.of((d.size(),), (3, 2)), "Bld")], d.of({}, {"axis": -1}, {"axis": 2})


for name in "add maximum multiply".split():
    CALLS[f"{name}.reduceat"], CALLS[f"{name}.accumulate"] = slices, running


@case
def fill_diagonal(d):
    x = d.array(d.of((3, 4), (7, 2), (3, 3), (3,), (0, 2)))
    return [x, d.of(number(d), d.array((2,)))], d.of({}, {"wrap": True})


@case
def diagonal(d):
    return [d.array(d.of((3, 4), (7, 2), (3, 3), (0, 2), (2, 3, 2))), d.of(0, 1, -1, 2, -2, 5, -7)], {}


@case
def setitem(d):
    args, _ = at(d, TYPES)
    return [args[0], d.of(args[1], d.array(args[0].shape, "?")), args[2]], {}


def function(name):
    """A function by its name in `cupy` or in `operator`."""
    if name in ("getitem", "setitem"):
        return getattr(operator, name)
    return operator.attrgetter(name)(cupy)


def outcome(name, seed):
    """What a call gives, raises and warns of, and what has become of its arguments."""
    args, kwargs = CALLS[name](Draw(seed))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = function(name)(*args, **kwargs)
        except Exception as error:
            result = type(error), str(error)
    return result, args, [(w.category, str(w.message)) for w in warned]


def same(x, y):
    """Whether results are equal, but for rounding."""
    if isinstance(x, (tuple, list)):
        return type(x) is type(y) and len(x) == len(y) and all(map(same, x, y))
    if not isinstance(x, cupy.ndarray):
        return x == y
    if not isinstance(y, cupy.ndarray) or x.dtype != y.dtype or x.shape != y.shape:
        return False
    if x.dtype.kind not in "fc":
        return (x.get() == y.get()).all()
    return numpy.allclose(x.get(), y.get(), equal_nan=True, rtol=1e-3 if x.dtype.char == "e" else 1e-5)


@pytest.mark.skipif(not host_memory(), reason="for arrays in the host's memory")
@pytest.mark.parametrize("name", sorted(CALLS))
def test_few_elements_as_many(monkeypatch, name):
    for seed in range(300):
        at_once = outcome(name, seed)
        with monkeypatch.context() as only_kernels:
            only_kernels.setattr(few, "FEW", -1)
            only_kernels.setattr(few, "MOST", -1)
            by_kernels = outcome(name, seed)
        assert same(at_once, by_kernels), (seed, at_once, by_kernels, CALLS[name](Draw(seed)))


@pytest.mark.skipif(not host_memory(), reason="for arrays in the host's memory")
def test_what_a_function_takes():
    """Few elements, of some types and axes, and of options what is named; everything else is for kernels."""
    def function(*args, **kwargs):
        if any(x is function for x in kwargs.values()):
            raise ValueError
        return tuple(type(x) for x in args)

    def taken(args, kwargs=None, **limits):
        return few.OfFew(function, finish=lambda x: x, **limits)(args, kwargs)

    a, matrix, no = cupy.arange(6.0), cupy.ones((2, 3)), NotImplemented
    assert taken((a, 3, None, [a, (a, "x")])) == (numpy.ndarray, int, type(None), list)
    assert few.OfFew(function)((a, None)) is no                       # an array that is none
    for refused in ((a.get(),), (a, object()), (cupy.zeros(0),), (a.astype("e"),), (a > 2,), ([[[[a]]]],)):
        assert taken(refused) is no
    assert taken((a, a), most=12) is not no and taken((a, a), most=11) is no
    assert taken((a,), types="dD") is not no and taken((a.astype("f"),), types="dD") is no
    assert taken((a, a), axes=1) is not no and taken((a, matrix), axes=1) is no
    assert taken((matrix, a), axes=2) is not no and taken((a, matrix), axes=2) is no and taken(((a, 1),), axes=2) is no
    assert taken((a, 1), places=2) is not no and taken((a, 1, 2), places=2) is no
    options = {"options": frozenset(("lower",))}
    assert taken((a,), {"lower": True}, **options) is not no and taken((a,), {"other": 1}, **options) is no
    assert taken((a,), {"lower": a}) is no and taken((a,), {"lower": None}) is not no
    for strange in (numpy.nan, numpy.inf):
        spoiled = cupy.asarray([1.0, strange, 2.0])
        assert taken((spoiled,)) is not no and taken((spoiled,), finite=True) is no
    assert taken((a,), finite=True) is not no and taken((cupy.arange(12.0)[::2],), finite=True) is no
    assert few.OfFew(None)((a,), by=numpy.sort).get().tolist() == a.get().tolist()
    assert few.OfFew("numpy.linalg.inv")((matrix,)) is no             # which is refused
    with cupy.cuda.Stream():
        assert taken((a,)) is no


@pytest.mark.skipif(not host_memory(), reason="for arrays in the host's memory")
@pytest.mark.parametrize("dtype", ["i4", "i8"])
def test_indices(dtype):
    """Copies of few integers between two numbers, and of nothing else."""
    rng = numpy.random.default_rng(3)
    for _ in range(300):
        size, step = int(rng.integers(0, 6)), int(rng.choice([-1, 1, 2]))
        host = rng.integers(-2, 6, 2 * size).astype(dtype)[::step][:size]
        if rng.random() < 0.5:
            host = numpy.sort(host)
        least, most = rng.integers(-2, 6, 2).tolist()
        given = cupy.asarray(numpy.repeat(host, 2))[::2]
        inside = all(least <= k <= most for k in host)
        ends = inside and size > 0 and host[0] == least and host[-1] == most and (numpy.diff(host) >= 0).all()
        for wanted, found in ((inside, few_indices(given, least, most)), (ends, few_indices(given, least, most, True))):
            assert (found is not None) == wanted
            if wanted:
                assert found.dtype == dtype and found.flags.owndata and found.flags.c_contiguous
                numpy.testing.assert_array_equal(found, host)
    for other in (cupy.zeros((2, 2), dtype), cupy.zeros(5000, dtype), cupy.zeros(3, "f4"), cupy.zeros(3, "u4")):
        assert few_indices(other, 0, 0) is None
    with cupy.cuda.Stream():
        assert few_indices(cupy.zeros(3, dtype), 0, 0) is None


def test_few_elements_are_written_down():
    """While operations are recorded, kernels do what NumPy would have done, so that each has its line."""
    from cupy._runtime import recording

    a, index = cupy.arange(10), cupy.array([1, 2, 3])
    for call in (lambda: a[index], lambda: cupy.bincount(index), lambda: cupy.put(a, index, 7)):
        recording.start(1000)
        try:
            call()
        finally:
            rows, _, _ = recording.stop()
        assert "kernel" in [row[0] for row in rows]


@pytest.mark.skipif(not host_memory(), reason="few elements are NumPy's in the host's memory")
def test_results_that_nobody_else_has():
    """Their memory becomes ours; of what the function keeps, or has from us, it does not."""
    kept, a = numpy.zeros(5000), cupy.zeros(3000)
    shared = cupy.cuda.memory.UnownedMemory
    for give, new in ((lambda x: numpy.zeros(5000), True), (lambda x: kept, False), (lambda x: x, False),
                      (lambda x: numpy.zeros(50), False), (lambda x: numpy.zeros(5000)[::-1], False)):
        for made in (few.OfFew(give)((a,)), few.OfFew(lambda x, give=give: (give(x), 1))((a,))[0],
                     cupy.asarray(few.result_of(lambda x, give=give: give(host_view(x)), (a,)))):
            assert isinstance(made.data.mem, shared) == new
            made += 1
            assert (made == 1).all() and made.flags.owndata
    assert not kept.any() and not a.any()


@pytest.mark.skipif(not host_memory(), reason="kernels work in the host's memory")
def test_arrays_on_numpys_memory():
    """Of any strides; what kernels do not take as it is, is copied."""
    x = numpy.arange(24.0).reshape(4, 6)
    for part in (x, x.T, x[::-1, ::2], x[1, 2:5], x[2:2]):
        a = on_host_array(part)
        assert a.strides == part.strides or not part.size
        a *= 2
        assert (a.get() == part).all()
    fixed = numpy.arange(5.0)
    fixed.flags.writeable = False
    for part in (fixed, fixed.astype(">f8"), numpy.frombuffer(bytes(41), "d", 5, 1)):
        a = on_host_array(part)
        a += 1
        assert (a.get() == part + 1).all()
