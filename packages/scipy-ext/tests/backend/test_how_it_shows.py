"""What a new user sees: names of errors and warnings."""
import pickle

import pytest

import cupyx
import cupyx.distributed
import cupyx.scipy


@pytest.mark.parametrize("error, name", [
    (cupyx.scipy.HostWarning, "cupyx.scipy.HostWarning"), (cupyx.DeviceSynchronized, "cupyx.DeviceSynchronized"),
    (cupyx.distributed.CommunicatorError, "cupyx.distributed.CommunicatorError")])
def test_errors_print_under_their_public_names(error, name):
    assert f"{error.__module__}.{error.__qualname__}" == name
    assert pickle.loads(pickle.dumps(error)) is error
