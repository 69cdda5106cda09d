"""`import cupy` waits for nothing but the tables of names: no NumPy, and nothing that only types need."""
import subprocess
import sys

SLOW = {"collections", "contextlib", "ctypes", "enum", "functools", "numpy", "re", "threading", "typing"}


def test_little_is_loaded_with_the_package():
    code = f"import sys; sys.path[:] = {sys.path!r}; import cupy; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout
    assert "cupy._runtime.public_names" in loaded.split()
    assert not SLOW.intersection(loaded.split())
