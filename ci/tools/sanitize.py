"""Build core with the address and undefined-behaviour sanitizers and run a sample of its tests on it.

    python ci/tools/sanitize.py [--work FOLDER] [pytest arguments ...]

The sources are copied, so that the extension modules of the working tree stay what they are.  Kernels that are compiled
at run time are not instrumented; the code that makes, launches and frees is.

    python ci/tools/sanitize.py --threads

builds the host backend with the thread sanitizer instead, without Python, and runs `races.cpp` on it.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ("-fsanitize=address,undefined -fno-sanitize=vptr,alignment -fno-sanitize-recover=undefined "
         "-fno-omit-frame-pointer")
SAMPLE = ("backend/_indexing", "backend/bad_input/test_unaligned.py", "backend/_host/test_capture.py",
          "backend/protocols", "backend/_core/test_raw.py")


def runtime(name):
    """The path of one of the compiler's sanitizer libraries."""
    return subprocess.run([*os.environ.get("CXX", "c++").split(), f"-print-file-name={name}"], check=True,
                          capture_output=True, text=True).stdout.strip()


def threads():
    """Status of the program whose threads share what the host backend's do; 0 where the sanitizer does not work."""
    core = ROOT / "packages" / "core"
    source = core / "src" / "cupy"
    with tempfile.TemporaryDirectory() as folder:
        command = [*os.environ.get("CXX", "c++").split(), "-std=c++17", "-O1", "-g", "-fsanitize=thread"]
        empty = Path(folder, "empty.cpp")
        empty.write_text("int main() {}\n")
        probe = subprocess.run([*command, str(empty), "-o", f"{folder}/empty"])
        if probe.returncode or subprocess.run([f"{folder}/empty"]).returncode:
            print("not checked: this compiler's thread sanitizer does not work here")
            return 0
        command += [*(f"-I{path}" for path in (
            source / "_host", source / "_host" / "kernels", source, source / "_runtime", source / "_kernels")),
                    *map(str, sorted((source / "_host").glob("*.cpp"))),
                    str(core / "tests" / "nodevice" / "_host" / "races.cpp"), "-o", f"{folder}/races", "-ldl",
                    "-pthread"]
        subprocess.run(command, check=True)
        environment = {**os.environ, "CUPY_HOST_THREADS": "4", "TSAN_OPTIONS": "die_after_fork=0 halt_on_error=1"}
        return subprocess.run([f"{folder}/races"], env=environment).returncode


def main(arguments):
    if arguments == ["--threads"]:
        return threads()
    work = ROOT / "build" / "sanitize"
    if arguments[:1] == ["--work"]:
        work, arguments = Path(arguments[1]), arguments[2:]
    for name in ("packages/core", "packages/testing", "ci/tools"):
        shutil.copytree(ROOT / name, work / name, dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([sys.executable, "ci/tools/inplace.py", "core"], cwd=work, check=True,
                   env={**os.environ, "CXX": f"{compiler} {FLAGS}"})
    tests = work / "packages" / "core" / "tests"
    environment = {
        **os.environ, "CUPY_BACKEND": "host", "PYTHONPATH": os.pathsep.join(
            str(work / "packages" / name / "src") for name in ("core", "testing")),
        "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libubsan.so')}",
        # Python's own memory is not all freed at its end; faults of kernels are the tests' business.
        "ASAN_OPTIONS": "detect_leaks=0,handle_segv=0,handle_sigbus=0,handle_sigfpe=0,handle_sigill=0,"
                        "allocator_may_return_null=1,detect_stack_use_after_return=0",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "CUPY_CACHE_DIR": str(work / "kernels"),
    }
    chosen = arguments or [str(tests / name) for name in SAMPLE]
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler",
                           *chosen], cwd=work, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
