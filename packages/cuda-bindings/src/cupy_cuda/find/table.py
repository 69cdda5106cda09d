"""The libraries that the CUDA backend can use: file names and the packages that hold them."""
from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIBRARIES", "MAJORS", "Library", "install_command"]

#: CUDA versions that are supported, newest first.
MAJORS = (13, 12)


@dataclass(frozen=True, slots=True)
class Library:
    """A shared library: its soname's stem and version for each CUDA version, and where pip puts it."""

    stem: str
    versions: dict          # CUDA major → soname version
    folder: str             # under site-packages/nvidia for CUDA 12, and always when `own`
    package: str            # pip package; CUDA 12's has the suffix -cu12
    own: bool = False       # not part of the toolkit: both majors have `folder` and a suffix

    def soname(self, major: int) -> str:
        """File name for a CUDA version."""
        return f"lib{self.stem}.so.{self.versions[major]}"

    def pip_folders(self, major: int) -> tuple[str, ...]:
        """Folders below a site-packages folder."""
        if self.package.startswith("cutensor"):
            return (f"{self.folder}/lib",)
        if major >= 13:
            shared = (f"nvidia/cu{major}/lib",)
            return (f"nvidia/{self.folder}/lib", *shared) if self.own else shared
        return (f"nvidia/{self.folder}/lib",)

    def pip_package(self, major: int) -> str:
        """What pip installs."""
        return self.package if major >= 13 and not self.own else f"{self.package}-cu{major}"


LIBRARIES = {
    "nvrtc": Library("nvrtc", {13: 13, 12: 12}, "cuda_nvrtc", "nvidia-cuda-nvrtc"),
    "nvjitlink": Library("nvJitLink", {13: 13, 12: 12}, "nvjitlink", "nvidia-nvjitlink"),
    "cublas": Library("cublas", {13: 13, 12: 12}, "cublas", "nvidia-cublas"),
    "cublaslt": Library("cublasLt", {13: 13, 12: 12}, "cublas", "nvidia-cublas"),
    "cusolver": Library("cusolver", {13: 12, 12: 11}, "cusolver", "nvidia-cusolver"),
    "cusparse": Library("cusparse", {13: 12, 12: 12}, "cusparse", "nvidia-cusparse"),
    "cufft": Library("cufft", {13: 12, 12: 11}, "cufft", "nvidia-cufft"),
    "curand": Library("curand", {13: 10, 12: 10}, "curand", "nvidia-curand"),
    "cutensor": Library("cutensor", {13: 2, 12: 2}, "cutensor", "cutensor", own=True),
    "cutensormg": Library("cutensorMg", {13: 2, 12: 2}, "cutensor", "cutensor", own=True),
    "cusparselt": Library("cusparseLt", {13: 0, 12: 0}, "cusparselt", "nvidia-cusparselt", own=True),
    "cudss": Library("cudss", {13: 0, 12: 0}, "cudss", "nvidia-cudss", own=True),
    "nccl": Library("nccl", {13: 2, 12: 2}, "nccl", "nvidia-nccl", own=True),
}


def install_command(name: str, major: int = MAJORS[0]) -> str:
    """The one command that installs a library for a CUDA version."""
    return f"pip install {LIBRARIES[name].pip_package(major)}"
