"""Fixtures of the conformance suite: the active backend and its functions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cupy_testing.conformance._device import Device
from cupy_testing.conformance._table import Table

if TYPE_CHECKING:
    from types import ModuleType


@pytest.fixture(scope="session")
def backend() -> ModuleType:
    """The module of the active backend, started."""
    from cupy._runtime import driver, errors

    try:
        return driver.backend()
    except errors.BackendError as error:
        pytest.exit(str(error), 2)


@pytest.fixture(scope="session")
def table(backend: ModuleType) -> Table:
    """The C functions of the backend."""
    return Table(backend.driver())


@pytest.fixture
def device(table: Any) -> Device:
    """The first device, current on this thread."""
    return Device(table)
