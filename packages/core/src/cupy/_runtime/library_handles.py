"""Handles of NVIDIA's libraries for users who call them: one for each thread and device."""
import threading

from cupy._runtime import public_names
from cupy._runtime.stream import get_current_stream

__all__ = []

#: Name → its module of `cupy.cuda`, its functions.
_LIBRARIES = {
    "cublas": ("cublas", "create", "setStream"),
    "cusolver": ("cusolver", "create", "setStream"),
    "cusolver_sp": ("cusolver", "spCreate", "spSetStream"),
    "cusparse": ("cusparse", "create", "setStream"),
    "cutensor": ("cutensor", "create", None),       # takes the stream with each call
}

_local = threading.local()


def handle(name, device):
    """The handle of a library on a device, set to that device's current stream."""
    known = _local.__dict__.setdefault("known", {})
    module, create, set_stream = _LIBRARIES[name]
    library = getattr(public_names.find("cuda"), module)
    with device:
        found = known.get((name, device.id))
        if found is None:
            found = known[name, device.id] = getattr(library, create)()
        if set_stream is not None:
            getattr(library, set_stream)(found, get_current_stream().ptr)
    return found
