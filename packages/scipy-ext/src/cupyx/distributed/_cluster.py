"""A cluster of Dask on this machine: one process a device."""
from __future__ import annotations

import importlib
import os
from typing import Any, Literal, SupportsIndex

import cupy

__all__ = ["Cluster"]


def Cluster(n_workers: SupportsIndex | None = None, protocol: Literal["tcp://", "cupy://"] = "tcp://",
            **options: Any) -> Any:
    """Start a cluster of Dask with one process for each device of this machine.

    Parameters
    ----------
    n_workers : int, optional
        Processes; as many as there are devices if not given (on the host backend one for every two threads).
    protocol : {'tcp://', 'cupy://'}, optional
        How workers talk. With ``cupy://`` arrays go from GPU to GPU, or through shared memory on the host backend, and
        all else over TCP.
    **options
        For ``dask_cuda.LocalCUDACluster`` where that is installed and the backend is CUDA, else for
        ``distributed.SpecCluster``.

    Returns
    -------
    distributed.deploy.Cluster
        Give it to ``distributed.Client``. On GPUs its workers write no arrays to disk: Dask would do so by their bytes
        as if these were the host's memory (``dask_cuda`` moves them there).

    Raises
    ------
    ImportError
        Dask is not installed: ``pip install "cupy-scipy-ext[dask]"``.

    Examples
    --------
    >>> from cupyx.distributed import Cluster  # doctest: +SKIP
    >>> with Cluster(2) as cluster, distributed.Client(cluster) as client:  # doctest: +SKIP
    ...     print(client.submit(lambda: float(cupy.ones(3).sum())).result())
    3.0
    """
    try:
        from distributed import Nanny, Scheduler, SpecCluster
    except ImportError as error:
        raise ImportError('Dask is not installed: pip install "cupy-scipy-ext[dask]"') from error
    from cupy._ext import host_memory

    host = host_memory()
    if protocol == "cupy://":
        from cupyx.distributed import _dask
        _dask.register_comm()
    elif not host and n_workers is None:
        try:
            return importlib.import_module("dask_cuda").LocalCUDACluster(**options)
        except ImportError:
            pass
    devices = cupy.cuda.runtime.getDeviceCount()
    count = n_workers or (max(1, (os.cpu_count() or 2) // 2) if host else devices)
    workers = {number: {"cls": Nanny, "options": {
        "nthreads": 1, "protocol": protocol, "preload": ["cupyx.distributed._preload"],
        **(_on_host() if host else _on_device(number, devices))}} for number in range(count)}
    scheduler = {"cls": Scheduler, "options": {"port": 0, "dashboard": False, "protocol": protocol}}
    return SpecCluster(workers=workers, scheduler=options.pop("scheduler", scheduler), **options)


def _on_host() -> dict[str, Any]:
    return {"env": {"CUPY_BACKEND": "host"}}


def _on_device(number: int, devices: int) -> dict[str, Any]:
    """What the worker of a device is told: it sees its device first and the others behind it, and what arrays hold is
    none of the host's memory, which the worker watches."""
    order = ",".join(str((number + k) % devices) for k in range(devices))
    return {"env": {"CUDA_VISIBLE_DEVICES": order, "HIP_VISIBLE_DEVICES": order,
                    "CUPY_BACKEND": os.environ.get("CUPY_BACKEND", "")},
            "config": {"distributed.worker.memory.target": False, "distributed.worker.memory.spill": False}}
