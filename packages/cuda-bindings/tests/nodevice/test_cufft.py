"""How cuFFT is called, written down by a library that computes nothing."""
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

COMPILER = shutil.which("cc") or shutil.which("gcc")

pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler")

_START = textwrap.dedent("""
    import ctypes, sys
    from cupy_cuda import find

    fake = ctypes.CDLL(sys.argv[1])
    fake.calls.restype = ctypes.c_char_p
    find.load = lambda name: {"cufft": fake}[name]

    from cupy_cuda.adapters import fft

    def calls():
        text = fake.calls().decode()
        fake.forget()
        return text.splitlines()
""")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("cufft") / "libcufft.so"
    source = Path(__file__).with_name("fake_cufft.c")
    subprocess.run([COMPILER, "-shared", "-fPIC", "-o", str(path), str(source)], check=True)
    return path


@pytest.fixture
def run(library):
    def run(script, **environment):
        done = subprocess.run([sys.executable, "-c", _START + textwrap.dedent(script), str(library)],
                              capture_output=True, text=True, env={**os.environ, **environment})
        assert done.returncode == 0, done.stderr
    return run


def test_plan_and_executions(run):
    run("""
        assert fft.version() == 12003
        plan = fft.make_plan(((4, 5, 6), (4, 7, 8), 2, 3, (4, 9, 10), 1, 11, 12), 0x29)
        assert plan.work_size == 4096
        assert calls() == ["create", "auto 1 0",
                           "make 1 n 4 5 6 in 4 7 8 2 3 out 4 9 10 1 11 type 29 batch 12"]
        plan.execute(1 << 40, 2 << 40, True, 3 << 40, 77)
        assert calls() == ["stream 1 77", f"work 1 {3 << 40}", f"cufftExecC2C 1 {1 << 40} {2 << 40} -1"]
        plan.execute(16, 32, False, 3 << 40, 77)        # neither stream nor workspace is set again
        assert calls() == ["cufftExecC2C 1 16 32 1"]
        plan.execute(16, 32, False, 64, 0)
        assert calls() == ["stream 1 0", "work 1 64", "cufftExecC2C 1 16 32 1"]
        del plan
        assert calls() == ["destroy 1"]
    """)


def test_every_type_has_its_function(run):
    run("""
        for kind, name in {0x29: "C2C", 0x2a: "R2C", 0x2c: "C2R", 0x69: "Z2Z", 0x6a: "D2Z", 0x6c: "Z2D"}.items():
            plan = fft.make_plan(((8,), (8,), 1, 8, (8,), 1, 8, 1), kind)
            plan.execute(16, 32, True, 64, 0)
            done = calls()[-1]
            assert done.startswith(f"cufftExec{name} {plan.handle} 16 32")
            assert done.endswith(" -1") == (name in ("C2C", "Z2Z"))
    """)


def test_plans_of_other_types_and_callbacks(run):
    run("""
        plan = fft.Plan(((8,), (8,), 1, 8, (8,), 1, 8, 3), 0, types=(6, 6, 6),
                        callbacks=[("load", b"image", 0, 48)])
        assert calls() == ["create", "auto 1 0", "callback 1 load image 0 48",
                           "xt 1 n 8 1 8 1 8 types 6 6 6 batch 3"]
        plan.execute(16, 32, False, 0, 0)
        assert calls() == ["stream 1 0", "cufftXtExec 1 16 32 1"]
    """)


def test_the_thread_s_own_default_stream(run):
    run("""
        plan = fft.make_plan(((8,), (8,), 1, 8, (8,), 1, 8, 1), 0x29)
        calls()
        plan.execute(16, 32, True, 64, 0)
        assert calls()[0] == "stream 1 2"
    """, CUPY_CUDA_PER_THREAD_DEFAULT_STREAM="1")


def test_errors_carry_the_status(run):
    run("""
        import pickle
        ctypes.c_int.in_dll(fake, "fail").value = 8
        try:
            fft.make_plan(((8,), (8,), 1, 8, (8,), 1, 8, 1), 0x29)
        except fft.Error as error:
            assert error.status == 8 and "CUFFT_INVALID_SIZE" in str(error)
            assert pickle.loads(pickle.dumps(error)).status == 8
        else:
            raise AssertionError
        for layout, kind, expected in ((((8,), (8,), 1, 8, (8, 8), 1, 8, 1), 0x29, ValueError),
                                       (((), (), 1, 8, (), 1, 8, 1), 0x29, ValueError),
                                       (((8,), (8,), 1, 8, (8,), 1, 8, 1), 5, fft.Error)):
            try:
                fft.make_plan(layout, kind)
            except expected:
                pass
            else:
                raise AssertionError
    """)
