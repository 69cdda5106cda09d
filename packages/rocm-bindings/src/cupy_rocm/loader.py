"""Finds and opens ROCm's libraries, newest version first."""
import ctypes
import functools
import os

__all__ = ["LIBRARIES", "device_count", "load", "locate", "runtime_version"]

#: Library → soname versions, newest first.
LIBRARIES = {
    "amdhip64": (7, 6, 5),
    "hiprtc": (7, 6, 5),
    "hipblas": (3, 2),
    "hipsolver": (1, 0),
    "hipfft": (0,),
    "hipsparse": (4, 1, 0),
    "hiprand": (1,),
    "rccl": (1,),
}


def _folders():
    roots = (os.environ.get("ROCM_PATH"), os.environ.get("ROCM_HOME"), "/opt/rocm")
    for root in dict.fromkeys(filter(None, roots)):
        yield os.path.join(root, "lib")
    yield "/usr/lib/x86_64-linux-gnu"
    yield "/usr/lib64"


@functools.cache
def locate(name):
    """Path of a library's file, or None."""
    for version in LIBRARIES[name]:
        for folder in _folders():
            path = os.path.join(folder, f"lib{name}.so.{version}")
            if os.path.exists(path):
                return path
    return None


@functools.cache
def load(name):
    """A library opened by ctypes; raises OSError when there is none."""
    attempts = [path for path in (locate(name),) if path]
    attempts += [f"lib{name}.so.{version}" for version in LIBRARIES[name]]
    first = None
    for path in attempts:
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            first = first or error
    raise first


def runtime_version():
    """``(major, minor)`` of the HIP runtime."""
    value = ctypes.c_int()
    load("amdhip64").hipRuntimeGetVersion(ctypes.byref(value))
    return value.value // 10_000_000, value.value // 100_000 % 100


def device_count():
    """How many devices the HIP runtime sees; its status, not its text, says when there is none."""
    value = ctypes.c_int()
    status = load("amdhip64").hipGetDeviceCount(ctypes.byref(value))
    return 0 if status else value.value
