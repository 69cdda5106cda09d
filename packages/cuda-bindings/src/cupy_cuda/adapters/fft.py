"""cuFFT behind core's protocol of Fourier transforms."""
from cupy_cuda.errors import CufftError as Error
from cupy_cuda.libs.cufft import Plan, version

__all__ = ["Error", "Plan", "make_plan", "version"]

version()       # opens the library: where it is missing, so is the service


def make_plan(layout, kind):
    """A plan of the library for the current device."""
    return Plan(layout, kind)
