// The parameter block of small arrays from the host's memory: their bytes come with the launch.
#pragma once

#include "params.hpp"

namespace cupy {

constexpr int kUploadMost = 4064;     // bytes; a launch takes 4096 with the rest of the block
constexpr int kUploadThreads = 256;   // 16 bytes each

struct Upload {
    void *output;
    unsigned size;                    // bytes, at most kUploadMost
    alignas(16) unsigned char bytes[kUploadMost];
};

}  // namespace cupy
