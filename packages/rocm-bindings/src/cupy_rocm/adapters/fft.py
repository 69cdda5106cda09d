"""hipFFT behind core's protocol of Fourier transforms."""
from cupy_rocm.errors import HipfftError as Error
from cupy_rocm.libs.hipfft import Plan, version

__all__ = ["Error", "Plan", "keeps_source", "make_plan", "make_typed_plan", "version"]


def make_plan(layout, kind):
    """A plan of the library for the current device."""
    return Plan(layout, kind)


def make_typed_plan(layout, types):
    """A plan of given types, numbered as ``hipDataType``: of source, target and computation."""
    return Plan(layout, 0, types=types)


def keeps_source(rank):
    """Whether a complex-to-real transform leaves its source as it is: hipFFT promises it for none."""
    return False
