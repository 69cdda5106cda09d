// What brings operands of any layout to the contiguous loop of an elementwise operation.
//
// It does not depend on types, so it is compiled once, with the driver (walk.hpp), which gives itself to each module that
// it loads.
#pragma once

#include "types/integers.hpp"

#include "params.hpp"

namespace cupy {
namespace host {

using Loop = void (*)(const void *op, int64 base, int64 n, char *const *data);

// How items of an input that has another type become the kernel's: by the loop of another module.
struct Cast {
    void (*run)(const char *from, char *to, int64 n);
    int itemsize;
};

// What does not change between launches.
struct Kernel {
    Loop loop;
    const void *op;
    const int *itemsizes;
    int nin, n;
    bool keeps, refers, copies;
};

// A block's share of a launch.
struct Walks {
    void (*flat)(const Kernel &kernel, const Header &head, const Slot *slots, unsigned block, unsigned grid);
    void (*strided)(const Kernel &kernel, const Header &head, const Axes &axes, const Slot *slots,
                    const int64 (*strides)[kMaxDims], unsigned block, unsigned grid);
};

}  // namespace host
}  // namespace cupy
