// Items of a row that memory hands out at once, or in turns of 16 bytes.
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace ndimage {

template <int N, class T> struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) RowPack { T items[N]; };

}  // namespace ndimage
}  // namespace cupy
