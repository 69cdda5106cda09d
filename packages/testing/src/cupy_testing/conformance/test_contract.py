"""The table of functions: complete, typed as the contract says, safe when entries are missing."""
from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cupy._runtime import driver, errors

if TYPE_CHECKING:
    from types import ModuleType
    from cupy_testing.conformance._device import Device
    from cupy_testing.conformance._table import Table

#: A backend may lack these and still run every array operation.
OPTIONAL = {
    "device_can_access_peer", "device_disable_peer", "device_enable_peer", "device_limit_get",
    "device_limit_set", "event_ipc_export", "event_ipc_open", "graph_destroy",
    "graph_exec_destroy", "graph_instantiate", "graph_launch", "graph_upload",
    "launch_cooperative", "memory_advise", "memory_alloc_async", "memory_alloc_managed",
    "memory_free_async", "memory_ipc_close", "memory_ipc_export", "memory_ipc_open",
    "memory_pool_trim", "memory_pool_usage", "memory_prefetch", "stream_capture_begin",
    "stream_capture_end", "stream_capture_status",
}


def test_no_required_function_is_missing(backend: ModuleType) -> None:
    assert set(driver.missing_functions(backend.driver())) <= OPTIONAL


def test_nothing_else_is_offered(table: Table, backend: ModuleType) -> None:
    known = set(driver.function_names())
    assert len(known) > 70
    assert known & set(backend.driver().__pyx_capi__)


@pytest.mark.parametrize("name", driver.function_names())
def test_each_entry_can_be_missing(backend: ModuleType, name: str) -> None:
    capsules = dict(backend.driver().__pyx_capi__)
    already = set(driver.missing_functions(capsules))
    capsules.pop(name, None)
    assert set(driver.missing_functions(capsules)) == already | {name}


@pytest.mark.parametrize("name", driver.function_names())
def test_a_wrong_signature_is_refused(backend: ModuleType, table: Table, name: str) -> None:
    capsules = dict(backend.driver().__pyx_capi__)
    if name not in capsules:
        pytest.skip(f"the backend has no {name}")
    other = next(o for o in driver.function_names()
                 if o in capsules and table.signature(o) != table.signature(name))
    capsules[name] = capsules[other]
    with pytest.raises(errors.BackendError, match=f"function {name} is"):
        driver.missing_functions(capsules)


def test_init_may_be_called_again(table: Table) -> None:
    assert table.init(0) == 0


def test_version(device: Device) -> None:
    assert device.number_of("driver_version") > 0
