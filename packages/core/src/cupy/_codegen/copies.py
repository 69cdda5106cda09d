"""Text of the kernel that repeats long runs, for devices: device/copies.hpp."""
from cupy._codegen.source import KernelSource

__all__ = ["name", "unit", "units"]


def name(key):
    """The one kernel, whatever the items are."""
    return "repeat_vectors"


def unit():
    """The module with ``repeat_vectors``."""
    text = ('// copies\n#include "device/copies.hpp"\n\n'
            'namespace cupy {\nCUPY_COPIES(repeat_vectors, simt::Chunk<16>)\n}\n')
    return KernelSource("copies", text, ("repeat_vectors",))


def units(language="cuda"):
    """Yield the one module; the host's broadcast copies are as fast."""
    if language != "host":
        yield unit()
