"""
A kernel written in Python
==========================

The game of life with `cupyx.jit.rawkernel`: a block of threads reads its tile and the border around it into shared
memory once, then every thread counts its eight neighbours there.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx import jit


@jit.rawkernel()
def live(before, after, size):
    """One generation on a torus."""
    tile = jit.shared_memory(cupy.uint8, (18, 18))
    row = jit.blockIdx.y * 16 + jit.threadIdx.y
    column = jit.blockIdx.x * 16 + jit.threadIdx.x
    item = jit.threadIdx.y * 16 + jit.threadIdx.x
    while item < 18 * 18:
        r = jit.blockIdx.y * 16 + item // 18 + size - 1
        c = jit.blockIdx.x * 16 + item % 18 + size - 1
        tile[item // 18, item % 18] = before[r % size, c % size]
        item += 256
    jit.syncthreads()
    y = jit.threadIdx.y + 1
    x = jit.threadIdx.x + 1
    alive = (tile[y - 1, x - 1] + tile[y - 1, x] + tile[y - 1, x + 1] + tile[y, x - 1] + tile[y, x + 1]
             + tile[y + 1, x - 1] + tile[y + 1, x] + tile[y + 1, x + 1])
    if alive == 3 or (alive == 2 and tile[y, x] == 1):
        after[row, column] = 1
    else:
        after[row, column] = 0


# %%
# A random field, three hundred generations, and how many cells live.
size = 256
world = (cupy.random.default_rng(2).random((size, size)) < 0.3).astype(cupy.uint8)
other = cupy.empty_like(world)
age = world.astype(cupy.float32)
living = []
for _ in range(300):
    live[(size // 16, size // 16), (16, 16)](world, other, size)
    world, other = other, world
    age = cupy.where(world == 1, age + 1, 0.9 * age)
    living.append(world.sum(dtype="i8"))

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 5), layout="constrained")
left.imshow(cupy.log1p(age).get(), cmap="inferno")
left.set_title("after 300 generations: what lives long is bright")
left.set_axis_off()
right.plot(cupy.stack(living).get())
right.set_xlabel("generation")
right.set_title("living cells")
plt.show()

# %%
# What the function became:
print("\n".join(live.cached_code.splitlines()[:12]))
