"""The package beside nothing but NumPy: float64 does not need ml_dtypes."""
import subprocess
import sys

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
import cupy
x = cupy.arange(10.0)
x[x > 3] = 0
cupy.copyto(x, 5.0, where=x > 2)
cupy.putmask(x, x > 4, cupy.asarray([3.0]))
assert x.get().tolist() == [0, 1, 2, 3] + [0] * 6
assert cupy.piecewise(x, [x < 2, x >= 2], [-1, 1]).get().tolist() == [-1, -1, 1, 1] + [-1] * 6
assert cupy.select([x < 1], [x], 7).get().tolist() == [0, 7, 7, 7] + [0] * 6
assert float(cupy.average(x, weights=x)) == 14 / 6
assert cupy.cov(x).dtype == "f8"
for name in [n for n in dir(cupy) if isinstance(getattr(cupy, n), cupy.ufunc)]:
    f = getattr(cupy, name)
    if "dd->d" in f.types or "d->d" in f.types:
        assert f(*[cupy.ones(2)] * f.nin, dtype="d").dtype == "f8", name
assert abs(cupy.fft.ifft(cupy.fft.fft(x)) - x).max() < 1e-12
assert abs(cupy.fft.irfft(cupy.fft.rfft(x)) - x).max() < 1e-12
assert "ml_dtypes" not in sys.modules
"""


def test_float64_without_ml_dtypes(tmp_path):
    (tmp_path / "ml_dtypes.py").write_text("raise ImportError('not here')\n")
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr
