// Runs of equal items, written out by the threads of a block.
#pragma once

#include <cub/block/block_scan.cuh>
#include "toolkit_begin.hpp"

namespace cub {

template <class T, int X, int runs, int items, class Offset = unsigned, int Y = 1, int Z = 1>
class BlockRunLengthDecode {
    using Scan = BlockScan<Offset, X, BLOCK_SCAN_RAKING, Y, Z>;

public:
    struct TempStorage {
        typename Scan::TempStorage scan;
        T values[X * Y * Z * runs];
        Offset starts[X * Y * Z * runs];
    };

    // `total` becomes the number of items of all runs.
    template <class Length, class Total>
    BlockRunLengthDecode(TempStorage &storage, T (&values)[runs], Length (&lengths)[runs], Total &total)
        : storage_(storage) {
        Offset starts[runs], all;
        for (int k = 0; k < runs; ++k) starts[k] = Offset(lengths[k]);
        Scan(storage.scan).ExclusiveSum(starts, starts, all);
        total = Total(all);
        put(values, starts);
    }
    // With the places where runs begin.
    template <class Start> BlockRunLengthDecode(TempStorage &storage, T (&values)[runs], Start (&starts)[runs])
        : storage_(storage) {
        put(values, starts);
    }

    // Items from `first` on, neighbours to a thread.
    void RunLengthDecode(T (&out)[items], Offset first = 0) {
        Offset offsets[items];
        RunLengthDecode(out, offsets, first);
    }
    // Their places in their runs too.
    template <class Relative> void RunLengthDecode(T (&out)[items], Relative (&offsets)[items], Offset first = 0) {
        for (int k = 0; k < items; ++k) {
            const Offset at = first + Offset(cupy::simt::thread_number()) * items + k;
            int low = 0, high = X * Y * Z * runs;               // the last run that begins here or before
            while (high - low > 1) {
                const int middle = (low + high) / 2;
                (storage_.starts[middle] <= at ? low : high) = middle;
            }
            out[k] = storage_.values[low];
            offsets[k] = Relative(at - storage_.starts[low]);
        }
    }

private:
    template <class Start> void put(T (&values)[runs], Start (&starts)[runs]) {
        for (int k = 0; k < runs; ++k) {
            storage_.values[cupy::simt::thread_number() * runs + k] = values[k];
            storage_.starts[cupy::simt::thread_number() * runs + k] = Offset(starts[k]);
        }
        __syncthreads();
    }

    TempStorage &storage_;
};

}  // namespace cub

#include "toolkit_end.hpp"
