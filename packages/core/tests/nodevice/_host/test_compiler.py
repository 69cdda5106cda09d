"""The system's compiler: targets, options, and what is said when it is missing."""
import os
import shutil
import stat
import subprocess
import sys

import pytest

from cupy._host import compiler as host
from cupy._host.errors import CompileError
from cupy._host.options import translate

KERNEL = '''
extern "C" __attribute__((visibility("default"))) const int one__info[] = {0, 1, 8};
extern "C" __attribute__((visibility("default"))) void one(void **params, unsigned, unsigned) {
    **(int **)params[0] = 1;
}
'''


@pytest.fixture
def compiler():
    return host.HostCompiler()


def test_target_is_one_of_its_own(compiler):
    target = compiler.target()
    assert compiler.compile(KERNEL, name="one", target=target).image.startswith(b"\x7fELF")


def test_compatible_targets_best_first(compiler):
    assert compiler.compatible("x86-64-v3") == ("x86-64-v2", "x86-64")
    assert compiler.compatible("x86-64") == ()
    assert compiler.compatible("aarch64") == ()


@pytest.mark.skipif(not shutil.which("aarch64-linux-gnu-g++"), reason="needs a compiler for aarch64")
def test_atomics_for_another_processor_need_no_library(compiler, monkeypatch):
    monkeypatch.setenv("CUPY_HOST_CXX", "aarch64-linux-gnu-g++")
    source = KERNEL.replace("**(int **)params[0] = 1", "__atomic_fetch_add(*(int **)params[0], 1, __ATOMIC_SEQ_CST)")
    assert compiler.compile(source, name="one", target="aarch64").image[18:20] == b"\xb7\0"      # EM_AARCH64


@pytest.mark.parametrize("target", ["sm_90", "x86-64-v3;rm", "", "x86-64-v9", "x86-64-v3-mvec222"])
def test_unknown_target(compiler, target):
    with pytest.raises(CompileError, match="not a target of the host"):
        compiler.compile(KERNEL, name="one", target=target)


def test_undefined_name_is_found_when_compiling(compiler):
    with pytest.raises(CompileError, match="nowhere"):
        compiler.compile('extern "C" void nowhere();\n' + KERNEL.replace("= 1;", "= 1; nowhere();"), name="one",
                         target=compiler.target())


def test_message_has_the_line_of_the_source(compiler):
    with pytest.raises(CompileError) as caught:
        compiler.compile("int fine;\nint broken = ;\n", name="my kernel", target=compiler.target())
    assert "my_kernel.cpp:2:" in caught.value.log
    assert caught.value.source == "int fine;\nint broken = ;\n"


def test_nothing_is_left_behind(compiler, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    compiler.compile(KERNEL, name="one", target=compiler.target())
    assert os.listdir(tmp_path) == []


def test_no_compiler(compiler, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CUPY_HOST_CXX", raising=False)
    assert compiler.version() == "none"
    with pytest.raises(CompileError, match="apt-get install g\\+\\+"):
        compiler.compile(KERNEL, name="one", target=compiler.target())
    assert compiler.libraries()[0][1] is None


def test_named_compiler_is_missing(compiler, monkeypatch):
    monkeypatch.setenv("CUPY_HOST_CXX", "/no/such/c++ -m64")
    with pytest.raises(CompileError, match="CUPY_HOST_CXX names '/no/such/c\\+\\+'"):
        compiler.compile(KERNEL, name="one", target=compiler.target())


def test_named_compiler_with_words(compiler, monkeypatch, tmp_path):
    wrapper = tmp_path / "my compiler"
    wrapper.write_text(f'#!/bin/sh\necho "$1" > "{tmp_path}/first"\nexec c++ "$@"\n')
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("CUPY_HOST_CXX", f"'{wrapper}' -DMINE")
    compiler.compile(KERNEL, name="one", target=compiler.target())
    assert (tmp_path / "first").read_text() == "-DMINE\n"


@pytest.mark.parametrize("options, words", [
    (("--std=c++14",), ["-std=c++17"]),
    (("-std=c++20",), ["-std=c++20"]),
    (("-DN=4", "-I/a b", "--define-macro=M=1", "-D", "K"), ["-DN=4", "-I/a b", "-D", "M=1", "-D", "K"]),
    (("--use_fast_math", "--fmad=false"), ["-ffast-math", "-ffp-contract=off"]),
    (("-arch=sm_90", "-arch", "sm_80", "-lineinfo", "--maxrregcount=32", "-G"), []),
    (("--include-path", "/x"), ["-I", "/x"]),
])
def test_options(options, words):
    assert translate(options) == words


def test_integers_wrap_and_nan_stays(compiler):
    import ctypes
    import tempfile

    source = KERNEL.replace("**(int **)params[0] = 1;", """
        int *x = *(int **)params[0];
        x[0] = x[1] + 1 > x[1];
        float f = *(float *)&x[2];
        x[3] = f != f;""")
    image = compiler.compile(source, name="one", target=compiler.target()).image
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(image)
        file.flush()
        values = (ctypes.c_int * 4)(9, 2**31 - 1, 0x7FC00000, 9)
        pointer = ctypes.c_void_p(ctypes.addressof(values))
        params = (ctypes.c_void_p * 1)(ctypes.addressof(pointer))
        ctypes.CDLL(file.name).one(params, 0, 1)
    assert list(values) == [0, 2**31 - 1, 0x7FC00000, 1]


def test_sigchld_is_ignored():
    """The system takes the compiler's end away then, before it can be asked for."""
    program = ("import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
               "from cupy._host.compiler import HostCompiler\n"
               "compiler = HostCompiler()\n"
               f"compiler.compile({KERNEL!r}, name='one', target=compiler.target())\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
