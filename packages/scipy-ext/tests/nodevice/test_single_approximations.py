"""Special functions of floats as GPUs with quick doubles compute them, with reciprocals and roots that are a unit off.

Those of the tests' HIP are exact.
"""
import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy
import pytest
import scipy.special

import cupy
import cupyx.scipy.special

_PLATFORM = Path(__file__).parents[3] / "core" / "tests" / "nodevice" / "_kernels" / "simt_platform.hpp"
_KERNELS = Path(cupy.__file__).parent / "_kernels", Path(cupyx.scipy.special.__file__).parent / "_kernels"
_CXX = shutil.which("g++") or shutil.which("clang++")
_HEADERS = "bessel01.hpp", "bessel_ik.hpp", "gammainc.hpp", "elementary.hpp"
_rng = numpy.random.default_rng(5)
_SIZES = numpy.concatenate([10 ** _rng.uniform(-6, 2, 4000), _rng.uniform(0, 12, 4000)]).astype("f")
_ZEROS = {name: getattr(scipy.special, name[0] + "n_zeros")(int(name[1]), 2000).astype("f")
          for name in ("j0", "j1", "y0", "y1")}
_ONE = ("digamma", "erfc", "erfinv", "exp2", "expit", "gamma", "gammaln", "i0", "i0e", "i1", "i1e", "j0", "j1", "k0",
        "k0e", "k1", "k1e", "log_ndtr", "ndtr", "ndtri", "y0", "y1")
_TWO = ("gammainc", "gammaincc", "rel_entr")

pytestmark = pytest.mark.skipif(not _CXX or not _PLATFORM.exists(), reason="needs a compiler and core's tests")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("single")
    (folder / "platform.hpp").write_text(_PLATFORM.read_text())
    loops = [f'extern "C" void single_{name}(const float *x, const float *y, float *out, int n) {{\n'
             f"    for (int i = 0; i < n; i++) out[i] = cupy::special::{name}({args});\n}}\n"
             for names, args in ((_ONE, "x[i]"), (_TWO, "x[i], y[i]")) for name in names]
    loops += [f'extern "C" double double_{name}(double x) {{ return cupy::special::{name}(x); }}\n' for name in _ZEROS]
    (folder / "all.cpp").write_text("".join(f'#include "{x}"\n' for x in ("platform.hpp", *_HEADERS)) + "".join(loops))
    subprocess.run([_CXX, "-std=c++17", "-O1", "-D__constant__=const", "-shared", "-fPIC", f"-I{folder}",
                    *[f"-I{x}" for x in _KERNELS], str(folder / "all.cpp"), "-o", str(folder / "all.so")], check=True)
    return ctypes.CDLL(str(folder / "all.so"))


@pytest.mark.parametrize("name", _ONE + _TWO)
def test_within_twice_one_rounding(library, name):
    x, y = _SIZES, (_SIZES * _rng.uniform(0.3, 3, len(_SIZES))).astype("f")
    if name in ("erfinv", "ndtri"):
        x = _rng.random(8000).astype("f")
    if name in ("erfc", "exp2", "expit", "ndtr", "log_ndtr", "i1", "j1", "gamma"):
        x = numpy.concatenate([x[::2], -x[1::2]])
    if name in _ZEROS:
        x = numpy.concatenate([x, _ZEROS[name], numpy.nextafter(_ZEROS[name], numpy.float32(0))])
    found = numpy.empty_like(x)
    pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (x, y, found)]
    getattr(library, f"single_{name}")(*pointers, len(x))
    with numpy.errstate(all="ignore"):
        exact = getattr(scipy.special, name)(*[a.astype("d") for a in ((x, y) if name in _TWO else (x,))])
    if name in _ZEROS:                                  # beside them SciPy's has lost digits
        function = getattr(library, f"double_{name}")
        function.argtypes, function.restype = (ctypes.c_double,), ctypes.c_double
        exact = numpy.array([function(v) for v in x.tolist()])
    kept = (abs(exact) > 1.2e-38) & (abs(exact) < 3.3e38)
    if name == "gamma":
        kept &= x > -20
    numpy.testing.assert_allclose(found[kept], exact[kept], rtol=2.0 ** -23)
