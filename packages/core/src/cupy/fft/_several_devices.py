"""A batch of transforms shared between devices."""
from cupy._core.constructors import empty
from cupy._core.from_data import asarray
from cupy._runtime import driver
from cupy.fft import config
from cupy.fft._engine import C2C, deliver, precision, transform

__all__ = ["shared"]


def shared(a, n, axis, forward, scale, out):
    """A complex transform along one axis, its batch cut into one part a device of `config.devices`.

    A single transform, and what is left when the parts are fewer than the devices, stays on the first ones.
    """
    from cupy.cuda import Device
    home = driver.current_device()
    others = [k for k in range(a.ndim) if k != axis]
    split = max(others, key=lambda k: a.shape[k], default=None)
    if split is None or a.shape[split] < 2:
        return transform(a, C2C, (n,), (axis,), forward, scale, out)
    parts = min(len(config.devices), a.shape[split])
    edges = [a.shape[split] * part // parts for part in range(parts + 1)]
    shape = list(a.shape)
    shape[axis] = n
    result = empty(tuple(shape), precision(a.dtype).upper())
    done = []
    for device, first, last in zip(config.devices, edges, edges[1:], strict=False):
        index = (slice(None),) * split + (slice(first, last),)
        source = a[index]
        with Device(device):
            local = source if device == home else asarray(source.to_device(device))
            done.append((index, transform(local, C2C, (n,), (axis,), forward, scale)))
    for index, part in done:
        result[index] = part if part.device.id == home else part.to_device(home)
    return deliver(result, 1, None, out)
