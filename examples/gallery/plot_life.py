"""
Life, in one kernel
===================

A kernel in CUDA C++ that reads its neighbours from shared memory: the same text runs on every backend, on the host too.
"""
import cupy
import matplotlib.pyplot as plt

# %%
# A block loads its tile with a border of one cell, waits for all its threads, and counts.
step = cupy.RawKernel(r"""
extern "C" __global__ void life(const unsigned char *before, unsigned char *after, int n) {
    __shared__ unsigned char tile[18][18];
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int i = threadIdx.y; i < 18; i += 16)
        for (int j = threadIdx.x; j < 18; j += 16)
            tile[i][j] = before[(blockIdx.y * 16 + i - 1 + n) % n * n + (blockIdx.x * 16 + j - 1 + n) % n];
    __syncthreads();
    int alive = 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) alive += tile[threadIdx.y + i][threadIdx.x + j];
    const unsigned char self = tile[threadIdx.y + 1][threadIdx.x + 1];
    after[y * n + x] = alive == 3 || (self && alive == 4);
}
""", "life")

# %%
# A soup of cells, and how its number changes.
n = 128
world = (cupy.random.default_rng(7).random((n, n)) < 0.35).astype("u1")
other, seen, counts = cupy.empty_like(world), [world.copy()], []
for generation in range(240):
    step((n // 16, n // 16), (16, 16), (world, other, n))
    world, other = other, world
    counts.append(world.sum())
    if generation in (19, 239):
        seen.append(world.copy())

figure, axes = plt.subplots(1, 4, figsize=(12, 3.2), layout="constrained")
for axis, picture, title in zip(axes, seen, ("at first", "after 20", "after 240"), strict=False):
    axis.imshow(picture.get(), cmap="Greys")
    axis.set_title(title)
    axis.axis("off")
axes[3].plot(cupy.stack(counts).get())
axes[3].set(xlabel="generation", title="cells that live")
plt.show()
