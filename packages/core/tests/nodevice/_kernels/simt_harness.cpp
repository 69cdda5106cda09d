// Runs the launches of a Walk with SIMT kernels, block by block, and reports what it did.
#include <ucontext.h>

#include <cstring>
#include <set>
#include <vector>

#include "iteration.hpp"

namespace cupy {
namespace platform {
unsigned thread, block;
std::vector<unsigned char> shared;
ucontext_t scheduler;
std::vector<ucontext_t> fibers;
unsigned thread_index() { return thread; }
unsigned block_index() { return block; }
void barrier() { swapcontext(&fibers[thread], &scheduler); }
unsigned char *shared_memory() { return shared.data(); }
}  // namespace platform
}  // namespace cupy

using namespace cupy::iteration;
using namespace cupy::platform;

// Defined in the generated part: the kernel of an operation and a variant, on a block of parameters.
void call(int op, int variant, const void *params);

static int current_op, current_variant;
static const void *current_params;
static unsigned running;
static void fiber() {
    call(current_op, current_variant, current_params);
    --running;
}

// A fiber for each thread of a block: all run to a barrier, then to the next, until the end.
static void run_block(unsigned threads) {
    constexpr size_t stack = 64 * 1024;
    static std::vector<char> stacks(256 * stack);
    fibers.resize(threads);
    for (thread = 0; thread < threads; ++thread) {
        getcontext(&fibers[thread]);
        fibers[thread].uc_stack.ss_sp = stacks.data() + thread * stack;
        fibers[thread].uc_stack.ss_size = stack;
        fibers[thread].uc_link = &scheduler;
        makecontext(&fibers[thread], fiber, 0);
    }
    for (running = threads; running;)
        for (thread = 0; thread < threads; ++thread) swapcontext(&scheduler, &fibers[thread]);
}

static void run(int op, int variant, const Launch &launch) {
    current_op = op;
    current_variant = variant;
    current_params = launch.params;
    shared.assign(launch.shared, 0xff);
    for (block = 0; block < launch.grid; ++block) {
        if (launch.shared) {        // there are barriers
            run_block(launch.threads);
        } else {
            for (thread = 0; thread < launch.threads; ++thread) call(op, variant, launch.params);
        }
    }
}

extern "C" { int multiprocessors = 132; }

// Returns the variant; *launches receives their number.
extern "C" int walk(int op, int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                    int ordered, int pure, unsigned variants, int *launches) {
    const Target target{0, multiprocessors, 32, 1024};
    static Walk state;
    Launch launch;
    state.start(ndim, shape, operands, nin, nout, ordered, variants, target, {}, pure);
    for (*launches = 0; state.next(launch); ++*launches)
        if (op >= 0) run(op, state.variant, launch);
    return state.variant;
}

// The same without kernels: sum and count of C-order bases, for very large shapes.
extern "C" int64_t plan(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                        int ordered, int64_t *total, int64_t *largest) {
    const Target target{0, 132, 32, 1024};
    static Walk state;
    Launch launch;
    int64_t covered = 0;
    *largest = 0;
    state.start(ndim, shape, operands, nin, nout, ordered, kAllVariants, target, {}, !ordered);
    while (state.next(launch)) {
        const auto &head = *static_cast<const cupy::Header *>(launch.params);
        covered += head.size;
        if (head.size > *largest) *largest = head.size;
        *total = head.total;
    }
    return covered;
}

// Of the first block of a launch: bytes of its items over those of the sectors that they lie in, or that a box brings; and
// of the places of threads in rows that begin anywhere, those that have an item.
extern "C" void plan_shares(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
                            double *of_memory, double *of_threads) {
    using namespace cupy;
    constexpr int64_t kTogether = 1 << 16;      // elements that blocks which work at the same time have
    const Target target{0, 132, 32, 1024};
    const int n = nin + nout;
    static Walk state;
    Launch launch;
    int sizes[kTileOperands];
    for (int k = 0; k < n; ++k) sizes[k] = operands[k].itemsize;
    state.start(ndim, shape, operands, nin, nout, false, kAllVariants, target, {}, true);
    state.next(launch);
    *of_memory = *of_threads = 1;
    const auto &head = *static_cast<const Header *>(launch.params);
    if (state.variant == kFlat || head.flags & kUniform || state.misplaced()) return;
    const auto &axes = *reinterpret_cast<const Axes *>(&head + 1);
    const auto *slots = reinterpret_cast<const Slot *>(&axes + 1);
    const auto *strides = reinterpret_cast<const long long(*)[kMaxDims]>(slots + n);
    const bool tile = state.variant == kTile, box = tile && head.flags & kBoxes;
    const unsigned vectors = state.variant == kRows && head.flags & kVector ? tuning::vector_elements(
        FlatShape::sizes_of(sizes, nin, n)) : 1;
    const auto length_of = [&](unsigned d) { return int64_t(axes.dims[d].divisor) * (d ? 1 : vectors); };
    int64_t take[3] = {std::min<int64_t>(head.size, kTogether), 1, 1};
    unsigned counts[3] = {axes.ndim, 0, 0};
    if (tile) {
        take[0] = box ? axes.edges[0] * axes.edges[1] : axes.edges[0];
        counts[0] = axes.axes[0];
        for (int way = 1; way < 3 && !box; ++way) take[way] = axes.edges[way];
        if (!box) counts[1] = axes.axes[1], counts[2] = axes.ndim > counts[0] + counts[1];
    }
    double bytes = 0, moved = 0;
    for (int k = 0; k < n; ++k) {
        std::set<int64_t> items, sectors;
        for (int64_t i = 0; i < take[0] * take[1] * take[2]; ++i) {
            int64_t rest[3] = {i % take[0], i / take[0] % take[1], i / take[0] / take[1]};
            int64_t at = reinterpret_cast<intptr_t>(slots[k].as<char *>());
            unsigned d = 0;
            for (int way = 0; way < 3; ++way)
                for (unsigned last = d + counts[way]; d < last; ++d) {
                    at += (d + 1 < last ? rest[way] % length_of(d) : rest[way]) * strides[k][d];
                    rest[way] /= length_of(d);
                }
            items.insert(at);
            for (int64_t sector = at / 32; sector <= (at + sizes[k] - 1) / 32; ++sector) sectors.insert(sector);
        }
        bytes += double(items.size()) * sizes[k];
        moved += box && head.flags >> (kScatteredShift + k) & 1 ? double(*items.rbegin() - *items.begin() + sizes[k])
                                                                : 32.0 * double(sectors.size());
    }
    *of_memory = bytes / moved;
    if (!tile || head.flags & (kBoxes | kJoined | kVector)) return;
    const int run = tuning::tile_run(FlatShape::sizes_of(sizes, nin, n)), nx = int(axes.edges[0]);
    *of_threads = double(nx) / run / (axes.items[0] > axes.edges[0] ? nx / run : (nx + 2 * run - 2) / run);
}
