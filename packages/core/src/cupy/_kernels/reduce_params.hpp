// The parameter block of a reduction: what core fills and kernels read.
//
// An input is seen as kept axes, which number the outputs, and reduced axes.  Both lists are
// innermost first and already merged.  Shared by kernels and by core (plain C++17, no includes).
#pragma once

namespace cupy {

constexpr int kReduceDims = 8;
constexpr int kReduceInputs = 8;
constexpr int kReduceOutputs = 4;

// Division of n < 2^31 by a constant: (mulhi(n, multiplier) + n) >> shift.  Hosts divide by the length.
struct ReduceAxis {
    long long length;
    unsigned multiplier, shift;
};

struct Reduce {
    long long outputs;            // product of the kept lengths
    long long reduced;            // product of the reduced lengths
    long long whole;              // `reduced` of the operation, for means of parts
    const char *inputs[kReduceInputs];
    char *results[kReduceOutputs];
    char *partials;               // of split reductions: accumulators, a row a group
    unsigned *counters;           // of split reductions: of each group one for each bunch and one more, zero before and after
    double extra;                 // a number of the operation: ddof and the like
    long long first;              // C-order position of the first reduced item
    unsigned split;               // parts of a group of outputs, of all launches together
    unsigned parts;               // parts that this launch makes: blocks that share a group
    unsigned first_part;          // number of its first part
    unsigned bunch;               // neighbouring parts that are joined first; `split` if all are joined at once
    unsigned lanes;               // threads side by side: of a row, or over columns; tile: of an output
    unsigned inner, each;         // tile: columns of a group; groups of a tile, or lines where several tiles make one
    unsigned along, spans;        // flat, where `inner` is not 0: the reduced axis of the lines; how many times they come;
                                  // tile: reduced axes within a group; stretches of a tile of whole groups, or 0
    unsigned before, extent;      // tile: bytes of a group, or a line, before its first item; all that it spans
    long long pitch;              // tile: bytes from one to the next
    unsigned vectors;             // whether contiguous items are read 16 bytes at a time; 2: of columns that begin anywhere
    unsigned kept_ndim, reduced_ndim;
    ReduceAxis run;               // rows of several lines: aligned vectors that each has; columns: vectors of a line; tile:
                                  // columns of a group
    ReduceAxis kept[kReduceDims], axes[kReduceDims];
    long long kept_strides[kReduceInputs][kReduceDims];      // bytes
    long long strides[kReduceInputs][kReduceDims];
};

}  // namespace cupy
