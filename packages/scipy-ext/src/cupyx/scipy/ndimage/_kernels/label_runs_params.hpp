// What the passes of labelling by runs are given; the launches pack the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kLabelAxes = 32;

// The array is rows along its last axis. A row has a run for each stretch of pixels of objects, or for each such pixel
// where neighbours along the row are not joined; runs are numbered in order, with room for one more after a stripe's.
struct LabelRuns {
    const void *object;                // bytes
    void *labels;
    unsigned *parents;                 // of runs: a run before in the same region, or itself; numbers of regions at last
    int *starts, *ends;                // of runs: their first pixels, and those behind their last
    unsigned *first, *behind;          // of rows: their first runs, and those behind their last
    unsigned *regions;                 // how many there are
    long long count;
    long long stripes;                 // of rows, found and written on their own
    long long rows, length;
    int joined, most;                  // whether neighbours along a row are joined; the most runs that a row can have
    // Rows before whose runs a row's are joined with: the steps along all axes but the last, and how far pixels of a
    // region may lie to the left and to the right of each other.
    const int *steps;
    const int *spans;
    int links, axes;
    long long shape[kLabelAxes];
};

}  // namespace ndimage
}  // namespace cupy
