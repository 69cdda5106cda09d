"""Our arrays in Ray's actors, as shards of JAX and of PyTorch's DTensor; each where it is installed."""
import importlib.util
import os
import subprocess
import sys
import textwrap

import pytest

pytestmark = [pytest.mark.optional,
              pytest.mark.skipif(os.environ.get("CUPY_BACKEND") != "host", reason="devices of the CPU are compared")]


def run(library, code):
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=150,
                          env={**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=4",
                               "JAX_PLATFORMS": "cpu", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    assert done.returncode == 0, done.stderr[-3000:]


def test_jax():
    """Chunks become the shards of one array, without copies; results come back."""
    run("jax", """
    import jax, numpy, cupy
    from jax.sharding import Mesh, NamedSharding, PartitionSpec
    x = cupy.arange(24, dtype="f").reshape(8, 3)
    devices = jax.devices()
    parts = [jax.device_put(jax.dlpack.from_dlpack(x[2 * k:2 * k + 2]), d) for k, d in enumerate(devices)]
    sharding = NamedSharding(Mesh(numpy.array(devices), ("rows",)), PartitionSpec("rows"))
    whole = jax.make_array_from_single_device_arrays((8, 3), sharding, parts)
    total = jax.jit(lambda a: (a * 2).sum(0))(whole)
    back = cupy.from_dlpack(jax.device_put(total, devices[0]))
    assert type(back) is cupy.ndarray and back.tolist() == (x.sum(0) * 2).tolist()
    assert cupy.from_dlpack(whole.addressable_shards[0].data).data.ptr == x.data.ptr
    """)


def test_ray():
    """Arrays travel as pickles with their memory beside them, or as handles."""
    run("ray", """
    import os, ray, cupy
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", runtime_env={"env_vars": {
        name: os.environ[name] for name in ("PYTHONPATH", "CUPY_BACKEND")}})
    @ray.remote
    class Part:
        def __init__(self, k): self.x = cupy.arange(50_000.) + k
        def get(self): return self.x
        def dot(self, y): return float(self.x @ y)
        def shared(self):
            from cupyx.distributed import SharedArray
            return SharedArray(self.x)
    a, b = Part.remote(0), Part.remote(1)
    x = cupy.arange(50_000.)
    got = ray.get(a.get.remote())
    assert type(got) is cupy.ndarray and bool((got == x).all())
    assert ray.get(b.dot.remote(a.get.remote())) == float(x @ (x + 1))
    assert bool((ray.get(a.shared.remote()).open() == x).all())
    ray.shutdown()
    """)


def test_dtensor():
    run("torch", """
    import os, torch, torch.distributed, cupy
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import DTensor, Replicate, Shard
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="0", RANK="0", WORLD_SIZE="1")
    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    mesh = init_device_mesh("cpu", (1,))
    x = cupy.arange(12.).reshape(4, 3)
    t = DTensor.from_local(torch.from_dlpack(x), mesh, [Shard(0)])
    back = cupy.from_dlpack((t @ t.T).redistribute(mesh, [Replicate()]).to_local())
    assert bool((back == x @ x.T).all())
    t.to_local()[0, 0] = 7
    assert float(x[0, 0]) == 7
    """)
