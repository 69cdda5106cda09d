"""Every ufunc, in every loop, in every memory layout, against NumPy.

Nothing here names an operation: the tables of `cupy._ops` say what there is, which types it
takes, where it is defined and how exact it is.
"""
import importlib
import itertools
import pkgutil

import numpy
import pytest

import cupy
import cupy._ops
from cupy_testing import samples
from cupy_testing.layouts import LAYOUTS

try:
    import ml_dtypes
except ImportError:
    ml_dtypes = None


def every_loop():
    """``(name, input chars, output chars)`` of each loop that an array can reach."""
    found = {}
    for info in pkgutil.iter_modules(cupy._ops.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"cupy._ops.{info.name}")
        for name in getattr(module, "__all__", ()):
            spec = getattr(getattr(module, name), "spec", None)
            if isinstance(getattr(numpy, name, None), numpy.ufunc) and hasattr(spec, "rows"):
                for ins, outs, _ in reversed(spec.loops()):
                    if ins not in spec.refuse:
                        found[spec.name, ins] = outs
    return sorted((name, ins, outs) for (name, ins), outs in found.items())


LOOPS = [pytest.param(*loop, marks=pytest.mark.optional if "E" in loop[1] + loop[2] else ())
         for loop in every_loop()]

#: Layouts of the operands, tried together.
ARRANGEMENTS = [
    ("contiguous",) * 3, ("fortran",) * 3, ("transposed", "contiguous", "fortran"),
    ("every_other", "backwards", "contiguous"), ("backwards", "every_other", "offset"),
    ("offset", "offset", "offset"),
]


def _spec(name):
    return getattr(cupy, name).spec


def _results(value):
    return value if isinstance(value, tuple) else (value,)


def _check(spec, ins, outs, device, host, wanted):
    got = _results(getattr(cupy, spec.name)(*device))
    assert len(got) == len(wanted)
    host = numpy.broadcast_arrays(*host)
    for actual, want in zip(got, wanted):
        assert isinstance(actual, cupy.ndarray)
        samples.assert_close(actual.get(), want, samples.tolerance(spec, ins + outs), host, spec.name,
                             spec.test.get("relative_to", "result"))


def _grid(arrays):
    """The arrays as matrices of the same odd width."""
    columns = 9
    rows = arrays[0].size // columns
    return [a[:rows * columns].reshape(rows, columns) for a in arrays]


def test_tables_are_found():
    assert len({name for name, _, _ in every_loop()}) > 80


@pytest.mark.parametrize("name, ins, outs", LOOPS)
def test_values(name, ins, outs):
    if "E" in ins + outs and ml_dtypes is None:
        pytest.skip("needs ml_dtypes")
    spec = _spec(name)
    host = samples.operands(spec, ins)
    wanted = samples.expected(spec, host, outs)
    _check(spec, ins, outs, [cupy.asarray(a) for a in host], host, wanted)


@pytest.mark.parametrize("name, ins, outs", LOOPS)
def test_layouts(name, ins, outs):
    if "E" in ins + outs and ml_dtypes is None:
        pytest.skip("needs ml_dtypes")
    spec = _spec(name)
    host = _grid(samples.operands(spec, ins))
    wanted = samples.expected(spec, host, outs)
    for names in ARRANGEMENTS:
        device = [LAYOUTS[n](cupy, a) for n, a in zip(names, host)]
        _check(spec, ins, outs, device, host, wanted)


@pytest.mark.parametrize("name, ins, outs", LOOPS)
def test_broadcasts_and_small_shapes(name, ins, outs):
    if "E" in ins + outs and ml_dtypes is None:
        pytest.skip("needs ml_dtypes")
    spec = _spec(name)
    host = _grid(samples.operands(spec, ins))
    shapes = [lambda a: a, lambda a: a[:1], lambda a: a[:, :1], lambda a: a[3, 4]]
    for makers in itertools.product(shapes, repeat=len(ins)):
        some = [numpy.asarray(make(a)) for make, a in zip(makers, host)]
        _check(spec, ins, outs, [cupy.asarray(a) for a in some], some,
               samples.expected(spec, some, outs))
    empty = [a[:0] for a in host]
    _check(spec, ins, outs, [cupy.asarray(a) for a in empty], empty,
           samples.expected(spec, empty, outs))
