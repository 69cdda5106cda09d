// What sums over few labels are given; the launch packs the same fields.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kFewThreads = 128;
constexpr int kFewGroups = 64;         // labels that are looked at, at most
constexpr int kFewRange = 2048;        // between the least and the greatest label that are looked up in a table

struct GroupTables {
    const void *input;
    const void *labels;
    const long long *index;            // the labels to look at
    const double *centres = nullptr;   // sum squares of the distance from these
    double *sums;                      // of each block, one an entry of the index, then the numbers of items if counted
    long long size;
    int groups;
    int counted;
    int packs;                         // whether four items and labels may be read at once
};

}  // namespace ndimage
}  // namespace cupy
