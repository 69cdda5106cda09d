// Numbers of the SIMT elementwise kernels.  Core reads them too, to size the grid.
#pragma once

#ifndef CUPY_DEVICE
#define CUPY_DEVICE inline   // read by core
#endif

namespace cupy {
namespace tuning {

constexpr int kThreads = 256;
constexpr int kVectorBytes = 16;

// What the numbers depend on: item sizes of a kernel's operands.
struct Sizes {
    int largest;
    int smallest;
    int inputs;       // bytes of one element of every input
    int nin;
};

// Elements that a thread takes at once: the largest operand moves 16 bytes, or more where the
// smallest would otherwise move less than 4.
CUPY_DEVICE constexpr int vector_elements(Sizes s) {
    int n = s.largest >= kVectorBytes ? 1 : kVectorBytes / s.largest;
    while (n * s.smallest < 4 && n * s.largest < 4 * kVectorBytes) n *= 2;
    return n;
}

// Independent vectors in flight for each thread: about four 16-byte loads.
CUPY_DEVICE constexpr int vectors_in_flight(Sizes s) {
    const int bytes = vector_elements(s) * (s.inputs > 0 ? s.inputs : s.largest);
    return bytes >= 64 ? 1 : bytes >= 32 ? 2 : 4;
}

// Of rows that vectors do not fit, single elements.
CUPY_DEVICE constexpr int rows_in_flight(Sizes s, bool vectors) {
    return vectors || vector_elements(s) == 1 ? vectors_in_flight(s) : 4;
}

CUPY_DEVICE constexpr int flat_elements(Sizes s) { return kThreads * vector_elements(s) * vectors_in_flight(s); }

constexpr int kStridedInFlight = 4;
#ifndef CUPY_STRIDED_RESIDENT
#define CUPY_STRIDED_RESIDENT 6
#endif
constexpr int kStridedResident = CUPY_STRIDED_RESIDENT;
CUPY_DEVICE constexpr int strided_elements() { return kThreads * kStridedInFlight; }
// Neighbouring elements of a thread where the outputs are contiguous: more would part the loads of a warp too far.
#ifndef CUPY_STRIDED_BYTES
#define CUPY_STRIDED_BYTES 8
#endif
CUPY_DEVICE constexpr int strided_run(Sizes s) {
    const int n = CUPY_STRIDED_BYTES / s.largest;
    return n > kStridedInFlight ? kStridedInFlight : n > 1 ? n : 1;
}

// rows wants an inner axis of at least this many bytes of the largest operand.
constexpr int kRowBytes = 128;

// Edge of a square tile, and the pitch of its rows in shared memory (one 4-byte bank more).
constexpr int kTileLeast = 16;      // shorter axes are not worth a tile; nor are shorter edges
constexpr int kTileHalvings = 2;    // of an edge, where axes would leave most of a tile empty
CUPY_DEVICE constexpr int tile_pitch(int edge, int itemsize) {
    return edge + (itemsize >= 4 ? 1 : 4 / itemsize);
}
CUPY_DEVICE constexpr int tile_edge(Sizes s) {
    int edge = s.largest == 1 ? 128 : s.largest <= 4 ? 64 : 32;
    while (edge > 16 && edge * (edge + 4) * s.inputs > 48 * 1024) edge /= 2;
    return edge;
}
CUPY_DEVICE constexpr int tile_bytes(int edge, int itemsize) {
    return (edge * tile_pitch(edge, itemsize) * itemsize + 15) / 16 * 16;
}

}  // namespace tuning
}  // namespace cupy
