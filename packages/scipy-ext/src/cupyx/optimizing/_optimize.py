"""The context in which CuPy searches launch parameters."""
from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cupy import cuda

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["optimize"]

#: What a caller may set, with CuPy's defaults; `ignore_error` and the rest bound a search.
_OPTIONS = {"max_trials": 100, "timeout": 1, "expected_total_time_per_trial": 100e-6, "max_total_time_per_trial": 0.1,
            "ignore_error": False}

#: What the file of records begins with.
_FORMAT = "cupyx.optimizing records, version 1"

#: Key → names of the devices for which a context with it was used.
_records = {}


@contextlib.contextmanager
def optimize(*, key: str | None = None, path: Any = None, readonly: bool = False, **config_dict: Any) -> Iterator[None]:
    """A context in which kernels may search for the launch parameters that suit them.

    Parameters
    ----------
    key : str, optional
        Name under which what is found is kept.
    path : path-like, optional
        File that is read at the beginning when it exists, and written at the end.
    readonly : bool, optional
        Whether the file is left as it is; then it must exist.
    **config_dict
        ``max_trials``, ``timeout``, ``expected_total_time_per_trial``, ``max_total_time_per_trial`` and
        ``ignore_error``, with CuPy's meaning: they bound a search.

    Returns
    -------
    context manager
        To be used by ``with``.

    Raises
    ------
    TypeError
        For other options.
    ValueError
        When the file holds something else.

    Notes
    -----
    In CuPy the threads and blocks of elementwise and reduction kernels are found by trials here. This library computes
    them from the shape, the dtypes and the device, by tables that were measured, so there is nothing to search: results
    and speed inside of the context are those outside. Programs that use it run unchanged; the file says for which
    devices it was used.

    Examples
    --------
    >>> import cupy
    >>> from cupyx import optimizing
    >>> x = cupy.arange(6.0)
    >>> with optimizing.optimize(key="mine"):
    ...     total = float(x.sum())
    >>> total
    15.0
    """
    unknown = config_dict.keys() - _OPTIONS.keys()
    if unknown:
        raise TypeError(f"optimize() has no option {', '.join(sorted(unknown))}; there are {', '.join(_OPTIONS)}")
    name = "default" if key is None else str(key)
    if path is not None and (readonly or os.path.exists(path)):
        for other, devices in _load(path).items():
            _records[other] = sorted({*_records.get(other, ()), *devices})
    yield
    device = cuda.runtime.getDeviceProperties(cuda.runtime.getDevice())["name"]
    device = device.decode() if isinstance(device, bytes) else str(device)
    _records[name] = sorted({*_records.get(name, ()), device})
    if path is not None and not readonly:
        _save(path)


def _load(path: Path) -> dict[str, list[Any]]:
    """``{key: devices}`` of a file."""
    with open(path, encoding="utf-8") as file:
        try:
            found = json.load(file)
        except ValueError:
            found = None
    if not (isinstance(found, dict) and found.get("format") == _FORMAT and isinstance(found.get("records"), dict)
            and all(isinstance(devices, list) and all(isinstance(one, str) for one in devices)
                    for devices in found["records"].values())):
        raise ValueError(f"{os.fspath(path)} holds no records of cupyx.optimizing")
    return found["records"]


def _save(path: Path) -> None:
    """Write the file under another name first: a reader sees the old or the new one."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
        json.dump({"format": _FORMAT, "records": _records}, file, indent=1)
    os.replace(file.name, path)
