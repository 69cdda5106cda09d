"""Prove in fresh environments what each wheel needs and what it leaves alone.

    python ci/tools/install_matrix.py WHEEL ...

For each row of `MATRIX` an environment is made, the wheels named there are installed
with their dependencies and nothing else, and a script runs in it.
"""
import os
import subprocess
import sys
import tempfile
import textwrap
import zipfile
from pathlib import Path

#: Wheel's name → the folder that it may own.
ROOTS = {"cupy_core": "cupy", "cupy_scipy_ext": "cupyx", "cupy_cuda_bindings": "cupy_cuda",
         "cupy_rocm_bindings": "cupy_rocm", "cupy_testing": "cupy_testing"}

#: Second folders: modules of the first by CuPy's other path.
ALIASES = {"cupy_core": "cupy_backends"}

PRELUDE = """
import subprocess, sys, time

FOREIGN = {"scipy", "pytest", "hypothesis", "cuda", "nvidia", "nvmath", "nccl", "hip", "cupyx", "cupy_testing"}

def assert_none_loaded(*allowed):
    loaded = {name.split(".")[0] for name in sys.modules} & FOREIGN - set(allowed)
    assert not loaded, f"loaded: {sorted(loaded)}"
    maps = open("/proc/self/maps").read()
    for library in ("libcuda", "libnvrtc", "libcublas", "libnccl", "libamdhip", "libhiprtc"):
        assert library not in maps, f"{library} is open"
"""

CORE = """
import cupy
assert_none_loaded()
assert not [name for name in sys.modules if name.startswith("cupy._core")], "importing cupy loaded its engine"
a = cupy.arange(6, dtype="float32").reshape(2, 3)
assert cupy.asnumpy((a * 2 + cupy.sin(a)).sum(axis=0)).shape == (3,)
assert float((a + a).sum()) == 30
assert_none_loaded()
assert "numpy" in sys.modules

TIMED = "import numpy, time; t = time.perf_counter(); import cupy; cupy.ndarray; print(time.perf_counter() - t)"
took = min(float(subprocess.run([sys.executable, "-c", TIMED], capture_output=True, text=True, check=True).stdout)
           for _ in range(5))
print(f"import cupy and its engine, after numpy: {took * 1e3:.0f} ms")
assert took < 0.1, "importing cupy takes more than 100 ms"

import importlib.metadata
needed = {name.split(">")[0] for name in importlib.metadata.requires("cupy-core") if "extra" not in name}
assert needed == {"numpy"}, needed
info = subprocess.run([sys.executable, "-m", "cupy", "info"], capture_output=True, text=True, check=True).stdout
assert "pip install" in info, info
try:
    cupy.testing.assert_array_equal
except ImportError as error:
    assert "cupy-testing" in str(error), error
else:
    raise AssertionError("cupy.testing works without cupy-testing")
"""

SCIPY_EXT = """
import cupyx
assert_none_loaded("cupyx")
import cupy
from cupyx.scipy.ndimage import gaussian_filter
import numpy, scipy.ndimage
image = numpy.random.default_rng(0).random((50, 40))
numpy.testing.assert_allclose(cupy.asnumpy(gaussian_filter(cupy.asarray(image), 2)),
                              scipy.ndimage.gaussian_filter(image, 2), rtol=1e-6)
"""

BINDINGS = """
import cupy_{name}.backend as backend
assert_none_loaded()
assert "cupy" not in sys.modules and "numpy" not in sys.modules
start = time.perf_counter()
found = backend.probe()
took = time.perf_counter() - start
print(f"devices: {{found.devices}}; {{found.reason}} -> {{found.fix}} ({{took * 1e3:.0f}} ms)")
assert found.devices or (found.reason and found.fix)
assert took < 0.2 or found.devices
"""

TOGETHER = """
import os, warnings
import cupy
info = subprocess.run([sys.executable, "-m", "cupy", "info"], capture_output=True, text=True, check=True).stdout
print(info)
for name in ("cuda", "rocm"):
    done = subprocess.run([sys.executable, "-c", "import cupy; cupy.arange(3)"], capture_output=True, text=True,
                          env={**os.environ, "CUPY_BACKEND": name})
    assert done.returncode == 0 or f"CUPY_BACKEND={name}" in done.stderr, done.stderr
os.environ["CUPY_BACKEND"] = "host"
assert cupy.asnumpy(cupy.arange(3) + 1).tolist() == [1, 2, 3]
"""

TESTING = """
import cupy.testing
cupy.testing.assert_array_equal(cupy.arange(3), [0, 1, 2])
assert_none_loaded("pytest", "hypothesis", "cupy_testing")
"""

#: What is installed, what is run there.
MATRIX = [
    (["cupy_core"], CORE),
    (["cupy_core", "cupy_scipy_ext"], SCIPY_EXT),
    (["cupy_cuda_bindings"], BINDINGS.format(name="cuda")),
    (["cupy_rocm_bindings"], BINDINGS.format(name="rocm")),
    (["cupy_core", "cupy_cuda_bindings", "cupy_rocm_bindings"], TOGETHER),
    (["cupy_core", "cupy_testing"], TESTING),
]


def check_ownership(wheels):
    """Every file of a wheel lies under its own root; so no two wheels own the same one."""
    for name, path in wheels.items():
        with zipfile.ZipFile(path) as archive:
            strangers = [entry for entry in archive.namelist()
                         if entry.split("/")[0] not in (ROOTS[name], ALIASES.get(name)) and ".dist-info/" not in entry]
        if strangers:
            raise SystemExit(f"{path.name} owns files outside {ROOTS[name]}/: {strangers[:5]}")
    print(f"{len(wheels)} wheels, no file owned by two")


def check_row(wheels, names, script, folder):
    """Install and run; returns whether it went well."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = Path(folder) / "bin" / "python"
    links = [f"--find-links={path.parent}" for path in wheels.values()]
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *links,
                    *(wheels[name] for name in names)], check=True)
    hidden = {"PYTHONPATH", "CUPY_BACKEND"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run([python, "-c", textwrap.dedent(PRELUDE + script)], cwd=folder,
                          env={**environment, "CUPY_CACHE_DIR": os.path.join(folder, "cache")})
    return done.returncode == 0


def main(paths):
    """Check all rows; the number of those that failed is the exit status."""
    wheels = {path.name.split("-")[0]: path for path in map(Path, paths)}
    if wheels.keys() != ROOTS.keys():
        raise SystemExit(f"wanted wheels of {', '.join(ROOTS)}; got {', '.join(wheels)}")
    check_ownership(wheels)
    failed = 0
    for names, script in MATRIX:
        print(f"--- {' + '.join(names)}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            good = check_row(wheels, names, script, folder)
        failed += not good
        print("ok" if good else "FAILED", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
