"""Names of statuses, the driver's and the runtime's, and errors that other processes are sent."""
import pickle

import pytest

from cupy_cuda.errors import NcclError, runtime_name


@pytest.mark.parametrize(("driver", "runtime"), [
    ("CUDA_ERROR_INVALID_VALUE", "cudaErrorInvalidValue"), ("CUDA_ERROR_OUT_OF_MEMORY", "cudaErrorMemoryAllocation"),
    ("CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "cudaErrorStreamCaptureUnjoined")])
def test_some_names(driver, runtime):
    assert runtime_name(driver) == runtime


def test_every_status_that_both_have():
    driver = pytest.importorskip("cuda.bindings.driver")
    runtime = pytest.importorskip("cuda.bindings.runtime")
    for name, number in driver.CUresult.__members__.items():
        if number and int(number) in set(map(int, runtime.cudaError_t)):
            assert runtime_name(name) == runtime.cudaError_t(int(number)).name


def test_text_of_nccl_survives_pickling():
    error = pickle.loads(pickle.dumps(NcclError(5, "invalid usage")))
    assert error.status == 5 and str(error) == "NCCL: invalid usage (status 5)"
