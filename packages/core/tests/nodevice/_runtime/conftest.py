"""Backends made of ctypes functions, and compilers that only echo."""
import ctypes
import os
import subprocess
import sys
import textwrap
from collections import namedtuple
from types import SimpleNamespace

import pytest

Probe = namedtuple("Probe", "devices reason fix")
Compiled = namedtuple("Compiled", "image log lowered")

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class CompileError(Exception):
    def __init__(self, log, source, name):
        super().__init__(log)
        self.log, self.source, self.name = log, source, name


class EchoCompiler:
    """Its image says what was compiled; counts how often."""

    CompileError = CompileError
    language = "echo"
    include_roots = ()

    def __init__(self):
        self.calls = []

    def version(self):
        return "1"

    def target(self, device):
        return "echo_1"

    def compile(self, source, *, name, target, options=(), include_roots=(), name_expressions=()):
        self.calls.append(name)
        if "syntax error" in source:
            raise CompileError("line 2: syntax error", source, name)
        return Compiled(f"{target}:{source}".encode(), "a warning", {e: f"_Z{e}" for e in name_expressions})


class Capsules:
    """``__pyx_capi__`` of a driver whose functions return a status and do nothing."""

    def __init__(self):
        self.kept = []

    def capsule(self, signature, function=None):
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
        pointer = kind(function or (lambda *arguments: 0))
        name = signature.encode()
        self.kept += [pointer, name]
        return _new_capsule(ctypes.cast(pointer, ctypes.c_void_p), name, None)

    def table(self, **functions):
        from cupy._runtime import driver

        return {name: self.capsule(signature, functions.get(name)) for name, signature in driver.signatures().items()}


@pytest.fixture
def capsules():
    return Capsules()


@pytest.fixture
def echo():
    return EchoCompiler()


@pytest.fixture
def make_backend():
    """Make a backend module with this many devices."""
    labels = {"cuda": "NVIDIA GPU", "rocm": "AMD GPU", "host": "CPU"}
    priorities = {"cuda": 20, "rocm": 10, "host": 0}

    def make(name, devices=1, reason="no device", fix="install one", version=1, priority=5):
        return SimpleNamespace(
            name=name, contract_version=version, CompileError=CompileError, packs=list, host_memory=name == "host",
            priority=priorities.get(name, priority), device_label=labels.get(name, name),
            probe=lambda: Probe(devices, "" if devices else reason, "" if devices else fix))
    return make


@pytest.fixture
def run_python(tmp_path):
    """Run a script in another process; returns what it printed."""
    def run(script, **environment):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120,
            env={**os.environ, "CUPY_CACHE_DIR": str(tmp_path / "cache"), **environment})
        assert done.returncode == 0, done.stderr
        return done.stdout
    return run
