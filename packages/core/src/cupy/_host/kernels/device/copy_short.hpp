// Few bytes copied.
#pragma once

#include "types/integers.hpp"

namespace cupy {
namespace host {

// Pieces of a few bytes of which the last may lie over the one before, where a vector loop would leave up to half a
// vector to a loop of single items.
template <int size> CUPY_DEVICE void copy_ends(char *to, const char *from, int64 bytes) {
    char first[size], last[size];
    __builtin_memcpy(first, from, size);
    __builtin_memcpy(last, from + bytes - size, size);
    __builtin_memcpy(to, first, size);
    __builtin_memcpy(to + bytes - size, last, size);
}
CUPY_DEVICE void copy_short(char *to, const char *from, int64 bytes) {
    if (bytes < 2) {
        if (bytes) *to = *from;
    } else if (bytes < 4) {
        copy_ends<2>(to, from, bytes);
    } else if (bytes < 8) {
        copy_ends<4>(to, from, bytes);
    } else if (bytes < 16) {
        copy_ends<8>(to, from, bytes);
    } else {
        for (; bytes > 32; bytes -= 16, to += 16, from += 16) __builtin_memcpy(to, from, 16);
        copy_ends<16>(to, from, bytes);
    }
}

constexpr int64 kCopyShort = 128;               // bytes below which a loop is through before a copy begins

CUPY_DEVICE void copy_bytes(char *to, const char *from, int64 bytes) {
    if (bytes < kCopyShort) copy_short(to, from, bytes);
    else __builtin_memcpy(to, from, bytes);
}

}  // namespace host
}  // namespace cupy
