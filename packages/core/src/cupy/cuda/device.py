"""Devices."""
from cupy._runtime.device import Device, get_device_id

__all__ = ["Device", "get_compute_capability", "get_cublas_handle", "get_cusolver_handle", "get_cusolver_sp_handle",
           "get_cusparse_handle", "get_device_id"]


def get_compute_capability():
    """Version of the current device's architecture, as ``'90'``."""
    return Device().compute_capability


def get_cublas_handle():
    """This thread's handle of cuBLAS, on the current device and stream."""
    return Device().cublas_handle


def get_cusolver_handle():
    """This thread's handle of cuSOLVER, for dense matrices, on the current device and stream."""
    return Device().cusolver_handle


def get_cusolver_sp_handle():
    """This thread's handle of cuSOLVER, for sparse matrices, on the current device and stream."""
    return Device().cusolver_sp_handle


def get_cusparse_handle():
    """This thread's handle of cuSPARSE, on the current device and stream."""
    return Device().cusparse_handle
