// From the layout of an array to the launch of a reduction: which strategy, how many blocks.
//
// Plain C++17 without Python.  Axes are given outermost first; kept axes come in the order in which
// the outputs are numbered.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "reduce_params.hpp"
#include "tuning/reduce.hpp"

namespace cupy {
namespace reduce {

enum Strategy { kRows = 0, kColumns = 1, kWide = 2, kTile = 3, kFlat = 4 };

// Kernels of devices count in 32 bits; more items are reduced in several launches.
constexpr int64_t kMostItems = int64_t(1) << 31;

// Parts of the host's work at most: as many whatever the number of threads, so that sums do not depend on it.
constexpr int64_t kHostParts = 256;
// Where the items of a column lie so close, in bytes, the host looks for the place of one column by column: what it reads
// along with an item is still in its cache for the next column, and vectors take items of one column.
constexpr int64_t kCloseItems = 32;

struct Plan {
    Reduce params;
    int strategy;
    unsigned grid, threads;
    int64_t groups;         // groups of outputs
    int64_t each;           // outputs of a group
    int64_t partials;       // accumulators of partial results, 0 without a split
};

inline void set_axis(ReduceAxis &axis, int64_t length) {
    const uint32_t divisor = uint32_t(length);      // on devices it fits
    uint32_t shift = 0;
    while ((uint64_t(1) << shift) < divisor) ++shift;
    axis.length = length;
    axis.shift = shift;
    axis.multiplier = uint32_t(((((uint64_t(1) << shift) - divisor) << 32) / (divisor ? divisor : 1)) + 1);
}

// Axes innermost first, those that are one in memory merged up to a length; how many are left, or -1
// for too many.
inline int merge(int n, const int64_t *lengths, const int64_t *strides, int64_t longest, ReduceAxis *axes,
                 long long (*to)[kReduceDims]) {
    int count = 0;
    int64_t merged[kReduceDims];
    for (int d = n - 1; d >= 0; --d) {
        if (lengths[d] == 1) continue;
        if (count && strides[d] == to[0][count - 1] * merged[count - 1]
            && merged[count - 1] * lengths[d] < longest) {
            merged[count - 1] *= lengths[d];
            continue;
        }
        if (count == kReduceDims) return -1;
        merged[count] = lengths[d];
        to[0][count] = strides[d];
        ++count;
    }
    if (!count) {
        merged[0] = 1;
        to[0][0] = 0;
        count = 1;
    }
    for (int d = 0; d < count; ++d) set_axis(axes[d], merged[d]);
    return count;
}

inline unsigned power_of_two(int64_t n, unsigned most) {
    unsigned power = 1;
    while (power < most && power < n) power *= 2;
    return power;
}

inline int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

inline unsigned power_of_two_within(int64_t n) {
    unsigned power = 1;
    while (2 * power <= n) power *= 2;
    return power;
}

// Parts of each of some groups whose threads have `units` loads each: all blocks together are to be as many as fit on the
// device, or a few times as many, since what is left over keeps it waiting as long as if it were full.
inline int64_t parts_of(int64_t groups, int64_t units, int64_t least, int64_t resident) {
    constexpr int64_t beyond = 2 * tuning::kReduceInFlight;     // loads in whose time a block begins and ends
    const int64_t most = units / least;
    int64_t best = 1, shortest = INT64_MAX;
    for (int64_t turns = 0; turns <= tuning::kReduceTurns; ++turns) {
        int64_t split = turns * resident / groups;
        if (split > most) split = most;
        if (split < 1) split = 1;
        const int64_t lines = ceil_div(ceil_div(units, split), tuning::kReduceInFlight) * tuning::kReduceInFlight;
        const int64_t time = ceil_div(groups * split, resident) * (lines + beyond);
        if (time < shortest) {
            shortest = time;
            best = split;
        }
        if (split == most) break;
    }
    return best;
}

// Threads of a block side by side where each has `width` columns; the others share these columns, where there is much to
// add up.
inline unsigned threads_across(const Reduce &p, int width) {
    const unsigned tallest = tuning::kReduceThreads / 32;
    const unsigned height = power_of_two(p.reduced / (2 * tuning::kReduceInFlight), tallest);
    return power_of_two(ceil_div(p.kept[0].length, width), tuning::kReduceThreads / height);
}

// So many threads of a block, at most, side by side that they share what all need evenly.
inline unsigned even_lanes(int64_t needed, unsigned most) { return unsigned(ceil_div(needed, ceil_div(needed, most))); }

// Threads of a block side by side that have vectors of columns: those below one another are as few as keep all processors
// busy, since each block waits for them and joins what they have, but no thread adds up more lines than several at once.
inline unsigned lanes_of_vectors(const Reduce &p, int width, int processors) {
    const int64_t vectors = ceil_div(p.kept[0].length, width), outer = p.outputs / p.kept[0].length;
    const unsigned most = tuning::kReduceThreads / threads_across(p, width);
    const auto lanes = [&](unsigned height) { return even_lanes(vectors, tuning::kReduceThreads / height); };
    unsigned height = power_of_two(p.reduced / tuning::kReduceLines, most);
    while (height < most && outer * ceil_div(vectors, lanes(height)) < processors * tuning::kReduceTileBlocks) height *= 2;
    return lanes(height);
}

// Lines after which vectors of columns begin at the same places of their lines, 0 where they do not.
inline int64_t turn_of(const Reduce &p) {
    for (unsigned d = 1; d < p.reduced_ndim; ++d)
        if ((p.strides[0][d] - p.strides[0][d - 1] * p.axes[d - 1].length) & 15) return 0;
    const int64_t common = p.strides[0][0] & -p.strides[0][0] & 15;
    return common ? 16 / common : 1;
}

// Whether columns are better off with a thread each, whose neighbour has the next column or group: if threads that share
// a column had few items each to join, which costs more where an accumulator is several numbers, or if a group of columns
// left many threads idle.
inline bool alone(const Reduce &p, int width, int processors, bool heavy, bool words) {
    if (p.kept[0].length < 32 && p.kept_ndim > 1 && std::abs(p.kept_strides[0][1]) <= tuning::kReduceNearGroups
        && p.outputs >= tuning::kReduceNearOutputs)
        return true;
    if (p.kept[0].length < 32) return p.reduced <= 256 && p.outputs >= 65536;
    if (p.outputs < int64_t(processors) * 512 * (words ? width : 1)) return false;
    const int64_t across = threads_across(p, width), columns = ceil_div(p.kept[0].length, width);
    const int64_t items = p.reduced * across / tuning::kReduceThreads;
    const bool join_few = heavy && !words ? across < tuning::kReduceThreads && items < 32 : columns <= across && items < 4;
    return join_few || (p.reduced <= 256 && 4 * columns < 3 * across * ceil_div(columns, across));
}

// Whole groups of `p.inner` outputs each, of which a tile has room for some; blocks take one tile after another.
inline bool plan_groups(Plan &plan, int64_t room, int64_t groups, int processors, bool heavy) {
    using namespace tuning;
    Reduce &p = plan.params;
    const int64_t share = ceil_div(groups, int64_t(processors) * kReduceTileBlocks);
    plan.strategy = kTile;
    p.each = unsigned(room < share ? room : share);
    plan.each = int64_t(p.each) * p.inner;
    plan.groups = ceil_div(groups, p.each);
    const int64_t lanes = kReduceThreads / plan.each, most = p.reduced / 2 < 32 ? p.reduced / 2 : 32;
    p.lanes = power_of_two_within(lanes < most ? lanes : most);
    // Somewhat fewer groups, where nearly half of the threads had nothing to do.
    const unsigned fewer = kReduceThreads / (2 * p.lanes) / p.inner;
    if (2 * p.lanes <= most && 10 * fewer >= 7 * p.each) {
        p.lanes *= 2;
        if (fewer < p.each) p.each = fewer;
        plan.each = int64_t(p.each) * p.inner;
        plan.groups = ceil_div(groups, p.each);
    }
    set_axis(p.run, p.inner);
    const int64_t resident = int64_t(processors) * (heavy ? kReduceResidentHeavy : kReduceResident);
    plan.grid = unsigned(plan.groups < resident ? plan.groups : resident);
    return true;
}

// Adds an axis to what a group spans.
inline void reach(Reduce &p, int64_t length, int64_t stride) {
    p.extent += unsigned((length - 1) * std::abs(stride));
    if (stride < 0) p.before += unsigned((length - 1) * -stride);
}

// Short rows, and groups of a few columns, through shared memory (reduce_tile.hpp); false for other layouts, and for
// those whose items are read as well in place.
inline bool plan_tile(Plan &plan, int itemsize, int processors, bool heavy) {
    using namespace tuning;
    Reduce &p = plan.params;
    const bool rows = p.kept_ndim == 1 && std::abs(p.strides[0][0]) < std::abs(p.kept_strides[0][0]);
    if (p.reduced < 2 || p.reduced_ndim > 1) return false;
    const int64_t step = rows ? p.strides[0][0] : p.kept_strides[0][0], pitch = rows ? p.kept_strides[0][0] : p.strides[0][0];
    if (!rows && (p.kept[0].length < 2 || p.kept[0].length >= kReduceTileColumns || std::abs(step) >= std::abs(pitch)
                  || p.kept_ndim > 2 || (p.kept_ndim == 2 && p.kept_strides[0][1] != p.reduced * pitch)))
        return false;
    const int64_t inner = rows ? 1 : p.kept[0].length, line = rows ? p.reduced : inner, groups = p.outputs / inner;
    const uintptr_t address = reinterpret_cast<uintptr_t>(p.inputs[0]);
    const bool even_places = !((address | uintptr_t(pitch) | uintptr_t(step)) & ((itemsize < 16 ? itemsize : 16) - 1));
    // Held as they lie, or item after item.
    const int64_t gap = std::abs(pitch) - (line - 1) * std::abs(step) - itemsize;       // between lines
    // Lines of which many begin in the same bank are spread.
    const bool spread = rows && std::abs(pitch) % 32 == 0 && gap > 0;
    const bool near = std::abs(step) <= itemsize + (itemsize < 4 ? kReduceFlatGap : 0);
    const bool held = even_places && !spread && near && gap >= 0 && gap <= kReduceFlatGap && pitch % itemsize == 0
                      && step % itemsize == 0;
    const int64_t width = held ? std::abs(pitch) : line * itemsize;          // bytes that a line takes
    const int64_t bytes = rows ? width : p.reduced * width;                 // and a group
    const bool aligned = !((address | uintptr_t(pitch)) & 15);
    const int64_t row = p.reduced * itemsize;
    if (rows && (row > kReduceTileRow || p.outputs < 4096)) return false;
    // As well where they lie: rows of as many vectors as threads take.
    const bool even = row >= 64 && !(row & (row - 1));
    if (rows && step == itemsize && aligned && even) return false;
    // Nor rows of many vectors that begin anywhere: a tile would take them item by item.
    if (rows && even_places && step == itemsize && !held && itemsize < 16 && bytes >= 128) return false;
    const bool whole = bytes <= kReduceTileBytes && groups >= 2 * processors;
    if (!whole && (rows || p.reduced < 2 * kReduceTileBytes / width)) return false;
    if (!whole && step == itemsize && aligned && inner % (itemsize > 4 ? 16 / itemsize : 4) == 0) return false;
    p.inner = unsigned(inner);
    p.vectors = held;
    p.spans = whole;
    p.along = 1;
    p.pitch = whole && !rows ? p.reduced * pitch : pitch;
    p.extent = unsigned(itemsize);
    reach(p, line, step);
    if (whole && !rows) reach(p, p.reduced, pitch);
    if (whole) return plan_groups(plan, kReduceTileBytes / bytes, groups, processors, heavy);
    plan.strategy = kTile;
    p.each = unsigned(kReduceTileBytes / width);
    const int64_t tiles = ceil_div(p.reduced, p.each);
    p.lanes = unsigned(kReduceThreads / inner);
    plan.each = inner;
    plan.groups = groups;
    const int resident = heavy ? kReduceResidentHeavy : kReduceResident;
    const int64_t split = parts_of(groups, kReduceInFlight * tiles, 2 * kReduceInFlight, int64_t(processors) * resident);
    p.split = p.parts = unsigned(split);
    plan.partials = split > 1 ? groups * split * inner : 0;
    plan.grid = unsigned(groups * split);
    return true;
}

// Groups with several axes inside them, between whose items little lies, in one stretch of memory or several: places are
// looked for in shared memory.  False where runs are long enough to be read in place.
inline bool plan_box(Plan &plan, int itemsize, int processors, bool heavy) {
    using namespace tuning;
    Reduce &p = plan.params;
    const unsigned last = p.kept_ndim - 1;
    const int64_t pitch = p.kept_strides[0][last], groups = p.kept[last].length, inner = p.outputs / groups;
    const bool rows = std::abs(p.strides[0][0]) < std::abs(p.kept_strides[0][0]);
    if (p.reduced < 2 || p.outputs < 4096 || groups < 2 * processors || (last == 0 && !rows)) return false;
    if (rows ? p.axes[0].length * std::abs(p.strides[0][0]) >= kReduceBoxRun : p.kept[0].length >= kReduceTileColumns)
        return false;
    uintptr_t all = reinterpret_cast<uintptr_t>(p.inputs[0]) | uintptr_t(pitch);
    int64_t extent = itemsize, near = 1;
    unsigned along = 0;
    for (unsigned d = 0; d < last; ++d) {
        extent += (p.kept[d].length - 1) * std::abs(p.kept_strides[0][d]);
        all |= uintptr_t(p.kept_strides[0][d]);
    }
    for (; along < p.reduced_ndim && std::abs(p.strides[0][along]) < std::abs(pitch); ++along) {
        near *= p.axes[along].length;
        extent += (p.axes[along].length - 1) * std::abs(p.strides[0][along]);
        all |= uintptr_t(p.strides[0][along]);
    }
    if (!along || (all & uintptr_t((itemsize < 16 ? itemsize : 16) - 1)) || pitch % itemsize || extent > std::abs(pitch)
        || std::abs(pitch) - extent > kReduceFlatGap || extent > 2 * inner * near * itemsize)
        return false;
    for (unsigned d = along; d < p.reduced_ndim; ++d)
        if (p.strides[0][d] % (itemsize < 16 ? itemsize : 16) || std::abs(p.strides[0][d]) < std::abs(pitch)) return false;
    const int64_t spans = p.reduced / near, room = (kReduceTileBytes + 32 - 31 * spans) / (spans * std::abs(pitch));
    if (spans > kReduceBoxSpans || room < 1) return false;
    p.inner = unsigned(inner);
    p.vectors = 1;
    p.spans = unsigned(spans);
    p.along = along;
    p.pitch = pitch;
    p.extent = unsigned(itemsize);
    for (unsigned d = 0; d < last; ++d) reach(p, p.kept[d].length, p.kept_strides[0][d]);
    for (unsigned d = 0; d < along; ++d) reach(p, p.axes[d].length, p.strides[0][d]);
    return plan_groups(plan, room, groups, processors, heavy);
}

// Lines that lie one after the other along a reduced axis, with what is kept and what is reduced of each.
struct FlatLines {
    int64_t inner, spans, length;       // columns of a line; how many times lines come; items of all lines once
    int64_t turn;                       // vectors after which the same columns come again
};
inline bool flat_lines(const Reduce &p, int itemsize, int width, int along, bool ordered, FlatLines &to) {
    if (along >= int(p.reduced_ndim) || (ordered && p.reduced_ndim > 1)) return false;
    const int64_t pitch = p.strides[0][along], step = p.kept_strides[0][0];
    const bool columns = p.kept[0].length > 1 && std::abs(step) < pitch;
    if (pitch < itemsize || (p.kept_ndim > 1 && std::abs(p.kept_strides[0][1]) < pitch)) return false;
    if (columns && p.kept[0].length > tuning::kReduceFlatColumns) return false;
    if (columns && !along && step == itemsize && itemsize >= 4 && pitch >= tuning::kReduceFlatPitch) return false;
    // Axes within a line, the one inside the other.
    int64_t lengths[2], steps[2], extent = itemsize;
    int inside = 0;
    const auto put = [&](int64_t length, int64_t by) { lengths[inside] = length, steps[inside++] = by; };
    const bool before = along && p.strides[0][0] < step;
    if (before) put(p.axes[0].length, p.strides[0][0]);
    if (columns) put(p.kept[0].length, step);
    if (along && !before) put(p.axes[0].length, p.strides[0][0]);
    for (int k = 0; k < inside; ++k) {
        if (steps[k] < extent || steps[k] - extent > tuning::kReduceFlatGap) return false;
        extent += (lengths[k] - 1) * steps[k];
    }
    if (extent > pitch || pitch - extent > tuning::kReduceFlatGap) return false;
    to.inner = columns ? p.kept[0].length : 1;
    to.spans = 1;
    for (unsigned d = along + 1; d < p.reduced_ndim; ++d) {
        if (p.strides[0][d] % (int64_t(width) * itemsize) || p.strides[0][d] < pitch) return false;
        to.spans *= p.axes[d].length;
    }
    const int64_t items = pitch / itemsize, common = items & -items;
    to.length = p.axes[along].length * items;
    to.turn = items / (common < width ? common : width);
    return pitch % itemsize == 0 && to.turn <= tuning::kReduceThreads && to.length / width < kMostItems;
}

// Lines of few items along which vectors are read as they lie (reduce_flat.hpp), if there are rounds enough of them.
inline bool plan_flat(Plan &plan, int itemsize, int processors, int width, bool ordered, bool small) {
    using namespace tuning;
    Reduce &p = plan.params;
    FlatLines lines{}, other{};
    int along = 0;
    const bool first = flat_lines(p, itemsize, width, 0, ordered, lines);
    if (flat_lines(p, itemsize, width, 1, ordered, other) && (!first || other.length > lines.length)) {
        lines = other;
        along = 1;
    } else if (!first) {
        return false;
    }
    if (along == 0 && lines.inner == 1 && p.strides[0][0] == itemsize) return false;       // nothing between
    const int64_t round = kReduceThreads / lines.turn * lines.turn * width;
    const int64_t rounds = lines.spans * (lines.length / round);
    if (lines.length / round < (lines.inner > 1 && lines.spans == 1 ? kReduceFlatFew : kReduceFlatGroup)) return false;
    const int64_t groups = p.outputs / lines.inner;
    int64_t split = parts_of(groups, rounds, kReduceFlatRounds, int64_t(processors) * kReduceFlatBlocks);
    // Long lines are read nearly as well otherwise, unless a block has many of them.
    const bool beside = lines.inner > 1 && !along && p.kept_strides[0][0] == itemsize && itemsize >= 4;
    if (beside && p.strides[0][0] >= kReduceFlatPitch / 2 && rounds < kReduceFlatLong * split) return false;
    if (small && rounds > split * kReduceSmallLines) split = ceil_div(rounds, kReduceSmallLines);
    plan.strategy = kFlat;
    p.inner = unsigned(lines.inner);
    p.along = unsigned(along);
    p.spans = unsigned(lines.spans);
    p.lanes = unsigned(kReduceThreads / lines.inner);
    plan.each = lines.inner;
    plan.groups = groups;
    p.split = p.parts = unsigned(split);
    plan.partials = split > 1 ? plan.groups * split * plan.each : 0;
    plan.grid = unsigned(plan.groups * split);
    return true;
}

// Neighbouring parts of each group that are joined first, by the last block that makes one of them: where one block would
// have to read much to join all.
inline int64_t bunch_of(int64_t split, int64_t each, bool heavy) {
    if (split * each * (heavy ? 24 : 8) <= tuning::kReduceJoined) return split;
    int64_t bunch = 1;
    while (bunch * bunch < split) ++bunch;
    return bunch;
}

// False when the layout needs more axes than kernels have.
inline bool make(Plan &plan, const char *data, int itemsize, int nkept, const int64_t *kept, const int64_t *kept_strides,
                 int nreduced, const int64_t *reduced, const int64_t *reduced_strides, bool serial_blocks, int processors,
                 bool heavy, bool ordered, bool small, int flat) {
    Reduce &p = plan.params;
    std::memset(&p, 0, sizeof p);
    p.outputs = p.reduced = 1;
    for (int d = 0; d < nkept; ++d) p.outputs *= kept[d];
    for (int d = 0; d < nreduced; ++d) p.reduced *= reduced[d];
    p.whole = p.reduced;
    p.inputs[0] = data;
    const int64_t longest = serial_blocks ? INT64_MAX : kMostItems;
    const int k = merge(nkept, kept, kept_strides, longest, p.kept, p.kept_strides);
    const int r = merge(nreduced, reduced, reduced_strides, longest, p.axes, p.strides);
    if (k < 0 || r < 0) return false;
    p.kept_ndim = unsigned(k);
    p.reduced_ndim = unsigned(r);
    p.split = p.parts = 1;
    plan.partials = 0;
    const bool row = p.strides[0][0] == itemsize || p.axes[0].length == 1;
    const bool dense = p.kept_strides[0][0] == itemsize;
    // Neighbouring outputs are read well if these lie closer than neighbouring items do.
    const bool closer = std::abs(p.kept_strides[0][0]) < std::abs(p.strides[0][0]);
    const bool beside = (dense || closer) && p.kept[0].length > 1 && !(row && p.axes[0].length > p.kept[0].length);
    const int vector = itemsize >= 16 ? 1 : 16 / itemsize, widest = flat > 4 && !ordered ? 8 : 4;
    const int width = small || vector < widest ? vector : widest;
    const bool single = beside && !serial_blocks
                        && alone(p, dense && (small || p.kept[0].length % width == 0) ? width : 1, processors, heavy, dense && small);
    const bool apart = serial_blocks && ordered && std::abs(p.strides[0][0]) <= kCloseItems;
    const bool column = beside && !single && !apart;
    plan.strategy = column ? kColumns : kRows;
    if (serial_blocks) {
        plan.threads = 1;
        const int64_t work = p.outputs * p.reduced, share = 64 * 1024;
        int64_t blocks = work / share < kHostParts ? work / share : kHostParts;
        if (blocks < 1) blocks = 1;
        const int64_t units = column ? p.outputs / p.kept[0].length * ceil_div(p.kept[0].length, 512) : p.outputs;
        if (units < blocks && p.reduced > 1) {
            p.split = unsigned(ceil_div(blocks, units));
            if (int64_t(p.split) > p.reduced) p.split = unsigned(p.reduced);
            p.parts = p.split;
            plan.partials = p.split > 1 ? p.outputs * p.split : 0;
            blocks = units * p.split;
        }
        plan.groups = p.outputs;
        plan.each = 1;
        plan.grid = unsigned(blocks);
        return true;
    }
    plan.threads = tuning::kReduceThreads;
    const auto few = [&] {      // no threads share an output
        plan.strategy = kRows;
        p.lanes = p.vectors = 0;
        plan.each = tuning::kReduceThreads * tuning::kReduceSingle;
        plan.groups = ceil_div(p.outputs, plan.each);
        plan.grid = unsigned(plan.groups);
        return true;
    };
    if (p.reduced == 1) return few();
    if (flat && plan_flat(plan, itemsize, processors, flat, ordered, small)) return true;
    if ((r > 1 || k > 1) && plan_box(plan, itemsize, processors, heavy)) return true;
    if (plan_tile(plan, itemsize, processors, heavy)) return true;
    uintptr_t address = reinterpret_cast<uintptr_t>(data);
    for (int d = 0; d < k; ++d) address |= uintptr_t((column || single) && d == 0 ? 0 : p.kept_strides[0][d]);
    for (int d = column || single ? 0 : 1; d < r; ++d) address |= uintptr_t(p.strides[0][d]);
    const bool aligned = !(address & (width * itemsize - 1)) && p.kept[0].length % width == 0;
    // Columns that begin anywhere: many, or the last block of them is mostly idle.
    const int64_t most = small ? 2 * width : itemsize < 4 ? tuning::kReduceNarrowColumns : tuning::kReduceManyColumns;
    const bool many = !(address & (itemsize - 1)) && p.kept[0].length >= most;
    const bool neighbouring = dense && width > 1;
    const bool wide = neighbouring && (aligned || many);
    set_axis(p.run, ceil_div(p.kept[0].length, width));
    if (p.reduced <= (wide ? small && !ordered ? 0 : tuning::kReduceFewLines : tuning::kReduceFew) && p.outputs >= int64_t(processors) * 2048
        && (closer || (k > 1 && p.reduced * itemsize <= tuning::kReduceFewBytes)))
        return few();
    if (single && wide && p.outputs >= int64_t(processors) * 512 * width) {
        const int64_t outer = p.outputs / p.kept[0].length, vectors = ceil_div(p.kept[0].length, width);
        const bool neighbours = aligned || itemsize < 4;        // of a thread; else of threads side by side
        plan.strategy = kWide;
        p.vectors = aligned;
        p.lanes = neighbours ? 0 : tuning::kReduceThreads;
        plan.each = tuning::kReduceThreads * width;
        plan.groups = neighbours ? ceil_div(outer * vectors, tuning::kReduceThreads)
                                 : outer * ceil_div(vectors, tuning::kReduceThreads);
        plan.grid = unsigned(plan.groups);
        return true;
    }
    int64_t units, split;      // items of a row for each thread to share; parts of it
    const auto find_split = [&] {
        const int64_t least = tuning::kReduceInFlight * 4;
        const int resident = plan.strategy == kWide && (heavy || small) ? tuning::kReduceResidentHeavy : tuning::kReduceResident;
        split = units < 2 * least ? 1 : parts_of(plan.groups, units, least, int64_t(processors) * resident);
        // Threads go down columns by whole rounds: what is left over is added up in several smaller ones.
        const int64_t round = (small ? 1 : 2) * tuning::kReduceInFlight, lines = ceil_div(units, split);
        if (column && lines >= 2 * round) split = ceil_div(units, ceil_div(lines, round) * round);
        if (small && plan.strategy == kWide && units > split * tuning::kReduceSmallLines)
            split = ceil_div(units, tuning::kReduceSmallLines);
    };
    if (column) {
        // Accumulators of several numbers cost more to join, if threads share a column; loads of single bytes cost more yet.
        const bool joined = p.reduced >= 4 * tuning::kReduceInFlight && itemsize >= 4;
        if (neighbouring && (aligned || (many && !(heavy && joined)))) plan.strategy = kWide;
        p.vectors = aligned;
        const int columns = plan.strategy == kWide ? width : 1;        // of a thread
        // Vectors of a block whose columns are others', too.
        const int64_t turn = small && columns > 1 && !aligned ? turn_of(p) : 0;
        const unsigned beyond = turn && p.reduced >= tuning::kReduceTurned * turn;
        const auto share = [&](unsigned lanes) {
            p.lanes = lanes;
            plan.each = (lanes - beyond) * columns;
            plan.groups = p.outputs / p.kept[0].length * ceil_div(p.kept[0].length, plan.each);
            units = ceil_div(p.reduced, tuning::kReduceThreads / lanes);
            find_split();
        };
        if (!beyond) {
            share(columns > 1 ? lanes_of_vectors(p, columns, processors) : even_lanes(p.kept[0].length, threads_across(p, 1)));
        } else {
            p.vectors = 2;
            share(even_lanes(ceil_div(p.kept[0].length, width), 31) + 1);
            const int64_t lines = split * (tuning::kReduceThreads / p.lanes);
            if (lines % turn * 16 > lines) share(16);       // whole turns
        }
    } else {
        // A single run may begin anywhere if its items lie at multiples of their size, several where order is no matter.
        const bool fits = !(address & 15) && (r == 1 || p.axes[0].length % vector == 0);
        const bool anywhere = itemsize < 16 && !(address & (itemsize - 1)) && p.axes[0].length >= 8 * vector
                              && (r == 1 || !ordered);
        p.vectors = row && !single && p.axes[0].length >= vector && (fits || anywhere);
        if (p.vectors) set_axis(p.run, (p.axes[0].length - (fits ? 0 : vector - 1)) / vector);
        const int64_t items = p.vectors ? ceil_div(p.reduced, vector) : p.reduced;
        // Each thread should have some loads in flight before the row is spread wider.
        p.lanes = single ? 1 : power_of_two(ceil_div(items, p.outputs >= 4096 ? 4 : 1), tuning::kReduceThreads);
        // Rows enough for all threads: few of them join.
        while (p.lanes > 32 && p.outputs * (p.lanes / 2) >= int64_t(processors) * 2048) p.lanes /= 2;
        plan.each = tuning::kReduceThreads / p.lanes;
        plan.groups = ceil_div(p.outputs, plan.each);
        units = ceil_div(items, p.lanes);
        find_split();
    }
    if (split > 1) {
        p.split = p.parts = unsigned(split);
        plan.partials = plan.groups * split * plan.each;
    }
    plan.grid = unsigned(plan.groups * p.split);
    return true;
}

// Where short runs of what is reduced lie between what is kept, a launch for the outer axes, whose outputs are neighbours,
// and one for what is left of them cost less than places looked for item by item: bytes from one item to the next along the
// innermost of the outer axes, or less than 0 and those of the outermost axis for which there is a launch first; 0 where one
// launch is as good.
inline int64_t outer_stride(const Plan &plan, int itemsize, int result_size) {
    const Reduce &p = plan.params;
    if (p.reduced_ndim < 2 || plan.strategy == kFlat || (plan.strategy == kWide && p.vectors)) return 0;
    if (plan.strategy == kRows && p.lanes <= 1) return 0;          // neighbouring threads have neighbours
    if (p.strides[0][0] == itemsize && p.axes[0].length * itemsize >= tuning::kReduceLongRun) return 0;
    const unsigned last = p.kept_ndim - 1;
    if (p.kept[last].length < 2 || p.kept_strides[0][last] < p.strides[0][0]) return 0;
    const int64_t least = (plan.strategy == kRows && !p.vectors) || plan.strategy == kTile ? tuning::kReduceStagedRow : tuning::kReduceStaged;
    int64_t items = 1;
    for (unsigned d = p.reduced_ndim - 1; d > 0; --d) {
        items *= p.axes[d].length;
        if (p.kept_strides[0][0] >= p.strides[0][d]) break;
        if (items * itemsize >= least * result_size && p.outputs * (p.reduced / items) < kMostItems)
            return p.strides[0][d];
    }
    // A few columns of many groups, a block each: what lies in one piece comes first.
    if (plan.strategy == kColumns && p.kept[0].length < 32 && p.kept_ndim > 1 && p.kept_strides[0][1] > p.strides[0][0]
        && p.kept_strides[0][1] < p.strides[0][1] && p.axes[0].length * itemsize >= tuning::kReduceStagedRow * result_size
        && p.outputs * (p.reduced / p.axes[0].length) < kMostItems)
        return -p.strides[0][0];
    return 0;
}

}  // namespace reduce
}  // namespace cupy
