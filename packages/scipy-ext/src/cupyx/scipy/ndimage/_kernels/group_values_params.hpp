// What is needed to turn keys of groups into items.
#pragma once

namespace cupy {
namespace ndimage {

struct GroupValues {
    const unsigned long long *low;        // keys of each group: of the least item, or
    const unsigned long long *high;       // of the greatest
    const unsigned long long *sorted;     // or the sorted keys of all pixels, for medians
    const unsigned long long *counts;     // items of the groups, and
    const long long *ends;                // where they end
    void *least, *greatest, *median;
    long long count;
};

}  // namespace ndimage
}  // namespace cupy
