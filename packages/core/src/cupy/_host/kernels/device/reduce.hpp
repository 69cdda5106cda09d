// Reductions on the host: one block reduces some outputs, or a part of one output.
//
// Sums of long rows are added up in blocks, and the blocks pairwise, so that errors grow with the
// logarithm of the length.  A split reduction is two launches: parts, then CUPY_REDUCE_…_finish.
#pragma once

#include "device/operands.hpp"
#include "device/reduce_best.hpp"
#include "reduce_params.hpp"

// Axes are few: eight copies of a loop over them take longer to compile than all the rest.
#define CUPY_ROLLED _Pragma("GCC unroll 1")

namespace cupy {
namespace host {

template <class Op> struct Reducer {
    using Acc = typename Op::acc_type;
    using In = typename Op::in0_type;
    static constexpr int kLanes = sizeof(Acc) <= 8 ? 32 : 4;
    static constexpr int64 kBlock = 2048;
    static constexpr int64 kColumns = sizeof(Acc) < 4 ? 2048 / sizeof(Acc) : sizeof(Acc) <= 8 ? 1024 : 512;
    static constexpr int kFew = 16, kChunk = 64;    // fewer items than kShort are taken one by one
    static constexpr int64 kShort = Op::ordered && Op::has_chunk ? kFew : Op::has_chunk ? kChunk : kLanes;
    static constexpr int kBytes = 512;              // so many bytes at once for a truth or a number
    static constexpr int kAhead = 2048;             // bytes; from memory 16 Mi float32 take 3.8 ms, 4.6 without
    // Numbers as wide as vectors have them are added up side by side; halves of a chunk would take longer.
    static constexpr bool kNumber = is_same<Acc, float>::value || is_same<Acc, double>::value || is_integer<Acc>::value;
    static constexpr bool kSideBySide = kNumber && !is_same<Acc, bool>::value && sizeof(In) >= 4
                                        && !is_complex<In>::value;
    static constexpr int64 kGathered = sizeof(In) <= 8 ? kBlock : kBlock / 2;

    static constexpr bool of_truths = Op::ordered && Op::has_chunk && is_same<In, boolean>::value;

    const Reduce &p;

    void offsets(int64 index, unsigned ndim, const ReduceAxis *axes, const long long (*strides)[kReduceDims],
                 int64 *to) const {
        unsigned d = 0;
        CUPY_ROLLED
        for (; d + 1 < ndim; ++d) {
            const int64 at = index % axes[d].length;
            index /= axes[d].length;
            for (int k = 0; k < Op::nin; ++k) to[k] += at * strides[k][d];
        }
        if (d < ndim)
            for (int k = 0; k < Op::nin; ++k) to[k] += index * strides[k][d];
    }

    // Partial results of doubling weight, like the digits of a binary counter.
    struct Pairs {
        Acc of[48];
        uint64 count = 0;
        void add(Acc acc) {
            int digit = 0;
            for (uint64 bits = count; bits & 1; bits >>= 1, ++digit) acc = Op::combine(of[digit], acc);
            of[digit] = acc;
            ++count;
        }
        Acc total() const {
            bool any = false;
            Acc acc = Op::identity();
            int digit = 0;
            for (uint64 bits = count; bits; bits >>= 1, ++digit) {
                if (!(bits & 1)) continue;
                acc = any ? Op::combine(of[digit], acc) : of[digit];
                any = true;
            }
            return acc;
        }
    };

    CUPY_NOINLINE static Acc block(const In *x, int64 n, int64 i) {
        Acc lanes[kLanes];
        if (n < kShort) {
            Acc acc = Op::identity();
            for (int64 j = 0; j < n; ++j) acc = Op::combine(acc, Op::map(x[j], i + j));
            return acc;
        }
        if constexpr (Op::has_chunk && Op::ordered) {
            constexpr int kMost = sizeof(In) <= 4 ? 64 : 32;
            return n < 32 ? best_in<Op::sign, Acc, kFew>(x, n, i) : n < 64 ? best_in<Op::sign, Acc, 32>(x, n, i)
                   : best_in<Op::sign, Acc, kMost>(x, n, i);
        } else if constexpr (Op::has_chunk && !kSideBySide) {
            Acc acc = Op::identity();
            int64 j = 0;
            if constexpr (sizeof(In) == 1 && sizeof(Acc) <= 8) {
                for (; j + kBytes <= n; j += kBytes) {
                    const auto &part = reinterpret_cast<const In(&)[kBytes]>(x[j]);
                    acc = Op::combine(acc, Op::template chunk<kBytes>(part, i + j));
                }
            }
            for (; j + kChunk <= n; j += kChunk) {
                const auto &part = reinterpret_cast<const In(&)[kChunk]>(x[j]);
                acc = Op::combine(acc, Op::template chunk<kChunk>(part, i + j));
            }
            for (; j < n; ++j) acc = Op::combine(acc, Op::map(x[j], i + j));
            return acc;
        }
        for (int l = 0; l < kLanes; ++l) lanes[l] = Op::map(x[l], i + l);
        int64 j = kLanes;
        for (; j + kLanes <= n; j += kLanes) {
            for (unsigned at = 0; at < kLanes * sizeof(In); at += 64)
                __builtin_prefetch(reinterpret_cast<const char *>(x + j) + kAhead + at);
            for (int l = 0; l < kLanes; ++l) lanes[l] = Op::combine(lanes[l], Op::map(x[j + l], i + j + l));
        }
        for (int l = 0; j < n; ++j, ++l) lanes[l] = Op::combine(lanes[l], Op::map(x[j], i + j));
        for (int step = kLanes / 2; step > 0; step /= 2)
            for (int l = 0; l < step; ++l) lanes[l] = Op::combine(lanes[l], lanes[l + step]);
        return lanes[0];
    }

    // The place of the best of items start … stop, which is known so far only as not before acc.index.
    static Acc placed(Acc acc, const In *x, int64 start, int64 stop) {
        constexpr int kAtOnce = 32;
        for (int64 i = acc.index; stop - start >= kAtOnce; i += kAtOnce) {
            const int64 from = i < stop - kAtOnce ? i : stop - kAtOnce;
            int first = kAtOnce;
            for (int l = 0; l < kAtOnce; ++l) {
                const int at = (compared(x[from + l]) == compared(acc.value)) | is_nan(x[from + l]) ? l : kAtOnce;
                first = at < first ? at : first;
            }
            if (first < kAtOnce) {
                acc.index = from + first;
                return acc;
            }
        }
        while (!(x[acc.index] == acc.value || (is_nan(acc.value) && is_nan(x[acc.index])))) ++acc.index;
        return acc;
    }

    // The first of n truth values that decides, many at a time, or else the first of all.
    static Acc first_truth(const In *x, int64 n, int64 i) {
        constexpr bool least = Op::sign < 0;
        constexpr int kMany = 64, kSome = 8;
        int64 j = 0;
        while (j + kMany <= n && truth_of<least>(reinterpret_cast<const In(&)[kMany]>(x[j])) == least) j += kMany;
        while (j + kSome <= n && truth_of<least>(reinterpret_cast<const In(&)[kSome]>(x[j])) == least) j += kSome;
        while (j < n && x[j] == least) ++j;
        if (j == n) j = 0;
        return Acc{x[j], i + j};
    }

    // Whether no further item matters.  A function of its own, as others: copies would double the time of compilations.
    CUPY_NOINLINE bool run(Pairs &pairs, const In *x, int64 n, int64 i) const {
        if constexpr (of_truths) {
            const Acc acc = first_truth(x, n, i);
            pairs.add(acc);
            return Op::is_final(acc);
        } else if constexpr (Op::ordered && Op::has_chunk) {
            Acc acc = Op::identity();
            for (int64 j = 0; j < n && !Op::is_final(acc); j += kBlock)
                acc = Op::combine(acc, block(x + j, n - j < kBlock ? n - j : kBlock, i + j));
            pairs.add(placed(acc, x - i, i, i + n));
            return Op::is_final(acc);
        }
        for (int64 j = 0; j < n; j += kBlock) {
            const Acc acc = block(x + j, n - j < kBlock ? n - j : kBlock, i + j);
            pairs.add(acc);
            if (Op::is_final(acc)) return true;
        }
        return false;
    }

    // n items that lie `step` bytes apart side by side; of some steps that are known a compiler makes shuffles of vectors.
    static void bring(In *to, const char *x, int64 step, int64 n) {
        const In *from = reinterpret_cast<const In *>(x);
        if (step == 2 * (int64)sizeof(In))
            for (int64 j = 0; j < n; ++j) to[j] = from[2 * j];
        else if (step == -(int64)sizeof(In))
            for (int64 j = 0; j < n; ++j) to[j] = from[-j];
        else
            for (int64 j = 0; j < n; ++j) to[j] = *reinterpret_cast<const In *>(x + j * step);
    }

    // Items that lie apart are brought together first: what reduces contiguous ones is worth it, and rounds alike.
    CUPY_NOINLINE Acc gathered(int64 start, int64 begin, int64 end) const {
        Pairs pairs;
        In items[kGathered];
        int64 at[kReduceDims], rest = begin, offset = start;
        CUPY_ROLLED
        for (unsigned d = 0; d < p.reduced_ndim; ++d) {
            at[d] = d + 1 < p.reduced_ndim ? rest % p.axes[d].length : rest;
            rest /= p.axes[d].length;
            offset += at[d] * p.strides[0][d];
        }
        const int64 length = p.axes[0].length, step = p.strides[0][0];
        int64 most = is_same<Acc, bool>::value ? 64 : kGathered;        // of truths, few may decide
        for (int64 i = begin; i < end; most = 4 * most < kGathered ? 4 * most : kGathered) {
            const int64 count = end - i < most ? end - i : most;
            for (int64 k = 0; k < count;) {
                int64 n = length - at[0];
                if (n > count - k) n = count - k;
                bring(items + k, p.inputs[0] + offset, step, n);
                k += n;
                at[0] += n;
                offset += n * step;
                CUPY_ROLLED
                for (unsigned d = 0; at[d] == p.axes[d].length && d + 1 < p.reduced_ndim; ++d) {
                    offset += p.strides[0][d + 1] - at[d] * p.strides[0][d];
                    at[d] = 0;
                    ++at[d + 1];
                }
            }
            if (run(pairs, items, count, p.first + i)) break;
            i += count;
        }
        return pairs.total();
    }

    // Items begin … end of the reduced items of one output.
    Acc reduce(const int64 *start, int64 begin, int64 end) const {
        Pairs pairs;
        const int64 length = p.axes[0].length;
        if (Op::nin == 1 && p.reduced_ndim && p.strides[0][0] == (long long)sizeof(In)) {
            for (int64 i = begin; i < end;) {
                int64 offset[Op::nin] = {start[0]};
                offsets(i, p.reduced_ndim, p.axes, p.strides, offset);
                int64 n = length - (p.reduced_ndim > 1 ? i % length : i);
                if (n > end - i) n = end - i;
                if (run(pairs, reinterpret_cast<const In *>(p.inputs[0] + offset[0]), n, p.first + i)) break;
                i += n;
            }
            return pairs.total();
        }
        if constexpr (Op::nin == 1)
            if (p.reduced_ndim && end - begin >= kLanes) return gathered(start[0], begin, end);
        int64 offset[Op::nin];
        for (int64 i = begin; i < end;) {
            for (int k = 0; k < Op::nin; ++k) offset[k] = start[k];
            offsets(i, p.reduced_ndim, p.axes, p.strides, offset);
            int64 n = p.reduced_ndim > 1 ? length - i % length : p.reduced_ndim ? length - i : 1;
            if (n > end - i) n = end - i;
            if (n > kBlock) n = kBlock;
            Acc acc = Op::identity();
            for (int64 j = 0; j < n; ++j) {
                acc = Op::combine(acc, Op::map_at(p.inputs, offset, p.first + i + j));
                for (int k = 0; k < Op::nin; ++k) offset[k] += p.strides[k][0];
            }
            pairs.add(acc);
            i += n;
        }
        return pairs.total();
    }

    // Whether the best of the items is looked for, of a type of which vectors are compared.
    static constexpr bool is_place = of_truths || (Op::ordered && Op::has_chunk && (
        is_integer<In>::value || is_same<In, float>::value || is_same<In, double>::value));
    using Compared = decltype(compared(In()));
    static bool wins(Compared item, Compared old) {
        return ((Op::sign > 0 ? item > old : item < old) | (item != item)) & (old == old);
    }

    // Outputs begin … end of rows that `block` would take item by item.
    CUPY_NOINLINE void short_rows(int64 begin, int64 end) const {
        const int64 n = p.reduced, first = p.first;
        for (int64 o = begin; o < end; ++o) {
            int64 start[Op::nin] = {};
            offsets(o, p.kept_ndim, p.kept, p.kept_strides, start);
            const In *x = reinterpret_cast<const In *>(p.inputs[0] + start[0]);
            if constexpr (is_place) {
                int64 at = 0;
                for (int64 j = 1; j < n; ++j) at = wins(compared(x[j]), compared(x[at])) ? j : at;
                Op::finish(Acc{x[at], first + at}, p, o);
            } else {
                Acc acc = Op::identity();
                for (int64 j = 0; j < n && !Op::is_final(acc); ++j) acc = Op::combine(acc, Op::map(x[j], first + j));
                Op::finish(acc, p, o);
            }
        }
    }

    void rows(unsigned block, unsigned grid) const {
        if (p.split > 1) {
            const int64 output = block / p.split, part = block % p.split;
            int64 start[Op::nin] = {};
            offsets(output, p.kept_ndim, p.kept, p.kept_strides, start);
            reinterpret_cast<Acc *>(p.partials)[block] =
                reduce(start, p.reduced * part / p.split, p.reduced * (part + 1) / p.split);
            return;
        }
        if (Op::nin == 1 && p.reduced < kShort && p.reduced_ndim == 1 && p.strides[0][0] == (long long)sizeof(In))
            return short_rows(p.outputs * block / grid, p.outputs * (block + 1) / grid);
        const bool whole = Op::nin == 1 && p.reduced_ndim == 1 && p.strides[0][0] == (long long)sizeof(In);
        for (int64 o = p.outputs * block / grid; o < p.outputs * (block + 1) / grid; ++o) {
            int64 start[Op::nin] = {};
            offsets(o, p.kept_ndim, p.kept, p.kept_strides, start);
            const In *x = reinterpret_cast<const In *>(p.inputs[0] + start[0]);
            if (whole && p.reduced <= kBlock && !Op::ordered) {
                Op::finish(Reducer::block(x, p.reduced, p.first), p, o);
            } else if (whole) {
                Pairs pairs;
                run(pairs, x, p.reduced, p.first);
                Op::finish(pairs.total(), p, o);
            } else {
                Op::finish(reduce(start, 0, p.reduced), p, o);
            }
        }
    }

    // Outputs side by side: some of a row of them, or short rows together.
    struct Columns {
        static constexpr int64 kNarrow = 64;                    // columns of a short row
        static constexpr int64 kLeast = 16, kMuch = 1 << 18;    // groups that rows are left for, of so many items
        const Reduce &p;
        int64 length, outers, together, wide;

        explicit Columns(const Reduce &p)
            : p(p), length(p.kept[0].length), outers(p.outputs / length), together(1),
              wide((length + kColumns - 1) / kColumns) {
            if (Op::nin > 1 || length > kNarrow) return;
            const int64 most = p.outputs * p.reduced < kMuch ? outers : outers / kLeast;
            together = kColumns / length < most ? kColumns / length : most;
            if (together < 1) together = 1;
        }
        int64 groups() const { return (outers + together - 1) / together * wide; }
    };

    // One group of them: where each row begins, and its items side by side.
    struct Group {
        int64 n, output, start[Op::nin] = {};
        int64 rows = 1, length, each, step;     // columns of a row, and how many of them are not the same one
        int64 places[kColumns];
        In items[kColumns];

        Group(const Reducer &of, const Columns &all, int64 group) : length(all.length), step(of.p.kept_strides[0][0]) {
            each = Op::nin == 1 && step == 0 ? 1 : length;
            const Reduce &p = of.p;
            const int64 column = group % all.wide * kColumns, outer = group / all.wide * all.together;
            rows = all.outers - outer < all.together ? all.outers - outer : all.together;
            n = rows > 1 ? rows * length : length - column < kColumns ? length - column : kColumns;
            output = outer * length + column;
            const auto outer_strides = reinterpret_cast<const long long (*)[kReduceDims]>(&p.kept_strides[0][1]);
            of.offsets(outer, p.kept_ndim - 1, p.kept + 1, outer_strides, start);
            for (int k = 0; k < Op::nin; ++k) start[k] += column * p.kept_strides[k][0];
            for (int64 row = 0; row < rows && rows > 1; ++row) {
                int64 offset[Op::nin] = {};
                of.offsets(outer + row, p.kept_ndim - 1, p.kept + 1, outer_strides, offset);
                places[row] = offset[0] - start[0];
            }
        }

        // Columns that are the same one, of an array that is broadcast, are reduced once.
        int64 different() const { return rows > 1 ? rows * each : n < each ? n : each; }

        bool lies() const { return rows == 1 && step == (int64)sizeof(In); }

        // What is n items, at `x` and behind; those that lie apart are brought together.
        const In *at(const char *x) {
            if (lies()) return reinterpret_cast<const In *>(x);
            if (rows == 1) bring(items, x, step, different());
            else if (each == 1) bring_rows<1>(x);
            else if (each == 2) bring_rows<2>(x);
            else if (each == 3) bring_rows<3>(x);
            else if (each == 4) bring_rows<4>(x);
            else bring_rows<0>(x);
            return items;
        }
        template <int known> void bring_rows(const char *x) {
            const int64 some = known ? known : each;
            for (int64 row = 0; row < rows; ++row)
                for (int64 j = 0; j < some; ++j)
                    items[row * some + j] = *reinterpret_cast<const In *>(x + places[row] + j * step);
        }
    };

    // The first best items of columns side by side, values and places apart: both are vectors then.
    void places(Acc *acc, Group &group, int64 first, int64 last) const {
        using Row = typename conditional<sizeof(In) == 8, int64, int>::type;
        const int64 n = group.different();
        Compared best[kColumns];
        Row rows[kColumns] = {};
        for (int64 i = first; i < last; ++i) {
            int64 offset[1] = {group.start[0]};
            offsets(i, p.reduced_ndim, p.axes, p.strides, offset);
            const In *x = group.at(p.inputs[0] + offset[0]);
            const Row row = (Row)(i - first);
            if (row == 0)
                for (int64 j = 0; j < n; ++j) best[j] = compared(x[j]);
            for (int64 j = 0; j < n; ++j) {
                const Compared item = compared(x[j]);
                const bool won = wins(item, best[j]);
                best[j] = won ? item : best[j];
                rows[j] = won ? row : rows[j];
            }
        }
        for (int64 j = 0; j < n; ++j) acc[j] = Acc{item_of<In>(best[j]), p.first + first + rows[j]};
    }

    // Whole rows four by four, so that accumulators are read and written less often; returns how far they are done.
    int64 some_rows(Acc *acc, const Group &group, int64 i, int64 last) const {
        for (; i + 4 <= last; i += 4) {
            const In *x[4];
            for (int row = 0; row < 4; ++row) {
                int64 offset[1] = {group.start[0]};
                offsets(i + row, p.reduced_ndim, p.axes, p.strides, offset);
                x[row] = reinterpret_cast<const In *>(p.inputs[0] + offset[0]);
            }
            const int64 at = p.first + i;
            for (int64 j = 0; j < group.n; ++j) {
                Acc sum = acc[j];
                for (int row = 0; row < 4; ++row) sum = Op::combine(sum, Op::map(x[row][j], at + row));
                acc[j] = sum;
            }
        }
        return i;
    }

    // Outputs side by side, added up downwards; parts of rows when there are few columns.
    void columns(unsigned block, unsigned grid) const {
        const Columns all(p);
        const int64 work = all.groups() * p.split;
        for (int64 w = work * block / grid; w < work * (block + 1) / grid; ++w) {
            const int64 part = w % p.split;
            Group group(*this, all, w / p.split);
            const int64 n = group.different();
            Acc acc[kColumns];
            for (int64 j = 0; j < n; ++j) acc[j] = Op::identity();
            const int64 first = p.reduced * part / p.split, last = p.reduced * (part + 1) / p.split;
            if constexpr (is_place) {
                if (last - first < (1ll << 31)) places(acc, group, first, last);
            }
            int64 i = is_place && last - first < (1ll << 31) ? last : first;
            if constexpr (Op::nin == 1 && !is_same<Acc, bool>::value)
                if (group.lies()) i = some_rows(acc, group, i, last);
            for (; i < last; ++i) {
                int64 offset[Op::nin];
                for (int k = 0; k < Op::nin; ++k) offset[k] = group.start[k];
                offsets(i, p.reduced_ndim, p.axes, p.strides, offset);
                const In *x = group.at(p.inputs[0] + offset[0]);
                const int64 at = p.first + i;       // read once: the compiler cannot tell that bytes are not it
                if constexpr (is_same<Acc, bool>::value) {
                    // GCC makes no vectors of bools in memory, but of what is compared.
                    unsigned char *bytes = reinterpret_cast<unsigned char *>(acc);
                    for (int64 j = 0; j < n; ++j) bytes[j] = Op::combine(bytes[j] != 0, Op::map(x[j], at)) ? 1 : 0;
                } else {
                    for (int64 j = 0; j < n; ++j) acc[j] = Op::combine(acc[j], Op::map(x[j], at));
                }
            }
            for (int64 row = group.rows - 1; n < group.n && row >= 0; --row) {
                const Acc same = acc[row];
                for (int64 j = 0; j < group.n / group.rows; ++j) acc[row * group.length + j] = same;
            }
            if (p.split > 1) {
                Acc *parts = reinterpret_cast<Acc *>(p.partials);
                for (int64 j = 0; j < group.n; ++j) parts[(group.output + j) * p.split + part] = acc[j];
            } else {
                const Reduce held = p;              // which bytes that are written cannot change
                for (int64 j = 0; j < group.n; ++j) Op::finish(acc[j], held, group.output + j);
            }
        }
    }

    void finish(unsigned block, unsigned grid) const {
        const Acc *parts = reinterpret_cast<const Acc *>(p.partials);
        for (int64 o = p.outputs * block / grid; o < p.outputs * (block + 1) / grid; ++o) {
            Pairs pairs;
            for (unsigned k = 0; k < p.split; ++k) pairs.add(parts[o * p.split + k]);
            Op::finish(pairs.total(), p, o);
        }
    }
};

}  // namespace host
}  // namespace cupy

#define CUPY_REDUCE_KERNEL(name, op, function)                                                   \
    CUPY_EXPORT const int name##__info[] = {0, 1, (int)sizeof(cupy::Reduce)};                    \
    CUPY_EXPORT void name(void **params, unsigned block, unsigned grid) {                        \
        cupy::host::Reducer<op>{*static_cast<const cupy::Reduce *>(params[0])}.function(block, grid); \
    }
#define CUPY_REDUCE_ROWS(name, op) CUPY_REDUCE_KERNEL(name, op, rows)                            \
    CUPY_REDUCE_KERNEL(name##_finish, op, finish)
#define CUPY_REDUCE_COLUMNS(name, op) CUPY_REDUCE_KERNEL(name, op, columns)
#define CUPY_REDUCE_WIDE(name, op)
