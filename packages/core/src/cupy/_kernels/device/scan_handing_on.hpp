// What comes before a chunk of a column, while other blocks still scan it: chunks hand on what they have.
//
// Neighbouring chunks form groups.  A chunk makes its sum known; the last of a group makes known that of the group, and
// as soon as it knows it, that of the column up to there.  The threads that share a column look at all of these at
// once, and one of them waits for what is not there yet.  What comes before a chunk is always added up in the same
// order, so results do not depend on who was first.
#pragma once

#include "device/scan_states.hpp"
#include "scan_params.hpp"

namespace cupy {
namespace simt {

template <class Op> struct HandingOn {
    using Acc = typename Op::acc_type;
    using States = ScanStates<Acc>;
    static constexpr int kBack = sizeof(Acc) <= 8 ? 16 : 64 / sizeof(Acc);  // groups that are looked at
    static constexpr int kNear = kScanGroup - 1;                            // chunks
    static constexpr int kSlots = kNear + kBack;

    unsigned long long *const chunks, *const groups;        // those of this column lie `step` apart
    const long long step;
    const unsigned chunk;
    Acc *const seen;                                        // kSlots: chunks from the group's first on, groups from
    unsigned char *const known;                             // the nearest on; those of this column lie `pitch` apart
    const unsigned pitch;

    CUPY_DEVICE HandingOn(const Scan &p, long long column, long long columns, unsigned number, Acc *sums,
                          unsigned char *states, unsigned apart)
        : chunks(static_cast<unsigned long long *>(p.totals) + 1 + column * States::kWords),
          groups(chunks + p.chunks * columns * States::kWords), step(columns * States::kWords), chunk(number),
          seen(sums), known(states), pitch(apart) {}

    CUPY_DEVICE unsigned group() const { return chunk / kScanGroup; }
    CUPY_DEVICE int place() const { return (int)(chunk % kScanGroup); }
    CUPY_DEVICE bool last() const { return place() == kScanGroup - 1; }
    CUPY_DEVICE const unsigned long long *state(int slot) const {
        return slot < kNear ? chunks + (chunk - place() + slot) * step : groups + (group() - 1 - (slot - kNear)) * step;
    }

    // What the chunk has by itself.
    CUPY_DEVICE void make_known(const Acc &own) const {
        if (!last()) States::publish(chunks + chunk * step, own, States::kSum);
    }
    // One of the `parts` threads of the column, which share the looking.
    CUPY_DEVICE void look(unsigned part, unsigned parts) const {
        constexpr int ahead = 3;
        for (int first = (int)part; first < kSlots; first += ahead * parts) {
            Acc acc[ahead];
            unsigned is[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) {
                const int slot = first + u * parts;
                const bool there = slot < kNear ? slot < place() : slot < kSlots && slot - kNear < (int)group();
                // Without a branch: all are asked for at once.
                is[u] = States::look(there ? state(slot) : chunks + chunk * step, acc[u]);
                if (!there) is[u] = States::kNothing;
            }
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) {
                const int slot = first + u * parts;
                if (slot >= kSlots) break;
                known[slot * pitch] = (unsigned char)is[u];
                if (is[u] != States::kNothing) seen[slot * pitch] = acc[u];
            }
        }
    }
    // Looks again at some states, all at once, of which there are `count` from `slot` on.
    CUPY_DEVICE void look_again(int slot, int count) const {
        constexpr int most = 4;
        Acc acc[most];
        unsigned is[most];
        CUPY_UNROLL
        for (int u = 0; u < most; ++u) is[u] = States::look(state(slot + (u < count ? u : 0)), acc[u]);
        CUPY_UNROLL
        for (int u = 0; u < most; ++u) {
            if (u >= count || is[u] == States::kNothing) continue;
            known[(slot + u) * pitch] = (unsigned char)is[u];
            seen[(slot + u) * pitch] = acc[u];
        }
    }

    // The sum of the group's chunks before this one, whose own is `own`; anything where it is the first.
    CUPY_DEVICE Acc within(const Acc &own) const {
        Acc sum = own;
        for (int k = 0; k < place(); ++k) {
            while (known[k * pitch] == States::kNothing) look_again(k, place() - k);
            sum = k ? Op::combine(sum, seen[k * pitch]) : seen[0];
        }
        if (last())
            States::publish(groups + group() * step, Op::combine(sum, own), group() ? States::kSum : States::kAll);
        return sum;
    }
    // The sum of the groups before this one, of which there is one: of the nearest that knows all and those after it.
    CUPY_DEVICE Acc earlier() const {
        const int stop = group() < kBack ? kNear + (int)group() : kSlots;
        int k = kNear;
        for (unsigned is; (is = known[k * pitch]) != States::kAll;) {
            if (is == States::kNothing || k == stop - 1) look_again(k, stop - k);
            else ++k;
        }
        Acc sum = seen[k * pitch];
        while (--k >= kNear) sum = Op::combine(sum, seen[k * pitch]);
        return sum;
    }

    // The sum of all before this chunk, of what these two gave.
    CUPY_DEVICE Acc before(const Acc &earlier, const Acc &within) const {
        return !group() ? within : place() ? Op::combine(earlier, within) : earlier;
    }
    // What the column has up to the group's end, added up as the group's sum was.
    CUPY_DEVICE void hand_on(const Acc &earlier, const Acc &within, const Acc &own) const {
        if (last() && group())
            States::publish(groups + group() * step, Op::combine(earlier, Op::combine(within, own)), States::kAll);
    }
};

}  // namespace simt
}  // namespace cupy
