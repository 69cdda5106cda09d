// Parameter blocks of elementwise kernels: what core fills and kernels read.
//
// Shared by kernels and by core (plain C++17, no includes), so both sides agree by construction.
// A block is one kernel parameter.  N operands: inputs first, then outputs.
#pragma once

#ifndef CUPY_DEVICE
#define CUPY_DEVICE inline   // read by core
#endif

namespace cupy {

constexpr int kMaxDims = 8;

// A pointer, or up to 16 bytes of a scalar given by value.
struct alignas(16) Slot {
    unsigned char bytes[16];

    template <class T> CUPY_DEVICE const T &as() const { return *reinterpret_cast<const T *>(bytes); }
};

struct Header {
    long long base;       // C-order index of the first element, for kernels that use `i`
    long long total;      // elements of the whole operation, over all launches
    unsigned size;        // elements of this launch, below 2^31
    unsigned scalars;     // operands given by value
    unsigned broadcast;   // operands that are one element in memory (flat), or constant along
                          // the inner axis (rows, tile)
    unsigned flags;       // kVector…, operands of a kind from bit 8
};

constexpr unsigned kVector = 1;             // contiguous operands may be accessed by whole vectors
constexpr unsigned kBlocked = 4;            // host: walk the inner two axes block by block
constexpr unsigned kFlatOutputs = 8;        // flat, strided: outputs are contiguous and may be written by vectors
constexpr unsigned kAnywhere = 32;          // rows: tiles[0] vectors of each begin where the output's do, items[1] in all
constexpr unsigned kCut = 16;               // tile: the last row along y, the outermost axis, ends where `size` says
constexpr unsigned kJoined = 64;            // tile: all of one is a run of the outputs
constexpr unsigned kUniform = 128;          // strided: inputs are constant along rows, in stretches of edges[0] outputs
constexpr unsigned kBoxes = 1u << 24;        // tile: boxes of a contiguous output
constexpr int kTransposedShift = 8;          // tile: the operands that are turned
constexpr int kScatteredShift = 16;          // tile: those that do not go evenly along x; of turned ones, whose rows follow along x
constexpr int kCastShift = 8;                // host: inputs that are cast as they are read; behind the pointer stands how

// Division of n < 2^31 by a constant: (mulhi(n, multiplier) + n) >> shift.
struct Divider {
    unsigned divisor;
    unsigned multiplier;
    unsigned shift;
};

// Axes of a launch, innermost first.
struct Axes {
    Divider dims[kMaxDims];
    Divider tiles[3];     // tile: how many along x, y and z; strided: [0] the items of a row, of which all have one value
    unsigned ndim;
    // tile: the first axes are x, the next y, the next z; how many, how many items of each, and how many a tile takes.
    // boxes: axes[0] axes, edges[0] of the last and edges[1] items of the others; items[0] of the last in all, items[1]
    // boxes of a block of items[2].
    // strided: edges[0] the items of a block where outputs are contiguous.
    unsigned axes[2], items[3], edges[3];
    unsigned rest[2];
};

// strided: how an input lies along contiguous outputs.
struct Line {
    Divider row;          // the items in one of its rows
    unsigned axes;        // the innermost ones, that are a row
    unsigned way;         // kNext…: how items follow in a row
    unsigned place;       // in shared memory, of what a block finds first
    unsigned span;        // of kRepeat: items of the outputs within which rows are the same
};
// One behind the other, forwards and backwards; that of every other one; at any distance; in rows so short that a run of
// a thread may lie in more than two. None. Rows are repeated.
constexpr unsigned kNext = 0, kBack = 1, kOther = 2, kEven = 3, kBrief = 4, kStill = 5, kRepeat = 6;

// Operands of a kernel whose parameters are all raw: none, where C++ wants one.
constexpr int at_least_one(int n) { return n ? n : 1; }

template <int N>
struct FlatBlock {
    Header head;
    Slot slots[at_least_one(N)];
};

// rows: dims[0] counts vectors when kVector is set.  tile: see device/elementwise_tile.hpp.
template <int N>
struct StridedBlock {
    Header head;
    Axes axes;
    Slot slots[at_least_one(N)];
    long long strides[at_least_one(N)][kMaxDims];   // bytes
    Line lines[at_least_one(N)];                    // strided: of inputs
};

constexpr int kSlotBytes = 16;
constexpr int kFlatHeader = sizeof(Header);
constexpr int kStridedHeader = sizeof(Header) + sizeof(Axes);
static_assert(sizeof(Slot) == kSlotBytes && kFlatHeader % 16 == 0 && kStridedHeader % 16 == 0,
              "slots are aligned");

enum Variant { kFlat = 0, kRows = 1, kTile = 2, kStrided = 3 };

}  // namespace cupy
