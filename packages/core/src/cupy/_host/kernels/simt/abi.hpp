// What the launcher of SIMT kernels and a compiled kernel share.
#pragma once

namespace cupy {
namespace simt {

struct uint3 {
    unsigned x, y, z;
};

enum Wait : int {
    kBarrier,       // all threads of the block; result: threads << 32 | how many had a value
    kWarpSync,      // the others: the lanes of a mask
    kShuffle,       // result: the value of lane `source`
    kBallot,        // result: the lanes that had a value
    kMatch,         // result: the lanes with the same value
    kActive,        // result: the lanes of the warp that came here before the others wait or end
    kYield,         // nobody: the others run before this thread goes on
    kGrid,          // all threads of all blocks of a cooperative launch
};

// A block as its threads see it.
struct Block {
    uint3 grid_size, block_size, block_index;
    unsigned char *shared;      // dynamic shared memory
    bool cooperative;
    unsigned long long (*wait)(int operation, unsigned mask, unsigned long long value, int source);
};

// Runs the threads [first, last) of a block one after the other.
using Entry = void (*)(void **params, const Block *block, unsigned first, unsigned last);

}  // namespace simt
}  // namespace cupy
