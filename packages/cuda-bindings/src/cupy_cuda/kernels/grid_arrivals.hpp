// How the blocks of a cooperative launch wait for each other: by a counter that the driver gives each of these launches.
#pragma once

namespace cupy {
namespace simt {

// The size of the launch's memory stands before the counter; null in other launches.
static __device__ inline unsigned *grid_arrivals() {
    unsigned high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    const unsigned long long memory = (unsigned long long)high << 32 | low;
    return memory ? reinterpret_cast<unsigned *>(memory) + 1 : nullptr;
}

// The first block counts so much that the highest bit changes when all have come.
static __device__ inline void arrive_in_grid(unsigned *arrivals) {
    __syncthreads();
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {
        const unsigned others = gridDim.x * gridDim.y * gridDim.z - 1, high = 0x80000000u;
        const bool first = !(blockIdx.x | blockIdx.y | blockIdx.z);
        __threadfence();
        const unsigned before = atomicAdd(arrivals, first ? high - others : 1u);
        while (!((before ^ *(volatile unsigned *)arrivals) & high)) {}
        __threadfence();
    }
    __syncthreads();
}

}  // namespace simt
}  // namespace cupy
