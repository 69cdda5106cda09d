"""Arrays on several devices; skipped where there is one."""
import pytest

import cupy

pytestmark = pytest.mark.skipif(cupy.cuda.runtime.getDeviceCount() < 2, reason="needs two devices")


@pytest.mark.parametrize("copy", [None, True])
@pytest.mark.parametrize("dtype", [None, "f"])
def test_asarray_on_a_device_that_is_named(copy, dtype):
    x = cupy.arange(100.0)
    y = cupy.asarray(x, dtype=dtype, device=1, copy=copy)
    assert (x.device.id, y.device.id) == (0, 1)
    assert y.get().tolist() == x.get().tolist()
    assert cupy.asarray(y, device=1) is y
    with pytest.raises(ValueError, match="Unable to avoid copy"):
        cupy.asarray(x, device=1, copy=False)
