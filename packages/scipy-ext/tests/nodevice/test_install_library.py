"""The command line that installs NVIDIA's libraries: what would be run."""
import subprocess
import sys

import pytest

from cupyx.tools import install_library


@pytest.mark.parametrize("library, cuda, package", [
    ("nccl", "13", "nvidia-nccl-cu13"), ("cutensor", "12.x", "cutensor-cu12"), ("cudnn", "12.8", "nvidia-cudnn-cu12")])
def test_package(library, cuda, package):
    command = install_library.install_lib(cuda, None, library, action="dump")
    assert command == [sys.executable, "-m", "pip", "install", package]


def test_prefix(tmp_path):
    command = install_library.install_lib("13", tmp_path, "nccl", "x86_64", action="dump")
    assert command[-3:] == ["--target", str(tmp_path), "nvidia-nccl-cu13"]


@pytest.mark.parametrize("library, cuda", [("nvcc", "13"), ("nccl", "11"), ("nccl", "13; rm"), ("nccl", "")])
def test_refused(library, cuda):
    with pytest.raises(ValueError, match="library|supported"):
        install_library.install_lib(cuda, None, library, action="dump")


def test_pip_fails(monkeypatch):
    monkeypatch.setattr(subprocess, "run", lambda command: subprocess.CompletedProcess(command, 1))
    with pytest.raises(RuntimeError, match="nvidia-nccl-cu13 failed"):
        install_library.install_lib("13", None, "nccl")


def test_command_line(capsys):
    words = ["--library", "nccl", "--cuda", "13.0", "--action", "dump"]
    assert install_library.main(words).endswith("nvidia-nccl-cu13")
    with pytest.raises(SystemExit):
        install_library.main(["--library", "mkl", "--cuda", "13"])
    assert "invalid choice" in capsys.readouterr().err
