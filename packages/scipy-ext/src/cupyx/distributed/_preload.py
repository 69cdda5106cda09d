"""Loaded by workers of Dask that `Cluster` starts: registers our arrays and the comm ``cupy://``."""
from dask.sizeof import sizeof

from cupyx.distributed import _dask

__all__ = []

_dask.register(sizeof)
_dask.register_comm()
