// The parameter blocks of rows at indices: that begin anywhere, what goes where, assigned band by band.  Plain C++17.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct MoveRows {
    const char *from;
    char *to;
    const void *index;      // contiguous
    void *report;           // StrayIndex; may be null
    long long length;       // of the axis that is indexed
    long long row;          // bytes
    long long items;        // of a row
    long long units;        // windows of all rows that are written
    int batched;            // whether all indices hold for each of several outer items
    Divider windows;        // of a row: vectors in which some of it may lie
    Divider count;          // indices
};

struct FillRows {
    const char *from;
    char *to;               // contiguous
    const void *index;      // contiguous
    void *report;           // StrayIndex; may be null
    long long length;       // of the axis that is indexed
    long long total;        // items that are written
    int batched;            // whether all indices hold for each of several outer items
    Divider items;          // of a row: so many that a vector has parts of two rows at most
    Divider count;          // indices
};

struct RowSources {
    const void *index;      // contiguous
    void *report;           // StrayIndex; may be null
    unsigned *sources;      // of each place: how many indices follow the last that names it; then whether none is left
                            // to move; all bits set before
    const char *from;
    char *to;
    long long length;       // of the axis that is indexed
    long long count;        // indices
    long long outer;
    Divider items;          // of a row
};

struct ScatterBands {
    const char *values;
    char *to;               // contiguous
    const void *index;      // contiguous
    void *report;           // StrayIndex; may be null
    char *sorted;           // rows, tiles of which are in the order of the bands
    unsigned *places;       // of these
    unsigned short *ends;   // of each band in each tile; 0 where its rows are assigned already
    long long pitch;        // bytes from one row of the values to the next
    long long length;       // of the axis that is indexed
    long long count;        // indices
    long long tiles;        // of these
    unsigned bands;         // at most kBandsMost
    Divider band;           // places
    Divider items;          // of a row
};

}  // namespace cupy
