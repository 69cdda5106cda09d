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
        Give it to ``distributed.Client``.

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
    workers = {}
    for number in range(count):
        # Each sees its device first, and the others behind it.
        order = ",".join(str((number + k) % devices) for k in range(devices))
        seen = {} if host else {"CUDA_VISIBLE_DEVICES": order, "HIP_VISIBLE_DEVICES": order}
        workers[number] = {"cls": Nanny, "options": {
            "nthreads": 1, "protocol": protocol, "preload": ["cupyx.distributed._preload"], "env": {
            **seen, "CUPY_BACKEND": "host" if host else os.environ.get("CUPY_BACKEND", "")}}}
    scheduler = {"cls": Scheduler, "options": {"port": 0, "dashboard": False, "protocol": protocol}}
    return SpecCluster(workers=workers, scheduler=options.pop("scheduler", scheduler), **options)
