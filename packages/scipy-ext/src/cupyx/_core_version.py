"""Whether the installed cupy-core has the interface that this package uses."""
from __future__ import annotations

#: The number of the interface, `EXTENSION_API` of cupy's `_version.py`.
NEEDED = 1


def check(package: str, version: str) -> None:
    """Raise ImportError, saying what to install, when cupy-core has another interface.

    Parameters
    ----------
    package : str
        Name of the distribution that asks.
    version : str
        Its version.

    Examples
    --------
    >>> from cupyx._core_version import check
    >>> check("cupy-scipy-ext", "0.1.0")
    """
    from cupy import _version

    found = getattr(_version, "EXTENSION_API", 0)
    if found != NEEDED:
        release = ".".join(version.split(".")[:2])
        raise ImportError(
            f"{package} {version} needs version {NEEDED} of cupy-core's interface for extensions, but cupy-core "
            f"{_version.__version__} has version {found}; install packages of one release: "
            f"pip install 'cupy-core=={release}.*' '{package}=={release}.*'")
