// A restart of GMRES in one launch, whose blocks, all of which are resident, wait for each other. Each has some rows of
// the matrix and those items of all vectors: the rows in shared memory, if there is room for them, and of as many vectors
// as there is room for then; scalars, which each makes for itself, are there too. The last block has no items: it solves
// the problem of least squares meanwhile.
#pragma once

#include "arnoldi_restart_params.hpp"
#include "arnoldi_triangle.hpp"
#include "device/grid_barrier.hpp"
#include "krylov_held.hpp"

namespace cupy {
namespace krylov {

template <class T> constexpr int restart_threads() {
    return sizeof(Wide<T>) > sizeof(double) ? kRestartThreadsComplex : kRestartThreads;
}

template <class T, class I> struct Restarting {
    using S = Wide<T>;
    static constexpr int threads = restart_threads<T>(), warps = threads / kLanes;

    const Restart &p;
    Arnoldi space;                 // with scalars and columns of this block
    S *scalars, *sums;             // as arnoldi_rules.hpp says; of each warp those of all vectors
    T *held;
    long long first;               // item of this block
    int items, slots;              // slots: of sums of a warp
    int turn = 0;                  // projections so far

    CUPY_DEVICE Restarting(const Restart &p, unsigned char *memory)
        : p(p), space(p.space), first((long long)platform::block_index() * p.chunk), slots((p.space.size + 1) | 1) {
        scalars = reinterpret_cast<S *>(memory);
        sums = scalars + kCoefficients + p.space.size + 2;
        T *column = reinterpret_cast<T *>(sums + warps * slots);
        held = column + (p.space.size + 2) / 2 * 2;
        const long long left = solves() ? 0 : p.space.count - first;
        items = left < p.chunk ? int(left < 0 ? 0 : left) : p.chunk;
        space.scalars = scalars;
        space.column = column;
        if (!space.least) space.least = held;
    }

    CUPY_DEVICE static int thread() { return platform::thread_index(); }
    CUPY_DEVICE static int blocks() { return platform::block_count(); }
    CUPY_DEVICE bool solves() const { return platform::block_index() == platform::block_count() - 1; }
    CUPY_DEVICE T *row(int j) const { return static_cast<T *>(const_cast<void *>(p.space.basis)) + j * p.space.count; }
    CUPY_DEVICE S *found() const { return static_cast<S *>(p.found); }
    CUPY_DEVICE S *partials() const {
        return static_cast<S *>(p.space.partials) + (long long)(turn & 1) * (p.space.size + 1) * blocks();
    }
    CUPY_DEVICE void wait() const { grid_barrier(static_cast<unsigned *>(p.arrivals)); }

    // Calls f(slot, count, items, stride) for up to kGroup vectors at a time, of which slot 0 is w and the others are rows.
    template <class F> CUPY_DEVICE void groups(int from, int to, const F &f) const {
        const int inside = to < p.held ? to : p.held;
        for (int k = from; k < inside; k += kGroup)
            f(k, inside - k < kGroup ? inside - k : kGroup, held + (long long)k * p.chunk, (long long)p.chunk);
        for (int k = from < p.held ? p.held : from; k < to; k += kGroup)
            f(k, to - k < kGroup ? to - k : kGroup, row(k - 1) + first, p.space.count);
    }

    // An item of a row of the basis, which this block and others read.
    CUPY_DEVICE void keep(int j, int i, T item) const {
        row(j)[first + i] = item;
        if (j + 1 < p.held) held[(long long)(j + 1) * p.chunk + i] = item;
    }

    CUPY_DEVICE HeldRows<T, I, threads> rows() const {
        return {held + (long long)p.held * p.chunk, p.width, p.lanes, p.chunk};
    }

    // take(i, product) gets the products of the rows of this block with a vector.
    template <class Take> CUPY_DEVICE void multiply(const T *vector, const Take &take) const {
        const int lane = thread() & (p.lanes - 1), step = threads / p.lanes;
        const auto at = [=](I column) { return vector[column]; };
        if (p.width) {
            const auto kept = rows();
            for (int base = 0, round = 0; base < items; base += step, ++round) {
                const int i = base + thread() / p.lanes;
                const T product = warp::sum(kept.part(round, i, lane, at), p.lanes);
                if (i < items && lane == 0) take(i, product);
            }
            return;
        }
        const T *data = static_cast<const T *>(p.space.data);
        const I *indices = static_cast<const I *>(p.space.indices);
        const sparse::Starts<I> starts{static_cast<const I *>(p.space.indptr), p.space.items};
        for (int base = 0; base < items; base += step) {
            const int i = base + thread() / p.lanes;
            const bool there = i < items;
            const long long start = there ? starts[first + i] : 0, stop = there ? starts[first + i + 1] : 0;
            const T part = part_of_row(data, indices, start + lane, stop, p.lanes, p.space.columns, at);
            const T product = warp::sum(part, p.lanes);
            if (there && lane == 0) take(i, product);
        }
    }

    // Coefficients of w along the rows so far; every block adds up the sums of all.
    CUPY_DEVICE void project() {
        const int lane = thread() % kLanes, warp = thread() / kLanes, count = space.vectors + 1;
        groups(0, count, [&](int slot, int some, const T *rows, long long stride) {
            S found[kGroup];
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k) found[k] = S(0.0);
            for (int i = thread(); i < items; i += threads) {
                const T x = held[i];
                T item[kGroup];
                CUPY_UNROLL
                for (int k = 0; k < kGroup; ++k) item[k] = k < some ? rows[k * stride + i] : T(0);
                CUPY_UNROLL
                for (int k = 0; k < kGroup; ++k) found[k] = found[k] + conj(S(item[k])) * S(x);
            }
            const S sum = sum_of_group(found, lane);
            if (lane < some) sums[warp * slots + slot + lane] = sum;
        });
        platform::barrier();
        S *all = partials();
        for (int k = warp; k < count; k += warps) {
            const S sum = warp::sum(lane < warps ? sums[lane * slots + k] : S(0.0), kLanes);
            if (lane == 0) all[(long long)k * blocks() + platform::block_index()] = sum;
        }
        wait();
        T *column = static_cast<T *>(space.column);
        for (int k = warp; k < count; k += warps) {
            S sum(0.0);
            for (int b = lane; b < blocks(); b += kLanes) sum = sum + all[(long long)k * blocks() + b];
            sum = warp::sum(sum, kLanes);
            if (lane) continue;
            scalars[kCoefficients + (k ? k - 1 : space.vectors)] = sum;
            if (k) column[k - 1] = space.again ? T(S(column[k - 1]) + sum) : T(sum);
        }
        platform::barrier();
        if (warp == 0) {
            double along = 0;
            for (int k = lane; k < space.vectors; k += kLanes) along += square_of(scalars[kCoefficients + k]);
            along = warp::sum(along, kLanes);
            if (lane == 0) keep_projection<T>(space, scalars[kCoefficients + space.vectors], along);
        }
        platform::barrier();
        ++turn;
    }

    // An item of the sum of the first rows with the coefficients.
    CUPY_DEVICE S combined(int rows, int i) const {
        S sum(0.0);
        groups(1, rows + 1, [&](int slot, int some, const T *items, long long stride) {
            T item[kGroup];
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k) item[k] = k < some ? items[k * stride + i] : T(0);
            CUPY_UNROLL
            for (int k = 0; k < kGroup; ++k)
                if (k < some) sum = sum + scalars[kCoefficients + slot - 1 + k] * S(item[k]);
        });
        return sum;
    }

    CUPY_DEVICE void subtract(bool ends) const {
        const S scale = scalars[kInverse];
        for (int i = thread(); i < items; i += threads) {
            const S x = S(held[i]) - combined(space.vectors, i);
            if (ends) keep(space.vectors, i, T(x * scale));
            else held[i] = T(x);
        }
    }

    CUPY_DEVICE void publish() const {
        const Least<S> is{static_cast<S *>(space.least), space.size};
        if (thread() < kLength) found()[thread()] = is.s[thread()];
    }

    CUPY_DEVICE void begin() const {
        if (thread() == 0) {
            scalars[kLoss] = S(p.rounding), scalars[kBound] = S(p.bound), scalars[kRounding] = S(p.rounding);
            if (solves()) {
                const Least<S> is{static_cast<S *>(space.least), space.size};
                is.s[kStatus] = S(double(kRunning));
                is.s[kColumns] = S(0.0);
                is.s[kResidual] = is.right()[0] = S(p.norm);
                is.s[kGoal] = S(p.goal), is.s[kEps] = S(p.eps);
            }
        }
        if (p.width) rows().fill(p.space, p.lanes, first + thread() / p.lanes, threads / p.lanes, first + items);
        const T scale = T(1 / p.norm), *r = static_cast<const T *>(p.r) + first;
        for (int i = thread(); i < items; i += threads) keep(0, i, r[i] * scale);
        wait();
    }

    // The vector after the last one; whether there is need of more.
    CUPY_DEVICE bool add() {
        multiply(row(space.vectors - 1), [&](int i, T product) { held[i] = product; });
        platform::barrier();
        bool ends = false;
        for (space.again = 0; !ends; space.again = 1) {
            project();
            ends = space.again || real(scalars[kShort]) == 0;
            subtract(ends);
        }
        if (solves()) {
            if (thread() < kLanes) rotate<T>(space);
            platform::barrier();
            publish();
        }
        wait();
        return real(found()[kStatus]) == kRunning;
    }

    CUPY_DEVICE void correct() const {
        const int columns = int(real(found()[kColumns]));
        if (solves()) {
            solve<T>(space);
            platform::barrier();
            const Least<S> is{static_cast<S *>(space.least), space.size};
            for (int k = thread(); k < columns; k += threads) found()[kFactors + k] = is.solution()[k];
        }
        wait();
        for (int k = thread(); k < columns; k += threads) scalars[kCoefficients + k] = found()[kFactors + k];
        platform::barrier();
        T *x = static_cast<T *>(p.x) + first;
        for (int i = thread(); i < items; i += threads) x[i] = T(S(x[i]) + combined(columns, i));
        wait();
    }

    CUPY_DEVICE void residual() const {
        const T *b = static_cast<const T *>(p.b) + first;
        T *r = static_cast<T *>(p.r) + first;
        double squares[1] = {0};
        multiply(static_cast<const T *>(p.x), [&](int i, T product) {
            r[i] = b[i] - product;
            squares[0] += square_of(S(r[i]));
        });
        block_sums<threads>(squares, 1, reinterpret_cast<double *>(sums));
        S *all = partials();
        if (thread() == 0) all[platform::block_index()] = S(squares[0]);
        wait();
        if (platform::block_index() || thread() >= kLanes) return;
        double square = 0;
        for (int b = thread(); b < blocks(); b += kLanes) square += real(all[b]);
        square = warp::sum(square, kLanes);
        if (thread() == 0) found()[kLength] = S(sqrt(square));
    }

    CUPY_DEVICE void run() {
        begin();
        for (space.vectors = 1; space.vectors <= space.size && add(); ++space.vectors) {}
        correct();
        residual();
    }
};

}  // namespace krylov
}  // namespace cupy

#define CUPY_TEMPLATE(name, T, I)                                              \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(cupy::krylov::restart_threads<T>())         \
    name(CUPY_GRID_CONSTANT const krylov::Restart p) {                         \
        CUPY_DYNAMIC_SHARED(memory);                                           \
        krylov::Restarting<T, I>(p, memory).run();                             \
    }
