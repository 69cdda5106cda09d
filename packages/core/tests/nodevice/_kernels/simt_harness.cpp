// Runs the launches of a Walk with SIMT kernels, block by block, and reports what it did.
#include <ucontext.h>

#include <cstring>
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
