"""Install NVIDIA's optional libraries: ``python -m cupyx.tools.install_library --library nccl --cuda 13``.

They are packages of the index, which `pip` installs and where the CUDA backend looks for them; nothing is downloaded
from elsewhere.
"""
from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Literal

__all__ = ["install_lib", "main"]

#: Library → the package that holds it; the number is CUDA's major version.
_PACKAGES = {"cudnn": "nvidia-cudnn-cu{}", "cusparselt": "nvidia-cusparselt-cu{}", "cutensor": "cutensor-cu{}",
             "nccl": "nvidia-nccl-cu{}"}


def install_lib(cuda: str, prefix: str | None, library: Literal["cudnn", "cusparselt", "cutensor", "nccl"],
                arch: str | None = None, *, action: Literal["install", "dump"] = "install") -> list[Any]:
    """Install a library for a version of CUDA.

    Parameters
    ----------
    cuda : str
        Version, such as ``"13"`` or ``"12.x"``.
    prefix : path-like or None
        Folder to install into instead of this Python's own.
    library : {'cudnn', 'cusparselt', 'cutensor', 'nccl'}
        Which one.
    arch : str, optional
        Ignored, for compatibility: pip knows the machine.
    action : {'install', 'dump'}, optional
        Whether to install, or to say what would be run.

    Returns
    -------
    list of str
        The command.

    Raises
    ------
    ValueError
        For an unknown library or version.
    RuntimeError
        When pip fails.

    Examples
    --------
    >>> from cupyx.tools.install_library import install_lib
    >>> install_lib("13.x", None, "nccl", action="dump")[-1]
    'nvidia-nccl-cu13'
    """
    if library not in _PACKAGES:
        raise ValueError(f"no library {library!r}; there are {', '.join(sorted(_PACKAGES))}")
    version = re.fullmatch(r"(\d+)(\.(\d+|x))*", str(cuda))
    if version is None or int(version[1]) not in (12, 13):
        raise ValueError(f"CUDA {cuda} is not supported; 12 and 13 are")
    command = [sys.executable, "-m", "pip", "install", _PACKAGES[library].format(version[1])]
    if prefix is not None:
        command[-1:-1] = ["--target", str(prefix)]
    if action == "install" and subprocess.run(command).returncode:
        raise RuntimeError(f"{' '.join(command)} failed")
    return command


def main(args: Sequence[str] | None = None) -> str:
    """The command line.

    Parameters
    ----------
    args : list of str, optional
        Arguments; those of the process if not given.

    Returns
    -------
    str
        The command that installs the library, which has been run unless ``--action dump`` was given.

    Examples
    --------
    >>> from cupyx.tools.install_library import main
    >>> main(["--library", "cutensor", "--cuda", "13", "--action", "dump"]).rpartition(" ")[2]
    'cutensor-cu13'
    """
    parser = argparse.ArgumentParser(prog="python -m cupyx.tools.install_library",
                                     description="Install one of NVIDIA's optional libraries.")
    parser.add_argument("--library", choices=sorted(_PACKAGES), required=True)
    parser.add_argument("--cuda", required=True, help="version of CUDA: 12, 12.x, 13, …")
    parser.add_argument("--prefix", help="folder to install into")
    parser.add_argument("--arch", help="ignored, for compatibility")
    parser.add_argument("--action", choices=("install", "dump"), default="install",
                        help="dump: print the command, and do nothing")
    options = parser.parse_args(args)
    command = " ".join(install_lib(options.cuda, options.prefix, options.library, options.arch, action=options.action))
    if options.action == "dump" and args is None:
        print(command)
    return command


if __name__ == "__main__":
    main()
