"""Small and large blocks of a pool."""
import cupy

MIB = 1 << 20


def test_small_blocks_do_not_break_up_large_ones():
    """Small blocks that stay leave the room of large ones whole."""
    pool = cupy.cuda.MemoryPool()
    large = pool.malloc(16 * MIB)
    before = pool.total_bytes()
    del large
    kept = [pool.malloc(4096) for _ in range(100)]
    grown = pool.total_bytes()
    large = pool.malloc(16 * MIB)
    assert pool.total_bytes() == grown <= before + 4 * MIB
    del large, kept
    pool.free_all_blocks()
    assert pool.total_bytes() == 0


def test_a_limit_is_reached_by_all_sizes():
    """Where nothing more may be taken, a small block comes from the room of large ones."""
    pool = cupy.cuda.MemoryPool()
    pool.set_limit(size=16 * MIB)
    held = pool.malloc(8 * MIB)
    rest = pool.malloc(8 * MIB)
    del rest
    small = pool.malloc(1000)
    assert pool.total_bytes() <= 16 * MIB and pool.used_bytes() == 8 * MIB + 1024
    del held, small


def test_blocks_that_nobody_freed_are_not_counted():
    pool = cupy.cuda.MemoryPool()
    first, second = pool.malloc(1), pool.malloc(5000)
    assert pool.n_free_blocks() == 0
    first.mem.free()
    assert pool.n_free_blocks() == 1
    del second
    pool.free_all_blocks()
    assert pool.n_free_blocks() == 0 and pool.total_bytes() == 0


def test_pool_over_an_allocator_takes_what_is_asked_for():
    pool = cupy.cuda.MemoryPool(cupy.cuda.memory._malloc)
    held = pool.malloc(1000), pool.malloc(512)
    assert pool.total_bytes() == pool.used_bytes() == 1024 + 512
    del held
    assert pool.free_bytes() == pool.total_bytes() == 1024 + 512


def test_pool_of_a_program_takes_what_is_asked_for():
    pool = cupy.cuda.MemoryPool()
    first, second = pool.malloc(1000), pool.malloc(3 * MIB + 1)
    assert pool.total_bytes() == pool.used_bytes() == 1024 + 3 * MIB + 512
    del first
    assert pool.free_bytes() == 1024 and pool.n_free_blocks() == 1
    pool.free_all_blocks()
    assert pool.total_bytes() == second.mem.size and pool.free_bytes() == 0
    pool.set_limit(size=4 * MIB)
    assert pool.malloc(MIB - 512).mem.size == MIB - 512


def test_no_bytes_are_no_block():
    pool = cupy.cuda.MemoryPool()
    memory = pool.malloc(0).mem
    assert isinstance(memory, cupy.cuda.Memory) and not isinstance(memory, cupy.cuda.memory.PooledMemory)
    assert pool.total_bytes() == 0


def test_hooks_see_what_is_asked_for():
    class Sizes(cupy.cuda.MemoryHook):
        name = "sizes"
        asked = []

        def alloc_postprocess(self, *, device_id, mem_size, mem_ptr):
            self.asked.append(mem_size)

    pool = cupy.cuda.MemoryPool()
    with Sizes() as hook:
        kept = [pool.malloc(size) for size in (1, 3 * MIB + 1)]
    assert hook.asked == [512, 3 * MIB + 512] and pool.total_bytes() == sum(hook.asked)
    del kept
