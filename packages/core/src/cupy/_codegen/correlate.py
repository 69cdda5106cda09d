"""The kernel that slides one vector along another."""
from cupy._codegen.kernel_spec import KernelSpec

__all__ = ["correlate", "units"]

correlate = KernelSpec("device/correlate.hpp", None, "correlate_params.hpp:Correlate", "?ilfdFD")


def units(language="cuda"):
    """Yield the modules of common element types."""
    for unit, _ in correlate.units(language):
        yield unit
