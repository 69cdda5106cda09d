// Rows of a matrix that a block keeps in shared memory for all steps of a launch, so that a product reads nothing but
// the vector: of a lane its items of each of its rows, one after another, beside those of its neighbours.
#pragma once

#include "krylov_lanes.hpp"

namespace cupy {
namespace krylov {

constexpr int kReadAhead = 4;      // items of a row whose columns are known before the vector is read

template <class T, class I, int threads> struct HeldRows {
    T *data;
    I *columns;                    // -1 where there is no item
    int width, slots;              // of a lane: items; rows of all lanes

    CUPY_DEVICE HeldRows(void *memory, int width, int lanes, long long rows) : width(width) {
        slots = int((rows * lanes + threads - 1) / threads) * threads;
        data = static_cast<T *>(memory);
        columns = reinterpret_cast<I *>(data + width * slots);
    }

    // Copies rows below `end` of a matrix: of each lane the first, and those that are `step` apart.
    template <class Matrix>
    CUPY_DEVICE void fill(const Matrix &p, int lanes, long long row, long long step, long long end) const {
        const T *items = static_cast<const T *>(p.data);
        const I *indices = static_cast<const I *>(p.indices);
        const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
        const int lane = platform::thread_index() & (lanes - 1);
        for (int slot = platform::thread_index(); slot < slots; slot += threads, row += step) {
            const long long start = row < end ? starts[row] : 0, stop = row < end ? starts[row + 1] : 0;
            for (int k = 0; k < width; ++k) {
                const long long item = start + lane + (long long)k * lanes;
                const bool there = item < stop && sparse::within(indices[item], p.columns);
                columns[k * slots + slot] = there ? indices[item] : I(-1);
                data[k * slots + slot] = there ? items[item] : T(0);
            }
        }
    }

    template <class Vector> CUPY_DEVICE T part(int round, long long, int, const Vector &vector) const {
        const int slot = round * threads + platform::thread_index();
        T product(0);
        int k = 0;
        for (; k + kReadAhead <= width; k += kReadAhead) add<kReadAhead>(product, slot, k, vector);
        if (k + kReadAhead / 2 <= width) add<kReadAhead / 2>(product, slot, k, vector), k += kReadAhead / 2;
        if (k < width) add<1>(product, slot, k, vector);
        return product;
    }

private:
    template <int count, class Vector>
    CUPY_DEVICE void add(T &product, int slot, int first, const Vector &vector) const {
        I column[count];
        T item[count];
        CUPY_UNROLL
        for (int k = 0; k < count; ++k) {
            column[k] = columns[(first + k) * slots + slot];
            item[k] = column[k] < 0 ? T(0) : T(vector(column[k]));
        }
        CUPY_UNROLL
        for (int k = 0; k < count; ++k)
            if (column[k] >= 0) product = product + data[(first + k) * slots + slot] * item[k];
    }
};

}  // namespace krylov
}  // namespace cupy
