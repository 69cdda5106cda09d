"""What tests on the HIP of the tests' own share: the libraries, built once, and a Python that uses them."""
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

#: Where the HIP of the tests' own is, in a checkout.
CI = Path(__file__).parents[4] / "ci"
if (CI / "hip_shim").is_dir() and str(CI) not in sys.path:
    sys.path.append(str(CI))


@pytest.fixture(scope="session")
def shim(tmp_path_factory):
    """Variables with which the ROCm backend runs on the CPU, or on what this process's shim runs."""
    hip_shim = pytest.importorskip("hip_shim")
    if not (shutil.which("c++") or shutil.which("g++")):
        pytest.skip("no C++ compiler")
    folder = tmp_path_factory.mktemp("shim")
    over = os.environ.get("CUPY_HIP_SHIM", "host")
    hip_shim.build(folder, over)
    return hip_shim.environment(folder, over)


@pytest.fixture(scope="session")
def run(shim):
    """Gives what a Python of its own prints, on the shim unless other variables are given."""
    def run(script, environment=shim):
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True,
                              env={**os.environ, **environment})
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout
    return run
