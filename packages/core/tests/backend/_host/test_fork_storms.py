"""Forks while other threads compile, load and import: the children work, none hangs."""
import subprocess
import sys

import pytest

from cupy._runtime import driver

if driver.backend().name != "host":
    pytest.skip("a device does not survive a fork: the children raise ForkError", allow_module_level=True)

PROGRAM = """
import faulthandler, importlib, os, signal, sys, threading, time
import cupy
if {warm}:
    assert int(cupy.arange(5).sum()) == 10
stop = False
def compile_things(k):
    n = 0
    while not stop:
        n += 1
        f = cupy.ElementwiseKernel("float64 x", "float64 y", f"y = x + {{k}} * 1000 + {{n}} + {{os.getpid()}}")
        f(cupy.zeros(3))
def import_things():
    for name in ("fft", "random", "linalg", "polynomial", "testing"):
        getattr(cupy, name)
    while not stop:
        for name in [m for m in sys.modules if m.startswith("cupy.polynomial") or m == "cupy.fft._helper"]:
            sys.modules.pop(name)
        for name in ("cupy.polynomial.polynomial", "cupy.fft._helper"):
            importlib.import_module(name)
threads = [threading.Thread(target=compile_things, args=(k,)) for k in range(2)] + [
    threading.Thread(target=import_things)]
for t in threads:
    t.start()
failed = []
for k in range({forks}):
    pid = os.fork()
    if not pid:
        faulthandler.dump_traceback_later(80)
        try:
            x = cupy.arange(20.0)
            f = cupy.ElementwiseKernel("float64 x", "float64 y", f"y = x * {{k}} + {{os.getpid()}}")
            assert float(f(x)[1]) == k + os.getpid()
            cupy.random.default_rng(1).random(3)
            import cupy.polynomial.polynomial
            import cupy.fft._helper
            os._exit(0)
        except BaseException:
            import traceback
            traceback.print_exc()
            os._exit(1)
    end = time.monotonic() + 100
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            status = "hung"
            break
        time.sleep(0.005)
    if status:
        failed.append((k, status))
stop = True
for t in threads:
    t.join()
assert not failed, failed
"""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("warm, forks", [(True, 10), (False, 4)])
def test_forks(warm, forks, tmp_path):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM.format(warm=warm, forks=forks)],
                          capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-3000:]
