"""Groups of processes that are Dask's workers."""
from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["run_on_dask"]

_TOKEN = "CUPYX_DISTRIBUTED_TOKEN"


def _free_port() -> Any:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return probe.getsockname()[1]


def _member(function: Callable[..., Any], rank: int, size: int, host: str, port: int, token: Any, timeout: float,
            args: Any) -> Any:
    """What a worker does: join, call, leave."""
    from cupyx.distributed._process_group import init_process_group

    before = os.environ.get(_TOKEN)
    os.environ[_TOKEN] = token
    try:
        group = init_process_group(size, rank, host=host, port=port, timeout=timeout)
    finally:
        if before is None:
            del os.environ[_TOKEN]
        else:
            os.environ[_TOKEN] = before
    try:
        result = function(group, *args)
    except BaseException:
        group._close()          # the others see that this member is gone
        raise
    group.stop()
    return result


def run_on_dask(client: Any, function: Callable[..., Any], *args: Any, workers: Sequence[str] | None = None,
                timeout: float = 60.0) -> list[Any]:
    """Call a function in every worker of Dask at the same time, each a member of one group.

    Parameters
    ----------
    client : distributed.Client
        Of the cluster.
    function : callable
        ``function(group, *args)``; the group is a `Communicator`, its rank that of the worker.
    *args
        The same for all; futures become their results.
    workers : list of str, optional
        Addresses, in the order of ranks; all of the cluster, sorted, if not given.
    timeout : float, optional
        Seconds after which a worker gives up waiting for others.

    Returns
    -------
    list of distributed.Future
        What each has returned, in the order of ranks; data stay on the workers until they are gathered.

    Raises
    ------
    ValueError
        There are no workers.

    Notes
    -----
    Every worker needs a thread that is free, or all wait until the timeout. The secret of the group's store comes from
    this process through Dask's own connections.

    Examples
    --------
    >>> from cupyx.distributed import run_on_dask  # doctest: +SKIP
    >>> def total(group):  # doctest: +SKIP
    ...     x = cupy.full(3, group.rank)
    ...     group.all_reduce(x, x)
    ...     return x.get()
    >>> client.gather(run_on_dask(client, total))  # doctest: +SKIP
    [array([1, 1, 1]), array([1, 1, 1])]
    """
    workers = sorted(client.scheduler_info(n_workers=-1)["workers"]) if workers is None else list(workers)
    if not workers:
        raise ValueError("the cluster has no workers")
    hosts = {address.partition("://")[2].rpartition(":")[0] for address in workers}
    first = workers[0].partition("://")[2].rpartition(":")[0].strip("[]")
    host = "127.0.0.1" if len(hosts) == 1 else first
    port = client.submit(_free_port, workers=[workers[0]], pure=False).result()
    token = secrets.token_hex(32)
    return [client.submit(_member, function, rank, len(workers), host, port, token, timeout, args, workers=[address],
                          pure=False, retries=0) for rank, address in enumerate(workers)]
