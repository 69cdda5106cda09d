"""The kernels that count in bins and find extremes, and what of them is compiled in advance."""
from cupy._codegen.kernel_spec import KernelSpec

__all__ = ["extent", "histogram", "units"]

#: By dtype chars of items, of comparisons, and of weights (``?``: none).
histogram = KernelSpec("device/histogram.hpp", None, "histogram_params.hpp:Histogram",
                       ("Bl?", "il?", "ll?", "ild", "lld", "ff?", "dd?", "ffd", "ddd"))
extent = KernelSpec("device/extent.hpp", None, "extent_params.hpp:Extent", "Bilfd")


def units(language="cuda"):
    """Yield the modules of common element types."""
    for kernel in (histogram, extent):
        for unit, _ in kernel.units(language):
            yield unit
