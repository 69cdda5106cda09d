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
// smallest would otherwise move less than 4; not if that is an output, of which sectors would be written by halves.
CUPY_DEVICE constexpr int vector_elements(Sizes s) {
    int n = s.largest >= kVectorBytes ? 1 : kVectorBytes / s.largest;
    if (s.inputs > 0 && s.inputs < s.largest) return n;
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

// Vectors of rows that begin anywhere: the first and the last of a row are taken in part, so it shall have some.
// Larger items are read faster one by one.
constexpr int kWindowsLeast = 2;
CUPY_DEVICE constexpr bool windows_pay(Sizes s) { return s.largest <= 2; }
CUPY_DEVICE constexpr int windows_in_flight(Sizes s) { return vector_elements(s) * s.inputs >= 32 ? 1 : 2; }

CUPY_DEVICE constexpr int flat_elements(Sizes s) { return kThreads * vector_elements(s) * vectors_in_flight(s); }

constexpr int kStridedInFlight = 4;
constexpr int kStridedResident = 5;         // blocks of a multiprocessor
CUPY_DEVICE constexpr int strided_elements() { return kThreads * kStridedInFlight; }
// Neighbouring elements of a thread where the outputs are contiguous: a vector, or of large items a word of small ones;
// more of these would part the loads of a warp too far.
CUPY_DEVICE constexpr int strided_run(Sizes s) {
    const int word = 4 / s.smallest;
    return s.largest <= 4 ? vector_elements(s) : word > 1 ? word : 1;
}
// Of a block: no fewer than other elements, so that W of 1 does as well; of large arrays so many times more. What all
// blocks ask for ahead shall stay in the cache until they read it.
constexpr int kRunsLonger = 2;
CUPY_DEVICE constexpr int run_elements(Sizes s) {
    const int n = kThreads * strided_run(s) * 2;
    return n > strided_elements() ? n : strided_elements();
}
// Bytes of shared memory for where rows begin, of blocks that could be smaller and at the most, and for what is repeated.
constexpr unsigned kRunsShared = 16384, kRunsSharedMost = 48 * 1024, kRepeatedMost = 4096;
constexpr unsigned kSpansLeast = 16;        // stretches of one on average, others of which go item by item

// Bytes of outputs of a block whose inputs are constant along rows, at the most, and where arrays are small.
constexpr int kUniformBytes = 16384, kUniformLeast = 4096;

// rows wants an inner axis of at least this many bytes of the largest operand.
constexpr int kRowBytes = 128;

// Bytes of a tile's turned operands in shared memory, half as many where items are of 16; its longest edge.
constexpr int kTileBytes = 32768, kTileLongest = 1024;
// Where rows along y, of some bytes, follow one another along x.
constexpr int kPackedRow = 1024, kPackedLongest = 4096, kPackedLeast = 128;
constexpr int kTileShared = 48 * 1024;      // bytes of everything that a tile keeps there
constexpr int kTileLeast = 512;             // elements: what comes in smaller tiles is better taken one by one
constexpr int kTurnedStep = 4;              // items of a row along y are no further apart, in items
constexpr int kTileHeight = 16;             // axes that the host walks block by block are at least so long
// Elements that a thread takes at once where rows begin anywhere: a vector of small ones.
CUPY_DEVICE constexpr int tile_run(Sizes s) {
    const int n = s.smallest >= 4 ? 1 : kVectorBytes / s.smallest, vector = vector_elements(s);
    return n < vector ? n : vector;
}
// Bytes from one row along y in shared memory to the next, which are whole vectors, of an odd number.  After as many
// rows as a vector of the output has elements come 16 more: neighbouring threads meet different banks.
CUPY_DEVICE constexpr unsigned tile_pitch(unsigned rows, int itemsize) { return (rows * itemsize + 30) / 16 * 16 | 16; }
// Bytes of a table of where these rows begin; a run that begins with the last is read whole, and a word behind it.
CUPY_DEVICE constexpr unsigned tile_starts(const unsigned (&edges)[3], int run) {
    return (((edges[0] + run - 1) * edges[2] + run) * 2 + 4 + 15) / 16 * 16;
}
// Rows so short, in bytes of what is turned, are better joined: their elements lie so far apart in shared memory as rows
// are long, and neighbouring threads meet there more and more.  Rows with an address of their own, and a tile's unit.
constexpr int kJoinedBytes = 64, kJoinedRows = 512, kJoinedUnit = 32, kJoinedRun = 32;
CUPY_DEVICE constexpr bool joined_pays(int columns, int largest) {
    return columns * largest <= kJoinedBytes && columns % 16;
}
// Elements of a tile in which nothing is turned, and its rows, at the most.
constexpr int kTileElements = 16384, kTileRows = 512;
// Items of a row, fewer of which go by tiles: more rows than two words have.
CUPY_DEVICE constexpr int tile_narrow(Sizes s) {
    const int most = 8 / s.largest, word = 4 / s.smallest, n = most > word ? most : word;
    return n > 4 ? 4 : n;
}
constexpr int kTileEven = 4;                // runs of a row to which no axis is added along which inputs go unevenly
constexpr int kTileLeastRows = 8;           // for which tables of columns are worth it
// Rows whose addresses a table has, on either side of a tile if something has rows along y; bytes of the tables.
CUPY_DEVICE constexpr unsigned tile_slots(const unsigned (&edges)[3], int run, bool turns, bool joined) {
    const unsigned columns = turns ? edges[0] + (joined ? 0 : run - 1) : 0, rows = joined ? 1 : edges[1];
    return (columns > rows ? columns : rows) * edges[2];
}
CUPY_DEVICE constexpr unsigned tile_tables(unsigned slots, int operands) { return (slots * operands * 8 + 15) / 16 * 16; }
CUPY_DEVICE constexpr int tile_columns(int columns) { return (columns * 4 + 15) / 16 * 16; }
// Of an operand in shared memory.
CUPY_DEVICE constexpr unsigned tile_bytes(const unsigned (&edges)[3], int itemsize, int run, int vector, bool joined,
                                         bool packed) {
    if (packed) return tile_starts(edges, run) + ((edges[0] + run - 1) * edges[1] * itemsize + 30) / 16 * 16;
    if (joined) return ((edges[0] * edges[1] * edges[2] + 2 * run - 2) * itemsize + 4 + 15) / 16 * 16;
    const unsigned rows = (edges[0] + run - 1) * edges[2];
    return tile_starts(edges, run) + rows * tile_pitch(edges[1], itemsize) + rows / vector * 16;
}

// Boxes are for small items.
CUPY_DEVICE constexpr bool boxes_pay(Sizes s) { return s.smallest < 4 && s.largest <= 4; }
// Items of a thread in a box, those of a word of the smallest; so many of these on their way at once.
CUPY_DEVICE constexpr int box_run(Sizes s) { return s.smallest < 4 ? 4 / s.smallest : 1; }
CUPY_DEVICE constexpr int box_runs(Sizes s) {
    const int most = box_run(s) < 4 ? 8 : 4, n = 64 / (box_run(s) * (s.inputs > 0 ? s.inputs : s.largest));
    return n < 1 ? 1 : n > most ? most : n;
}
// Items of a box, at the most and at the least; boxes of a multiprocessor at the least; its blocks at the least where a
// block has several boxes, and how many of these it has at the most; bytes in shared memory.
CUPY_DEVICE constexpr int box_items_most(Sizes s) { return s.largest > 2 ? 16384 / s.largest : 8192; }
constexpr int kBoxLeast = 512, kBoxesLeast = 4, kBoxBlocks = 16, kBoxesMost = 16, kBoxShared = 48 * 1024;
constexpr int kSector = 32;     // bytes that memory moves at the least
// Of an input so many times more is moved than a tile asks for, and more than caches hold: a copy in order costs less.
constexpr int kApart = 4, kApartLeast = 1 << 24, kTogether = 1 << 16;
CUPY_DEVICE constexpr unsigned box_origins(int operands) { return unsigned(operands * 24 + 15) / 16 * 16; }
// A word behind the table is read, too; items begin and end within a vector.
CUPY_DEVICE constexpr unsigned box_table(unsigned items) { return (items * 2 + 4 + 15) / 16 * 16; }
CUPY_DEVICE constexpr unsigned box_items(unsigned bytes) { return (bytes + 30) / 16 * 16; }

}  // namespace tuning
}  // namespace cupy
