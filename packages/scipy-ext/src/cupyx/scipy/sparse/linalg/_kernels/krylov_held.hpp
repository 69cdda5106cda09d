// Rows of a matrix that a block keeps in shared memory for all steps of a launch, so that a product reads nothing but the
// vector: of a lane its items of each of its rows, one after another, beside those of its neighbours.
#pragma once

#include "krylov_sums.hpp"

namespace cupy {
namespace krylov {

constexpr int kReadAhead = 4;      // items of a row whose columns are known before the vector is read

template <class T, class I, int threads> struct HeldRows {
    const Krylov &p;
    T *data;
    I *columns;                    // -1 where there is no item
    int width, slots;

    CUPY_DEVICE HeldRows(const Krylov &p, unsigned char *memory) : p(p), width(p.held) {
        const long long step = (long long)platform::block_count() * (threads / p.lanes);
        slots = int((p.count + step - 1) / step) * threads;
        data = reinterpret_cast<T *>(memory + p.held_at);
        columns = reinterpret_cast<I *>(data + width * slots);
    }

    // Copies the rows of this block.
    CUPY_DEVICE void fill() const {
        const T *items = static_cast<const T *>(p.data);
        const I *indices = static_cast<const I *>(p.indices);
        const sparse::Starts<I> starts{static_cast<const I *>(p.indptr), p.items};
        const int lane = platform::thread_index() & (p.lanes - 1);
        const long long groups = threads / p.lanes, step = platform::block_count() * groups;
        long long row = platform::block_index() * groups + platform::thread_index() / p.lanes;
        for (int slot = platform::thread_index(); slot < slots; slot += threads, row += step) {
            const long long start = row < p.count ? starts[row] : 0, stop = row < p.count ? starts[row + 1] : 0;
            for (int k = 0; k < width; ++k) {
                const long long item = start + lane + (long long)k * p.lanes;
                const bool there = item < stop && sparse::within(indices[item], p.columns);
                columns[k * slots + slot] = there ? indices[item] : I(-1);
                data[k * slots + slot] = there ? items[item] : T(0);
            }
        }
    }

    template <class Vector> CUPY_DEVICE T part(int round, long long, int, const Vector &vector) const {
        const int slot = round * threads + platform::thread_index();
        T product(0);
        for (int first = 0; first < width; first += kReadAhead) {
            I column[kReadAhead];
            T item[kReadAhead];
            CUPY_UNROLL
            for (int k = 0; k < kReadAhead; ++k) {
                column[k] = first + k < width ? columns[(first + k) * slots + slot] : I(-1);
                item[k] = column[k] < 0 ? T(0) : T(vector(column[k]));
            }
            CUPY_UNROLL
            for (int k = 0; k < kReadAhead; ++k)
                if (column[k] >= 0) product = product + data[(first + k) * slots + slot] * item[k];
        }
        return product;
    }
};

}  // namespace krylov
}  // namespace cupy
