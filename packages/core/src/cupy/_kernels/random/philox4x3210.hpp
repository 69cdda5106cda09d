// Philox4x32 with ten rounds: a stream is a counter, so any of them is reached at once.
#pragma once

#include "kernel.hpp"
#include "random_params.hpp"

namespace cupy {
namespace random {

struct philox4x3210 {
    static constexpr int kGroups = 1;        // of four items that one stream serves

    uint32 key[2], counter[4];
    uint32 kept[4];                          // words that were made and not yet given
    uint32 left = 0;

    CUPY_DEVICE philox4x3210(const Draw &p, uint64 stream)
        : key{p.words[0], p.words[1]}, counter{(uint32)stream, (uint32)(stream >> 32), 0, p.words[2]} {}

    // Four words that are next.
    CUPY_DEVICE void block(uint32 (&out)[4]) {
        uint32 a = counter[0], b = counter[1], c = counter[2]++, d = counter[3], k = key[0], l = key[1];
        CUPY_UNROLL
        for (int round = 0; round < 10; ++round) {
            const uint64 x = (uint64)a * 0xd2511f53u, y = (uint64)c * 0xcd9e8d57u;
            a = (uint32)(y >> 32) ^ b ^ k;
            c = (uint32)(x >> 32) ^ d ^ l;
            b = (uint32)y;
            d = (uint32)x;
            k += 0x9e3779b9u;
            l += 0xbb67ae85u;
        }
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }

    CUPY_DEVICE uint32 next() {
        if (left == 0) {
            block(kept);
            left = 4;
        }
        const uint32 word = kept[0];
        kept[0] = kept[1];
        kept[1] = kept[2];
        kept[2] = kept[3];
        --left;
        return word;
    }
};

}  // namespace random
}  // namespace cupy
