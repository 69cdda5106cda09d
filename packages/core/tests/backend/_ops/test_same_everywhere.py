"""An element's result depends on its operands and their dtypes alone, whatever lies around it and whatever is fused."""
import importlib
import pkgutil

import numpy
import pytest

import cupy
import cupy._ops
from cupy_testing import samples

#: Dtypes whose results are rounded; E is bfloat16.
CHARS = "efdFD"


def rounded_loops():
    """``(name, dtype char)`` of the loops whose operands all have one rounded dtype."""
    found = set()
    for info in pkgutil.iter_modules(cupy._ops.__path__):
        module = importlib.import_module(f"cupy._ops.{info.name}")
        for name in getattr(module, "__all__", ()):
            spec = getattr(getattr(module, name), "spec", None)
            if hasattr(cupy, name) and hasattr(spec, "rows") and spec.name == name:
                found |= {(name, ins[0]) for ins, _, _ in spec.loops()
                          if ins not in spec.refuse and set(ins) == {ins[0]} and ins[0] in CHARS + "E"}
    return sorted(found)


EVERY = rounded_loops()
LOOPS = [(name, char) for name, char in EVERY if char in CHARS]


def results(value):
    return value if isinstance(value, tuple) else (value,)


def bits(x):
    """The bytes of an array; all NaN are one."""
    x = x.get()
    if x.dtype.kind == "c":
        x = x.view(x.real.dtype)
    rounded = x.dtype.kind == "f" or x.dtype.name == "bfloat16"
    return numpy.where(x != x, x.dtype.type(numpy.nan), x).tobytes() if rounded else x.tobytes()


def check(found, wanted, what):
    for one, other in zip(results(found), results(wanted), strict=True):
        assert one.dtype == other.dtype
        assert bits(one) == bits(other), what


def operands(name, char, n):
    spec = getattr(cupy, name).spec
    host = numpy.broadcast_arrays(*samples.operands(spec, char * spec.nin, n=n))
    return [cupy.asarray(numpy.ascontiguousarray(x)) for x in host]


#: Of other lengths, beginnings and strides than the whole.
PARTS = (slice(1), slice(3), slice(101), slice(1, 18), slice(5, None), slice(None, None, 3), slice(None, None, -1),
         slice(7, 8))


@pytest.mark.optional
@pytest.mark.parametrize("name", [name for name, char in EVERY if char == "E"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_where_an_element_of_bfloat16_lies(name):
    pytest.importorskip("ml_dtypes")
    check_places(name, "E")


@pytest.mark.parametrize(("name", "char"), LOOPS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_where_an_element_lies(name, char):
    check_places(name, char)


def check_places(name, char):
    function, arrays = getattr(cupy, name), operands(name, char, 203)
    whole = results(function(*arrays))
    for part in PARTS:
        check(function(*[x[part] for x in arrays]), tuple(cupy.ascontiguousarray(y[part]) for y in whole), part)
    matrices = [x[:200].reshape(8, 25).T for x in arrays]
    check(function(*matrices), tuple(cupy.asarray(y[:200].reshape(8, 25).T, order="A") for y in whole), "transposed")


#: Functions of which the host looks at many operands at once.
MANY = ("exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh "
        "cbrt arctan2 power").split()


@pytest.mark.parametrize("char", "efd")
@pytest.mark.parametrize("name", MANY)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_special_numbers_among_many(name, char):
    """What an operand gives does not depend on what others give that are computed with it."""
    function, rng = getattr(cupy, name), numpy.random.default_rng(23)
    low, high = (1, 9) if name == "arccosh" else (0.1, 0.9)
    host = [rng.uniform(low, high, 1700).astype(char) for _ in range(function.nin)]
    special = numpy.array([0, -0.0, numpy.inf, -numpy.inf, numpy.nan, -2, 6e-8, 60000], char)
    with_special = [numpy.insert(x, 900, special) for x in host]
    whole = function(*map(cupy.asarray, with_special)).get()
    plain = function(*map(cupy.asarray, host)).get()
    numpy.testing.assert_array_equal(numpy.delete(whole, numpy.s_[900:908]), plain)
    each = [function(*[cupy.asarray(x[k:k + 1]) for x in with_special]).get()[0] for k in range(895, 912)]
    numpy.testing.assert_array_equal(whole[895:912], numpy.array(each))
    numpy.testing.assert_allclose(whole, getattr(numpy, name)(*with_special), rtol=4 * numpy.finfo(char).eps)


#: Functions that one fused program computes together.
TOGETHER = 12


def programs():
    for char in CHARS:
        for nin in (1, 2):
            names = [name for name, c in LOOPS if c == char and getattr(cupy, name).spec.nin == nin
                     and getattr(cupy, name).spec.nout == 1]
            yield from ((char, nin, tuple(names[k:k + TOGETHER])) for k in range(0, len(names), TOGETHER))


@pytest.mark.parametrize(("char", "nin", "names"),
                         [pytest.param(*one, id=f"{one[0]}-{one[2][0]}") for one in programs()])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_fused(char, nin, names):
    arrays = operands(names[0], char, 101)
    functions = [getattr(cupy, name) for name in names]
    plain = [function(*arrays) for function in functions]
    together = cupy.fuse(lambda *a: tuple(function(*a) for function in functions))(*arrays)
    for name, one, other in zip(names, together, plain, strict=True):
        check(one, other, name)


@pytest.mark.parametrize("char", CHARS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_programs_of_several_steps(char):
    """Products, sums and functions of each other's results round as they do one by one."""
    rng = numpy.random.default_rng(5)
    dtype = numpy.dtype(char)
    unit = 1 + 1j if dtype.kind == "c" else 1
    a, b, c = (cupy.asarray((rng.standard_normal(103) * unit).astype(dtype)) for _ in range(3))

    def program(a, b, c):
        x = a * b + c
        y = cupy.exp(x) * c - a / (b * b + 1)
        return x, y, a * a - b * b, cupy.sin(x) * cupy.tanh(c) + x**2, cupy.square(a) - b

    for one, other in zip(cupy.fuse(program)(a, b, c), program(a, b, c), strict=True):
        check(one, other, char)
