"""The libraries that the ROCm backend can use: sonames and the packages that hold them."""
from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIBRARIES", "ROCM", "Library", "install_command"]

#: What installs the HIP runtime.
ROCM = "install ROCm 6.0 or newer (https://rocm.docs.amd.com/projects/install-on-linux)"


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library: its soname's stem and versions, newest first, and the system package with it."""

    stem: str
    versions: tuple
    package: str

    def sonames(self) -> list[str]:
        """File names, newest first."""
        return [f"lib{self.stem}.so.{version}" for version in self.versions]


LIBRARIES = {
    "amdhip64": Library("amdhip64", (7, 6, 5), "hip-runtime-amd"),
    "hiprtc": Library("hiprtc", (7, 6, 5), "hip-runtime-amd"),
    "hipblas": Library("hipblas", (3, 2), "hipblas"),
    "hipsolver": Library("hipsolver", (1, 0), "hipsolver"),
    "hipfft": Library("hipfft", (0,), "hipfft"),
    "hipsparse": Library("hipsparse", (4, 1), "hipsparse"),
    "hiprand": Library("hiprand", (1,), "hiprand"),
    "rccl": Library("rccl", (1,), "rccl"),
}


def install_command(name: str) -> str:
    """The one command that installs a library."""
    package = LIBRARIES[name].package
    return ROCM if package == "hip-runtime-amd" else f"apt install {package}"
