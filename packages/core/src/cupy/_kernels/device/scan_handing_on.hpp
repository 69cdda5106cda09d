// What comes before a chunk of columns, while other blocks still scan it: chunks hand on what they have.
//
// Neighbouring chunks form groups.  A chunk makes its sum known, the last of a group makes known that of the group, and
// later that of the column up to there.  The threads that share a column look at some of these each: at the chunks of
// their group, at the groups before it, and at all before those, which others mostly knew long ago.  What comes before a
// chunk is always added up in the same order, so results do not depend on who was first.
#pragma once

#include "device/scan_states.hpp"
#include "scan_params.hpp"

namespace cupy {
namespace simt {

template <class Op> struct HandingOn {
    using Acc = typename Op::acc_type;
    using States = ScanStates<Acc>;

    const Scan &p;
    const unsigned column, chunk;
    const unsigned lookers;                 // so many threads look at chunks, and as many at groups

    CUPY_DEVICE HandingOn(const Scan &params, unsigned of, unsigned number, unsigned parts)
        : p(params), column(of), chunk(number),
          lookers(parts >= 32 ? 16 : parts >= 16 ? 8 : parts >= 8 ? 4 : parts >= 4 ? 2 : 1) {}

    CUPY_DEVICE unsigned group() const { return chunk / kScanGroup; }
    CUPY_DEVICE unsigned place() const { return chunk % kScanGroup; }
    CUPY_DEVICE unsigned each() const { return kScanGroup / lookers; }

    // Of chunk `number`; after those come groups, and then what is before their ends.
    CUPY_DEVICE unsigned long long *state(unsigned number) const {
        return static_cast<unsigned long long *>(p.totals) + 1
               + ((long long)number * (unsigned)(p.outer * p.inner) + column) * States::kWords;
    }
    CUPY_DEVICE unsigned groups() const { return (unsigned)p.chunks; }
    CUPY_DEVICE unsigned ends() const { return groups() + ((unsigned)p.chunks + kScanGroup - 1) / kScanGroup; }

    CUPY_DEVICE bool last() const { return place() == kScanGroup - 1; }
    CUPY_DEVICE bool begins() const { return group() > kScanGroup; }      // whether there is more before those groups

    // What `count` neighbouring states from `number` on add up to, once all are known; some are asked for at once.
    CUPY_DEVICE Acc sum(unsigned number, int count) const {
        constexpr int ahead = sizeof(Acc) > 8 ? 2 : 4;
        const int step = (int)(p.outer * p.inner) * States::kWords;
        const unsigned long long *at = state(number);
        Acc all = Op::identity();
        CUPY_NO_UNROLL
        for (int k = 0; k < count; k += ahead, at += ahead * step) {
            Acc acc[ahead];
            unsigned known[ahead];
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) {
                acc[u] = Op::identity();
                known[u] = k + u < count ? States::look(at + u * step, acc[u]) : (unsigned)States::kNothing;
            }
            CUPY_UNROLL
            for (int u = 0; u < ahead; ++u) {
                if (k + u >= count) break;
                while (known[u] == States::kNothing) known[u] = States::look(at + u * step, acc[u]);
                all = k + u ? Op::combine(all, acc[u]) : acc[0];
            }
        }
        return all;
    }
    // Waits for the nearest: the rest is mostly known then, and nobody else asks for it again and again, which would keep
    // others from memory.
    CUPY_DEVICE void wait() const { sum(place() ? chunk - 1 : groups() + group() - 1, 1); }

    // What looker `part` of the column sees: of chunks of its group before this one, or of groups.
    CUPY_DEVICE Acc look(unsigned part) const {
        const bool far = part >= lookers;
        const int begin = far ? (int)(group() - kScanGroup + (part - lookers) * each())
                              : (int)(chunk - place() + part * each());
        const int first = begin < 0 ? 0 : begin, end = begin + (int)each();
        const int stop = !far && end > (int)chunk ? (int)chunk : end;
        return sum((far ? groups() : 0) + first, stop - first);
    }
    CUPY_DEVICE Acc beginning() const { return sum(ends() + group() - kScanGroup - 1, 1); }

    // What `sums` of the lookers, which lie `wide` apart, add up to: those of chunks, and those of groups.
    CUPY_DEVICE Acc of_chunks(const Acc *sums, unsigned wide) const {
        Acc all = sums[0];
        CUPY_NO_UNROLL
        for (unsigned k = 1; k * each() < place(); ++k) all = Op::combine(all, sums[k * wide]);
        return all;
    }
    CUPY_DEVICE Acc of_groups(const Acc *sums, unsigned wide, const Acc &beginning) const {
        unsigned k = group() < kScanGroup ? (kScanGroup - group()) / each() : 0;
        Acc all = begins() ? beginning : sums[(lookers + k++) * wide];
        CUPY_NO_UNROLL
        for (; k < lookers; ++k) all = Op::combine(all, sums[(lookers + k) * wide]);
        return all;
    }

    CUPY_DEVICE void publish(unsigned number, const Acc &acc) const {
        States::publish(state(number), acc, States::kSum);
    }

    // The sum of the column before this chunk, which is not the first, for the threads that share it, of which this is
    // `part`; what these see lies `wide` apart in `sums`. `all` is the chunk's own sum where the last of `parts` has it.
    CUPY_DEVICE Acc before(const Acc &all, unsigned part, unsigned parts, Acc *sums, unsigned wide, Acc *end) const {
        const bool speaks = part == parts - 1;
        if (platform::thread_index() == 0) wait();
        platform::barrier();                        // also, all have read what lies there
        if (part < (last() ? 1 : 2) * lookers) sums[part * wide] = look(part);
        if (speaks && begins()) *end = beginning();
        platform::barrier();
        const Acc within = of_chunks(sums, wide), whole = place() ? Op::combine(within, all) : all;
        if (last()) {                               // those who wait for the group wait no longer than they must
            if (speaks) publish(groups() + group(), whole);
            if (part / lookers == 1) sums[part * wide] = look(part);
            platform::barrier();
        }
        if (!group()) {
            if (speaks && last()) publish(ends(), whole);
            return within;
        }
        const Acc earlier = of_groups(sums, wide, *end);
        if (speaks && last()) publish(ends() + group(), Op::combine(earlier, whole));
        return place() ? Op::combine(earlier, within) : earlier;
    }
};

}  // namespace simt
}  // namespace cupy
