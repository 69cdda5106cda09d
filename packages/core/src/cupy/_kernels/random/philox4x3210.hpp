// Philox4x32 with ten rounds: a stream is a counter, so any of them is reached at once.
#pragma once

#include "kernel.hpp"
#include "random_params.hpp"

namespace cupy {
namespace random {

struct philox4x3210 {
    static constexpr int kGroups = 1;        // of four items that one stream serves
    static constexpr bool kCounter = true;   // any block of any stream is reached at once

    uint32 key[2], counter[4];
    uint32 kept[4];                          // words that were made and not yet given
    uint32 left = 0;

    CUPY_DEVICE philox4x3210(const RandomFill &p, uint64 stream)
        : key{p.words[0], p.words[1]}, counter{(uint32)stream, (uint32)(stream >> 32), 0, p.words[2]} {}

    static CUPY_DEVICE void round(uint32 &a, uint32 &b, uint32 &c, uint32 &d, uint32 k, uint32 l) {
        const uint64 x = (uint64)a * 0xd2511f53u, y = (uint64)c * 0xcd9e8d57u;
        a = (uint32)(y >> 32) ^ b ^ k;
        c = (uint32)(x >> 32) ^ d ^ l;
        b = (uint32)y;
        d = (uint32)x;
    }

    // Block `number` of the stream of a counter; the rounds' keys are read, or computed from the first one.
    static CUPY_DEVICE void block_at(const uint32 (&schedule)[kFillRounds][2], uint32 a, uint32 b, uint32 number,
                                     uint32 d, uint32 (&out)[4]) {
        uint32 c = number;
        CUPY_UNROLL
        for (int n = 0; n < kFillRounds; ++n) round(a, b, c, d, schedule[n][0], schedule[n][1]);
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }
    static CUPY_DEVICE void block_at(const uint32 (&key)[2], uint32 a, uint32 b, uint32 number, uint32 d, uint32 (&out)[4]) {
        uint32 c = number, k = key[0], l = key[1];
        CUPY_UNROLL
        for (int n = 0; n < kFillRounds; ++n, k += 0x9e3779b9u, l += 0xbb67ae85u) round(a, b, c, d, k, l);
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
    }

    // Four words that are next.
    CUPY_DEVICE void block(uint32 (&out)[4]) { block_at(key, counter[0], counter[1], counter[2]++, counter[3], out); }

    // Block `number` of a stream that nothing was taken from.
    CUPY_DEVICE void begin(const RandomFill &p, uint32 number, uint32 (&out)[4]) const {
        block_at(p.schedule, counter[0], counter[1], number, counter[3], out);
    }

    // Words w[2 * half] and w[2 * half + 1] of block 0, or those of block `half` as words of 64 bits: what
    // the items 2 * half and 2 * half + 1 of a group begin with.
    CUPY_DEVICE void pair(const RandomFill &p, unsigned half, uint32 (&out)[2]) const {
        uint32 w[4];
        begin(p, 0, w);
        out[0] = half ? w[2] : w[0];
        out[1] = half ? w[3] : w[1];
    }
    CUPY_DEVICE void pair(const RandomFill &p, unsigned half, uint64 (&out)[2]) const {
        uint32 w[4];
        begin(p, half, w);
        out[0] = w[0] | (uint64)w[1] << 32;
        out[1] = w[2] | (uint64)w[3] << 32;
    }

    CUPY_DEVICE void item(unsigned k) {
        counter[2] = (k + 1) << 28;
        left = 0;
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
