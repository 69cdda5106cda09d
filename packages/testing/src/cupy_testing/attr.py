"""Marks under their older names: ``cupy.testing.attr.slow`` and kin."""
from cupy_testing._require import multi_gpu, slow

__all__ = ["cudnn", "gpu", "multi_gpu", "slow"]


def gpu(test):
    """Return the test unchanged: every backend runs every test."""
    return test


def cudnn(test):
    """Return the test unchanged: nothing here uses cuDNN."""
    return test
