"""Quotients and remainders of the host's integers: exact, and the same for every instruction set."""
import ctypes
from pathlib import Path

import numpy
import pytest

from cupy._host import compiler as host

KERNELS = Path(__file__).parents[3] / "src" / "cupy" / "_kernels"
TYPES = {"b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32", "I": "uint32", "l": "int64",
         "L": "uint64"}
NAMES = "floor_divide", "remainder", "fmod"

SOURCE = '#include "math/division.hpp"\n' + "".join(f'''
extern "C" __attribute__((visibility("default")))
void {name}_{char}(const cupy::{T} *a, const cupy::{T} *b, cupy::{T} *out, long n) {{
#pragma GCC ivdep
    for (long i = 0; i < n; ++i) out[i] = cupy::{name}(a[i], b[i]);
}}''' for name in NAMES for char, T in TYPES.items())


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """For every instruction set of this machine."""
    folder, made, found = tmp_path_factory.mktemp("division"), host.HostCompiler(), []
    if made.libraries()[0][1] is None:
        pytest.skip("no C++ compiler is here")
    for target in (made.target(), *made.compatible(made.target())):
        path = folder / f"{target}.so"
        path.write_bytes(made.compile(SOURCE, name="division", target=target, include_roots=(str(KERNELS),)).image)
        found.append(ctypes.CDLL(str(path)))
    return found


def pairs(char):
    """Numbers of every size, multiples and their neighbours, and the ends of the type."""
    rng, info = numpy.random.default_rng(5), numpy.iinfo(char)
    n, bits = 40_000, info.bits
    every = [rng.integers(info.min, info.max, n, char, endpoint=True) >> rng.integers(0, bits, n).astype(char)
             for _ in range(3)]
    ends = numpy.array([info.min, info.min + 1, info.min // 2, 0, 1, 2, 3, info.max // 2, info.max // 2 + 1,
                        info.max - 1, info.max, *([-1, -2, -3] if info.min else [])], char)
    a, b = (part.ravel() for part in numpy.meshgrid(ends, ends))
    x, y, z = every
    multiples = y * (z >> numpy.array(bits // 2).astype(char))
    return (numpy.concatenate([x, multiples, multiples - numpy.array(1).astype(char), a]),
            numpy.concatenate([y, y, y, b]))


@pytest.mark.parametrize("char", TYPES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_quotients(builds, name, char):
    x, y = pairs(char)
    wanted = getattr(numpy, name)(x, y)
    wanted[y == 0] = 0
    for build in builds:
        found = numpy.empty_like(x)
        pointers = [part.ctypes.data_as(ctypes.c_void_p) for part in (x, y, found)]
        getattr(build, f"{name}_{char}")(*pointers, ctypes.c_long(x.size))
        numpy.testing.assert_array_equal(found, wanted)
