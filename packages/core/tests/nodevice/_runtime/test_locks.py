"""Forks in the midst of other threads' imports and computations: the children find free locks and whole modules."""
import subprocess
import sys

from cupy._runtime.locks import Lock, cached_property

PROGRAM = """
import os, sys, threading, time
from cupy._runtime import locks
locks._PATIENCE = 0.2
sys.path.insert(0, {folder!r})
sys.waiting, sys.begun = True, threading.Event()
held = locks.Lock()
def work():
    with held:
        import slow_to_import
thread = threading.Thread(target=work)
thread.start()
sys.begun.wait()
pid = os.fork()
if not pid:
    sys.waiting = False
    import slow_to_import
    os._exit(slow_to_import.answer if held.acquire(timeout=5) else 9)
stop = time.monotonic() + 20
status = 0
while not status and time.monotonic() < stop:
    status = os.waitpid(pid, os.WNOHANG)[1]
if not status:
    os.kill(pid, 9)
sys.waiting = False
thread.join()
sys.exit(os.waitstatus_to_exitcode(status))
"""


def test_fork_while_a_module_is_half_imported(tmp_path):
    (tmp_path / "slow_to_import.py").write_text(
        "import sys, time\nsys.begun.set()\nwhile sys.waiting:\n    time.sleep(0.01)\nanswer = 42\n")
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", PROGRAM.format(folder=str(tmp_path))],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 42, done.stderr[-2000:]


def test_lock():
    lock = Lock()
    with lock:
        assert lock.locked() and not lock.acquire(blocking=False)
    assert not lock.locked()
    again = Lock(again=True)
    with again, again:
        pass


def test_cached_property():
    class Thing:
        calls = 0

        @cached_property
        def answer(self):
            """What it is."""
            self.calls += 1
            return [42]

    thing = Thing()
    assert thing.answer is thing.answer and thing.calls == 1
    assert Thing.answer.__doc__ == "What it is."
