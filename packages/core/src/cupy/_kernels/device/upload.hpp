// Small arrays from the host's memory, on SIMT targets: nothing waits for a copy engine, or for work that came before.
#pragma once

#include "device/registers.hpp"
#include "upload_params.hpp"

namespace cupy {
namespace upload {

CUPY_DEVICE void run(const Upload &p) {
    const unsigned first = platform::thread_index() * 16;
    if (first >= p.size) return;
    unsigned char *to = static_cast<unsigned char *>(p.output) + first;
    const unsigned char *from = p.bytes + first;
    if (p.size - first >= 16 && !(reinterpret_cast<uint64>(to) & 15)) {
        *reinterpret_cast<simt::Chunk<16> *>(to) = *reinterpret_cast<const simt::Chunk<16> *>(from);
    } else {
        const unsigned count = p.size - first < 16 ? p.size - first : 16;
        for (unsigned k = 0; k < count; ++k) to[k] = from[k];
    }
}

}  // namespace upload
}  // namespace cupy

#define CUPY_TEMPLATE(name, T)                                                                    \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::kUploadThreads)                                          \
        name(CUPY_GRID_CONSTANT const cupy::Upload params) {                                      \
        static_assert(sizeof(T) == 1, "bytes are copied");                                        \
        cupy::upload::run(params);                                                                \
    }
