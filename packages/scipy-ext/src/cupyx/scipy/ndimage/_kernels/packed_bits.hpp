// Four bytes of truths as four bits, and back.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

// Bit k: whether byte k of four is not 0.
CUPY_DEVICE unsigned bits_of_bytes(unsigned bytes) {
    const unsigned high = ((bytes & 0x7f7f7f7fu) + 0x7f7f7f7fu | bytes) & 0x80808080u;
    return (high >> 7) * 0x10204080u >> 28;
}
CUPY_DEVICE unsigned bytes_of_bits(unsigned bits) { return (bits & 15) * 0x00204081u & 0x01010101u; }

}  // namespace ndimage
}  // namespace cupy
