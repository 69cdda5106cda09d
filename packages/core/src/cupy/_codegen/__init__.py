"""From an operation and its element types to C++ text; no device is needed.

A generated text instantiates skeletons of ``_kernels/device``; it holds no algorithm.
"""

__all__ = ["units"]


def units(language="cuda"):
    """Yield every module of built-in kernels; see `cupy._codegen.builtin.units`."""
    from cupy._codegen import builtin

    return builtin.units(language)
