"""A backend of fake functions, started in another process: threads, devices, fork."""
import textwrap

import pytest

_START = textwrap.dedent("""
    import ctypes, os, sys, threading
    from types import SimpleNamespace
    from cupy._runtime import driver, errors, registry

    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    calls, kept = [], []

    def number(pointer, value):
        ctypes.cast(pointer, ctypes.POINTER(ctypes.c_int))[0] = value
        return 0

    actions = {
        "device_count": lambda a, b, c: number(a, DEVICES),
        "device_attribute": lambda a, b, c: number(c, 32),
        "device_set": lambda a, b, c: calls.append((threading.get_ident(), (a or 0) & 0xffffffff)) or 0,
    }

    def capsule(name, signature):
        function, text = kind(actions.get(name, lambda a, b, c: 0)), signature.encode()
        kept.extend((function, text))
        return new(ctypes.cast(function, ctypes.c_void_p), text, None)

    capsules = {name: capsule(name, text) for name, text in driver.signatures().items() if name not in MISSING}
    module = SimpleNamespace(__pyx_capi__=capsules)
    backend = SimpleNamespace(name=NAME, **dict.fromkeys(
        ("host_memory", "serial_blocks", "synchronous", "compiled_ahead"), NAME == "host"), driver=lambda: module)
    registry.choose = lambda: backend
""")


@pytest.fixture
def run_started(run_python):
    def run(script, name="cuda", missing=(), devices=2):
        given = f"NAME, MISSING, DEVICES = {name!r}, {missing!r}, {devices}\n"
        return run_python(given + _START + textwrap.dedent(script))
    return run


def test_devices_beyond_the_tables_are_not_known(run_started):
    assert run_started("print(driver.device_count())", devices=40).split() == ["32"]
    assert run_started("print(driver.device_count())", devices=32).split() == ["32"]


def test_started_at_first_use_only(run_started):
    assert run_started("""
        print(driver.started())
        print(driver.device_count(), driver.started(), driver.backend() is backend)
    """).split() == ["None", "2", "cuda", "True"]


def test_device_is_per_thread(run_started):
    assert run_started("""
        driver.set_device(1)
        seen = []
        thread = threading.Thread(target=lambda: seen.append(driver.current_device()))
        thread.start(); thread.join()
        print(driver.current_device(), seen, [device for _, device in calls])
    """).strip() == "1 [0] [1]"


@pytest.mark.parametrize("device", [-1, 2])
def test_device_that_does_not_exist(run_started, device):
    assert "does not exist: the cuda backend has 2" in run_started(f"""
        try:
            driver.set_device({device})
        except errors.BackendError as error:
            assert error.status == 101
            print(error)
    """)


def test_function_that_the_backend_lacks(run_started):
    assert "name of device 0: the cuda backend has no such function" in run_started("""
        try:
            driver.device_name(0)
        except errors.BackendError as error:
            print(error)
    """, missing=("device_name",))


def test_backend_that_does_not_start(run_started):
    out = run_started("""
        for _ in range(2):
            try:
                driver.backend()
            except errors.BackendError as error:
                print(error)
        print(driver.started())
    """, missing=("init",))
    assert out.count("starting the backend") == 2
    assert out.endswith("None\n")


_FORK = """
    PREPARE
    child = os.fork()
    if child == 0:
        try:
            driver.set_device(0)
            print("usable", flush=True)
        except errors.ForkError as error:
            print(error, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
    driver.set_device(0)
    print("parent goes on")
"""


def test_fork_after_start(run_started):
    out = run_started(_FORK.replace("PREPARE", "driver.backend()"))
    assert "making device 0 current: the cuda backend was started before" in out
    assert "get_context('spawn')" in out
    assert "parent goes on" in out


def test_fork_before_start(run_started):
    assert "usable" in run_started(_FORK.replace("PREPARE", ""))


def test_host_survives_a_fork(run_started):
    assert "usable" in run_started(_FORK.replace("PREPARE", "driver.backend()"), name="host")
