"""Skipping tests that need packages, versions, devices or patience."""
from __future__ import annotations

import importlib
import importlib.metadata
from typing import Any

import numpy
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from cupy_testing._runner import mark, skip_if

#: Tests that take long; choose with ``-m slow`` or ``-m "not slow"``.
slow = mark("slow")


def installed(*specifiers: str) -> bool:
    """Whether every requirement is installed.

    Parameters
    ----------
    *specifiers : str
        Requirements as pip takes them.

    Returns
    -------
    bool
        False for packages that are missing or of another version too.

    Examples
    --------
    >>> from cupy import testing
    >>> testing.installed("numpy>=1.20", "pytest")
    True
    >>> testing.installed("numpy<1")
    False
    """
    return all(_satisfied(Requirement(text)) for text in specifiers)


def _satisfied(requirement: Any) -> bool:
    if requirement.marker is not None and not requirement.marker.evaluate():
        return True
    try:
        version = importlib.metadata.version(requirement.name)
    except importlib.metadata.PackageNotFoundError:
        try:
            version = importlib.import_module(requirement.name).__version__
        except (ImportError, AttributeError):
            return False
    return requirement.specifier.contains(version, prereleases=True)


def with_requires(*requirements: str) -> Any:
    """Skip a test, or a test class, unless every requirement is installed.

    Parameters
    ----------
    *requirements : str
        Requirements as pip takes them.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.with_requires("numpy>=2.0")
    ... def test_new():
    ...     assert True
    """
    return skip_if(not installed(*requirements), "requires: " + ", ".join(requirements))


def numpy_satisfies(version_range: str) -> bool:
    """Whether NumPy's version is in the range.

    Parameters
    ----------
    version_range : str
        Version specifiers, such as ``">=1.25, <3"``.

    Returns
    -------
    bool
        For conditions of tests.

    Examples
    --------
    >>> from cupy import testing
    >>> testing.numpy_satisfies(">=1.20")
    True
    """
    return SpecifierSet(version_range).contains(numpy.__version__, prereleases=True)


def multi_gpu(gpu_num: int) -> Any:
    """Skip a test unless there are at least `gpu_num` devices.

    Parameters
    ----------
    gpu_num : int
        Number of devices needed.

    Examples
    --------
    >>> from cupy import testing
    >>> @testing.multi_gpu(2)
    ... def test_two():
    ...     import cupy
    ...     cupy.cuda.Device(1).use()
    """
    return skip_if(_fewer_devices(gpu_num), f"needs {gpu_num} devices")


def _fewer_devices(number: Any) -> bool:
    import cupy

    try:
        return cupy.cuda.runtime.getDeviceCount() < number
    except Exception:
        return number > 0
