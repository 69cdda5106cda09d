"""Prove that what `release.py` made can be installed, and that packages that do not fit say so.

    python ci/tools/check_release.py [FOLDER]

Checks the files as an index would, installs every row of `install_matrix.py` in an
environment of its own, and joins each pair of packages of which one is of the next
release: pip refuses them, and where it is not asked the import names both versions.
Then the first hour of a new user (`first_hour.py`).
"""
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import first_hour
import install_matrix
import release

ROOT = Path(__file__).resolve().parents[2]

#: How a wheel is made one of the next release: file, what stands there, what the next release has.
NEXT = {
    "cupy_core": [("cupy/_version.py", r"EXTENSION_API = (\d+)")],
    "cupy_cuda_bindings": [("cupy_cuda/backend.py", r"^contract_version = (\d+)")],
    "cupy_rocm_bindings": [("cupy_rocm/backend.py", r"^contract_version = (\d+)")],
    "cupy_scipy_ext": [("cupyx/_core_version.py", r"^NEEDED = (\d+)")],
    "cupy_testing": [("cupy_testing/__init__.py", r"^EXTENSION_API = (\d+)")],
}

#: Pairs of which the second is of the next release: what is run, and words of what it says.
PAIRS = [
    ("cupy_core", "cupy_scipy_ext", "import cupyx", ["cupy-scipy-ext", "interface for extensions", "pip install"]),
    ("cupy_scipy_ext", "cupy_core", "import cupyx", ["cupy-scipy-ext", "interface for extensions", "pip install"]),
    ("cupy_core", "cupy_testing", "from cupy import testing; testing.assert_allclose",
     ["cupy-testing", "interface for extensions", "pip install"]),
    ("cupy_testing", "cupy_core", "from cupy import testing; testing.assert_allclose",
     ["cupy-testing", "interface for extensions", "pip install"]),
    ("cupy_core", "cupy_cuda_bindings", "import os; os.environ['CUPY_BACKEND'] = 'cuda'; import cupy; cupy.arange(3)",
     ["contract", "pip install --upgrade cupy-core cupy-cuda-bindings"]),
    ("cupy_core", "cupy_rocm_bindings", "import os; os.environ['CUPY_BACKEND'] = 'rocm'; import cupy; cupy.arange(3)",
     ["contract", "pip install --upgrade cupy-core cupy-rocm-bindings"]),
]


def next_version(version):
    """``0.2.0`` for ``0.1.3``."""
    major, minor = version.split(".")[:2]
    return f"{major}.{int(minor) + 1}.0"


def next_release(wheel, folder):
    """A copy of a wheel whose version and interface are the next ones, its pins too."""
    name, version = wheel.name.split("-")[:2]
    new = next_version(version)
    made = Path(folder) / wheel.name.replace(f"-{version}-", f"-{new}-", 1)
    edits = dict(NEXT[name])
    done = 0
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for entry in old.namelist():
            data = old.read(entry)
            if entry in edits:
                text, done = re.subn(edits[entry], lambda found: found[0].replace(found[1], str(int(found[1]) + 1)),
                                     data.decode(), flags=re.MULTILINE)
                data = text.encode()
            if ".dist-info/" in entry:
                entry = entry.replace(f"-{version}.dist-info", f"-{new}.dist-info")
                if entry.endswith("METADATA"):
                    text = data.decode().replace(f"\nVersion: {version}", f"\nVersion: {new}")
                    data = re.sub(r"(Requires-Dist: cupy-[\w-]+(?:\[\w+\])?\s*)~=[\d.]+", rf"\1~={new}", text).encode()
                elif entry.endswith("RECORD"):
                    data = b""      # pip reads what is there
            out.writestr(entry, data)
    if not done:
        raise SystemExit(f"{wheel.name} has none of {list(edits)}")
    return made


def environment(folder):
    """The Python of a fresh environment, and variables that hide this one."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    hidden = {"PYTHONPATH", "CUPY_BACKEND"}
    return Path(folder) / "bin" / "python", {key: value for key, value in os.environ.items() if key not in hidden}


def pip(python, *words, **more):
    """Run pip in an environment."""
    return subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *map(str, words)],
                          capture_output=True, text=True, **more)


def check_pair(wheels, first, second, script, words):
    """Whether two packages of different releases refuse each other; says what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        python, variables = environment(Path(folder) / "env")
        newer = next_release(wheels[second], folder)
        links = [f"--find-links={wheel.parent}" for wheel in wheels.values()]
        names = tuple(name.replace("_", "-") for name in (first, second))
        pinned = any(line.startswith(names) and "extra" not in line for wheel in (wheels[first], newer)
                     for line in release.metadata(wheel).get_all("Requires-Dist") or ())
        together = pip(python, *links, wheels[first], newer, env=variables)
        if pinned and together.returncode == 0:
            return f"pip installs {wheels[first].name} beside {newer.name}"
        pip(python, "numpy", env=variables, check=True)
        done = pip(python, "--no-deps", wheels[first], newer, env=variables)
        if done.returncode:
            return done.stderr
        done = subprocess.run([python, "-c", script], cwd=folder, env=variables, capture_output=True, text=True)
        if done.returncode == 0:
            return f"{script!r} works with {wheels[first].name} and {newer.name}"
        missing = [word for word in words if word not in done.stderr]
        return f"the error does not say {missing}:\n{done.stderr[-800:]}" if missing else ""


def main(folder):
    """Check everything; the exit status is how many checks failed."""
    folder = Path(folder)
    paths = sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])
    failed = 0
    print("--- twine check", flush=True)
    failed += subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *map(str, paths)]).returncode != 0
    wheels = {path.name.split("-")[0]: path for path in paths if path.suffix == ".whl"}
    failed += install_matrix.main(wheels.values())
    for first, second, script, words in PAIRS:
        print(f"--- {first} with the next {second}", flush=True)
        wrong = check_pair(wheels, first, second, script, words)
        failed += bool(wrong)
        print(wrong or "ok", flush=True)
    print("--- a user's first hour", flush=True)
    return failed + first_hour.main(wheels.values())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist" / "release"))
