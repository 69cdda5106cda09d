// From operands of any shape to launches of a kernel: normalise the axes, classify, fill the block.
//
// Plain C++17 without Python, used with the GIL released.  A `Walk` drops axes of length 1, turns
// and orders axes by the outputs' strides, merges those that are one, chooses the variant, and
// cuts what is too large for 32-bit indices or for eight axes into several launches.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>

#include "params.hpp"
#include "tuning/elementwise.hpp"

namespace cupy {
namespace iteration {

constexpr int kMaxNdim = 64;
constexpr int kMaxOperands = 32;
constexpr int64_t kMaxSize = int64_t(1) << 30;   // elements of one launch

constexpr int kTileOperands = kScatteredShift - kTransposedShift;      // at the most
constexpr int64_t kReach = int64_t(1) << 31;     // bytes that offsets in tables of columns reach

constexpr unsigned kAllVariants = 0xf;
constexpr unsigned kHostVariants = 1u << kFlat | 1u << kStrided;

// The first fields of Target in cupy/_runtime/driver.pxd.
struct Target {
    int serial_blocks;
    int multiprocessors;
    int warp_size;
    int max_threads;
};

struct Operand {
    const void *data;         // first element, or the bytes of a scalar given by value
    const int64_t *strides;   // bytes, over the broadcast shape; null: one element for all
    int itemsize;
    int by_value;
    const void *cast;         // host: how an input is cast as it is read, or null
};

struct Launch {
    void *params;             // the block: the kernel's first parameter
    unsigned bytes;
    unsigned grid;
    unsigned threads;
    unsigned shared;
};

struct FlatBuffer {
    Header head;
    Slot slots[kMaxOperands];
};

struct StridedBuffer {
    Header head;
    Axes axes;
    unsigned char rest[kMaxOperands * (sizeof(Slot) + kMaxDims * 8 + sizeof(Line))];
};

inline void set_pointer(Slot &slot, const void *pointer) {
    std::memcpy(slot.bytes, &pointer, sizeof pointer);
}

inline void set_cast(Slot &slot, const void *cast) {
    std::memcpy(slot.bytes + sizeof cast, &cast, sizeof cast);
}

inline void set_value(Slot &slot, const void *value, int itemsize) {
    std::memcpy(slot.bytes, value, itemsize);
}

inline Divider divider(uint32_t divisor) {
    Divider d{divisor, 0, 0};
    while ((uint64_t(1) << d.shift) < divisor) ++d.shift;
    const uint64_t power = uint64_t(1) << d.shift;
    d.multiplier = uint32_t((((power - divisor) << 32) / divisor) + 1);
    return d;
}

// On the host a block is one thread's share: no smaller than this many bytes of traffic, or than this much time.
constexpr int64_t kHostShare = 256 * 1024;
constexpr int64_t kHostShareTime = 6'000'000;    // picoseconds: about what it takes to wake a thread

inline unsigned host_grid(int64_t bytes, int64_t picoseconds, const Target &target) {
    const int64_t blocks = std::max(bytes / kHostShare, picoseconds / kHostShareTime);
    const int64_t most = 4 * int64_t(target.multiprocessors);
    return blocks < 2 || target.multiprocessors < 2 ? 1 : unsigned(blocks < most ? blocks : most);
}

// How long an element takes one thread of the host, learnt from the first launches that are one share: nobody knows
// before what the operations of a kernel cost on this machine.  Threads may learn together.
class Pace {
  public:
    static constexpr unsigned kLaunches = 4;        // the fastest counts: others wait for memory, or for other programs
    static constexpr int64_t kElements = 1024;      // of fewer the launch is most of the time

    bool is_open(const Launch &launch, int64_t size) const {
        return launch.grid == 1 && size >= kElements && read(launches_) < kLaunches;
    }
    void hear(int64_t size, int64_t nanoseconds) {
        const unsigned heard = unsigned(std::min<int64_t>(nanoseconds * 1000 / size, 1 << 30));
        const unsigned launches = read(launches_);
        write(least_, launches ? std::min(read(least_), heard) : heard);
        write(launches_, launches + 1);
    }
    // 0: not known yet.
    unsigned picoseconds() const { return read(launches_) < kLaunches ? 0 : read(least_); }

  private:
    static unsigned read(const unsigned &word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void write(unsigned &word, unsigned value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

    unsigned launches_ = 0, least_ = 0;
};

inline int64_t nanoseconds_now() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What a flat launch of given operand types needs; computed once and kept by the caller.
struct FlatShape {
    int n, nin;
    int elements;             // of one block
    int item_bytes;           // of one element of all operands
    unsigned char masks[kMaxOperands];   // address bits that must be 0 for vector access
    Pace pace;

    void prepare(const int *itemsizes, int nin, int count) {
        const tuning::Sizes sizes = sizes_of(itemsizes, nin, count);
        n = count;
        this->nin = nin;
        elements = tuning::flat_elements(sizes);
        const int vector = tuning::vector_elements(sizes);
        item_bytes = 0;
        for (int k = 0; k < n; ++k) {
            const int bytes = vector * itemsizes[k];
            masks[k] = (unsigned char)((bytes < tuning::kVectorBytes ? bytes : tuning::kVectorBytes) - 1);
            item_bytes += itemsizes[k];
        }
    }

    static tuning::Sizes sizes_of(const int *itemsizes, int nin, int count) {
        tuning::Sizes s{1, 16, 0, nin};
        for (int k = 0; k < count; ++k) {
            if (itemsizes[k] > s.largest) s.largest = itemsizes[k];
            if (itemsizes[k] < s.smallest) s.smallest = itemsizes[k];
            if (k < nin) s.inputs += itemsizes[k];
        }
        return s;
    }
};

// The fast path: every operand one contiguous run of `size` < 2^30 elements, or a scalar.  The
// caller has filled the slots and the masks `scalars` and `broadcast` of the head.
inline Launch plan_flat(const FlatShape &shape, FlatBuffer &buffer, int64_t size,
                        const Target &target) {
    Header &head = buffer.head;
    const unsigned single = head.scalars | head.broadcast;
    uintptr_t misaligned[2] = {};       // inputs, outputs
    for (int k = 0; k < shape.n; ++k) {
        uintptr_t address;
        std::memcpy(&address, buffer.slots[k].bytes, sizeof address);
        misaligned[k >= shape.nin] |= (single >> k & 1) ? 0 : address & shape.masks[k];
    }
    head.base = 0;
    head.total = size;
    head.size = unsigned(size);
    head.flags = misaligned[1] ? 0 : misaligned[0] ? kFlatOutputs : kVector;
    Launch launch{&buffer, unsigned(sizeof(Header) + shape.n * sizeof(Slot)), 1, 1, 0};
    if (target.serial_blocks) {
        launch.grid = host_grid(size * shape.item_bytes, size * shape.pace.picoseconds(), target);
    } else {
        launch.grid = unsigned((size + shape.elements - 1) / shape.elements);
        launch.threads = tuning::kThreads;
    }
    return launch;
}

// All launches of one operation.
//
//     walk.start(ndim, shape, operands, nin, nout, ordered, variants, target);
//     while (walk.next(launch)) run(kernel[walk.variant], launch);
//
// `ordered`: elements know their C-order index; `pure`: what they become depends on their inputs alone.
struct Walk {
    int variant;
    int64_t size;

    void start(int ndim, const int64_t *shape, const Operand *operands, int nin, int nout,
               bool ordered, unsigned variants, const Target &target, Pace pace = {}, bool pure = false);
    bool next(Launch &launch);
    // Inputs that would better be copied to the outputs' order of axes first.
    unsigned misplaced() const;

  private:
    Target target_;
    FlatShape flat_;
    tuning::Sizes sizes_;
    int nin_, n_, ndim_;
    int itemsize_[kMaxOperands];
    char *data_[kMaxOperands];
    Slot values_[kMaxOperands];
    const void *cast_[kMaxOperands];
    unsigned scalars_, single_;       // by value; one element in memory
    unsigned casts_;                  // inputs that are cast
    unsigned transposed_;             // operands of a tile that are contiguous along y
    unsigned scattered_;              // and that lie anyhow along x
    unsigned along_;                  // operands that lie in a box as the output does
    bool boxed_;                      // tiles are boxes, from axis x_ on
    bool joined_;                     // a tile is one run of the outputs
    bool packed_;                     // rows along y of what is turned follow one another along x
    bool plain_;                      // the others are contiguous or constant along x
    bool cut_;                        // the last row along y is not whole
    bool dense_;                      // outputs are contiguous
    bool uniform_;                    // inputs are constant along rows of the output
    bool blocked_;
    int x_, y_;                       // first of the axes of tiles' x; of y, which end there
    unsigned edges_[3];               // elements of a tile along x, y and z
    int64_t shape_[kMaxNdim];         // outermost first
    int64_t strides_[kMaxOperands][kMaxNdim];
    int split_;                       // axes before it are walked here; it is cut into chunks
    int64_t chunk_;
    int64_t at_[kMaxNdim];
    bool done_;
    union {
        FlatBuffer flat_buffer_;
        StridedBuffer strided_buffer_;
    };

    void load(int ndim, const int64_t *shape, const Operand *operands);
    void flip();
    void flip_axis(int d);
    void sort();
    bool slower(int a, int b) const;
    void swap_axes(int a, int b);
    void move_axis(int from, int to);
    void merge();
    void classify(bool ordered, bool pure, unsigned variants);
    bool plain_inner(int k) const;
    bool forwards() const;
    bool flat_outputs(int run, const int64_t *offsets = nullptr) const;
    bool flat(int k) const;
    bool dense() const;
    bool uniform() const;
    Line line_of(int k, const int64_t *lengths, int ndim, int64_t each) const;
    bool runs_pay() const;
    int nearest(int k) const;
    int find_transposed(bool some) const;
    int joins(int d, int inner, unsigned which) const;
    unsigned apart_along(int d, int64_t nx) const;
    bool taken_apart(int k) const;
    bool plan_tiles(int y);
    bool packs(int64_t ny, int64_t most) const;
    bool plan_edges(int64_t nx, int64_t ny);
    bool plan_joined(int y);
    bool goes_evenly(int k, int begin, int end) const;
    enum class Lies;
    Lies lies(int k, int begin, int64_t length, int64_t &bytes) const;
    bool plan_boxes();
    bool try_boxes(int64_t most);
    bool plan_rows();
    bool try_rows();
    int64_t reach_of(int d, int64_t length) const;
    void split_axis(int64_t length);
    void fill_runs(Launch &, const int64_t *offsets, const int64_t *lengths);
    bool fill_uniform(Launch &, const int64_t *offsets, int64_t length);
    void fill_boxes(Launch &, const int64_t *lengths);
    void fill_tile(Launch &, const int64_t *offsets, const int64_t *lengths);
    unsigned tile_shared() const;
    void plan_split();
    void fill_flat(Launch &, const int64_t *offsets, int64_t count);
    void fill_strided(Launch &, const int64_t *offsets, int64_t count);
    bool vectors_fit(const int64_t *offsets, int begin, int end, int64_t length, int skip, unsigned which,
                     int vector) const;
    bool is_array(int k) const { return !(scalars_ >> k & 1); }
};

}  // namespace iteration
}  // namespace cupy

#include "iteration_axes.hpp"
#include "iteration_boxes.hpp"
#include "iteration_runs.hpp"
#include "iteration_tiles.hpp"
#include "iteration_launch.hpp"
