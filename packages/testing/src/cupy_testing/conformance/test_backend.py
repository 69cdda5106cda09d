"""The Python half of the contract: names, probe, compiler, services."""
from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from cupy._runtime import registry

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.conformance._table import Table

SERVICES = ["blas", "comm", "direct", "fft", "graphs", "solver", "tensor"]


def test_name_and_version(backend: ModuleType) -> None:
    assert backend.name in ("cuda", "rocm", "host")
    assert backend.contract_version == 1
    assert registry.find(backend.name) is backend


def test_probe(backend: ModuleType, table: Table) -> None:
    start = time.perf_counter()
    found = backend.probe()
    assert time.perf_counter() - start < 0.2
    assert found.devices >= 1
    assert isinstance(found.reason, str) and isinstance(found.fix, str)


def test_compile_error_is_an_exception(backend: ModuleType) -> None:
    assert issubclass(backend.CompileError, Exception)


def test_packs_are_paths(backend: ModuleType) -> None:
    for path in backend.packs():
        assert os.path.exists(path)


def test_libraries(backend: ModuleType) -> None:
    for name, version, where in backend.libraries():
        assert isinstance(name, str) and name
        assert version is None or isinstance(version, str)
        assert isinstance(where, (str, os.PathLike))


@pytest.mark.parametrize("name", SERVICES)
def test_service_is_there_or_says_how_to_get_it(backend: ModuleType, name: str) -> None:
    try:
        service = backend.service(name)
    except ImportError as missing:
        assert type(missing).__name__ == "ServiceMissing"
        assert name in str(missing) or "install" in str(missing)
    else:
        assert service is not None


def test_unknown_service(backend: ModuleType) -> None:
    with pytest.raises((ImportError, ValueError, KeyError)):
        backend.service("no such service")


def test_compiler(backend: ModuleType) -> None:
    compiler = backend.compiler()
    assert isinstance(compiler.language, str) and compiler.language
    assert isinstance(compiler.version(), str) and compiler.version()
    assert isinstance(compiler.target(0), str) and compiler.target(0)
    for root in compiler.include_roots:
        assert os.path.isdir(root)
    assert any(os.path.exists(os.path.join(r, "platform.hpp")) for r in compiler.include_roots)
