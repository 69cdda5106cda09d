// Eigenvalues and right eigenvectors of batched matrices: balanced, brought to Hessenberg form, and iterated by shifted QR
// steps to complex Schur form; a block holds a matrix in shared memory.
#pragma once

#include "device/dense.hpp"

namespace cupy {

struct Schur {
    const void *a;          // (batch, n, n), rows contiguous
    void *w;                // (batch, n), complex
    void *v;                // (batch, n, n), complex, vectors are columns; null where they are not wanted
    int *info;              // not zero afterwards if the iteration did not converge for a matrix; may be null
    int n;
    int real;               // whether `a` is, rather than complex
};

namespace schur {

using namespace dense;

constexpr int kSteps = 40;          // for an eigenvalue
constexpr int kBalancing = 8;

template <class R> struct Problem {
    using C = complex<R>;

    C *h, *z;               // the matrix, and the vectors that it was turned by
    C *w, *sines;           // eigenvalues; rotations of a step
    R *cosines, *scales;
    int *order, *alone;     // which row of the matrix each row is now; rows without items beside the diagonal
    int n, pitch, thread, threads;
    bool vectors;           // whether they are wanted (a null pointer would not be known to be of shared memory)

    CUPY_DEVICE C &at(int i, int j) const { return h[i * pitch + j]; }

    CUPY_DEVICE R load(const void *a, long long first, bool real) {
        R most(0);
        for (int t = thread; t < n * n; t += threads) {
            const int i = t / n, j = t - i * n;
            const C item = real ? C(static_cast<const R *>(a)[first + t]) : static_cast<const C *>(a)[first + t];
            most = larger(most, size_of(item));
            at(i, j) = item;
            if (vectors) z[i * pitch + j] = C(i == j ? 1 : 0);
        }
        for (int i = thread; i < n; i += threads) {
            scales[i] = R(1);
            order[i] = i;
        }
        return most;
    }

    CUPY_DEVICE void scale(R by) {
        for (int t = thread; t < n * n; t += threads) {
            C &item = at(t / n, t % n);
            item = item * by;
        }
    }

    // Rows that stand alone go to the end, columns to the front: triangles of any order keep their values.
    CUPY_DEVICE void permute() {
        int first = 0, last = n - 1;
        for (int columns = 0; columns < 2; ++columns) {
            for (;;) {
                for (int i = first + thread; i <= last; i += threads) {
                    int j = first;
                    while (j <= last && (i == j || (columns ? at(j, i) : at(i, j)) == C(0))) ++j;
                    alone[i] = j > last;
                }
                platform::barrier();
                int found = columns ? first : last;
                while (found >= first && found <= last && !alone[found]) found += columns ? 1 : -1;
                platform::barrier();
                if (found < first || found > last) break;
                exchange(found, columns ? first++ : last--);
            }
        }
    }

    CUPY_DEVICE void exchange(int one, int other) {
        if (one == other) return;
        for (int j = thread; j < n; j += threads) {
            const C kept = at(one, j);
            at(one, j) = at(other, j);
            at(other, j) = kept;
        }
        platform::barrier();
        for (int i = thread; i < n; i += threads) {
            const C kept = at(i, one);
            at(i, one) = at(i, other);
            at(i, other) = kept;
        }
        if (thread == 0) {
            const int kept = order[one];
            order[one] = order[other];
            order[other] = kept;
        }
        platform::barrier();
    }

    // Rows and columns of like size, by powers of two; everybody computes what is changed next.
    CUPY_DEVICE void balance() {
        for (int pass = 0, more = 1; more && pass < kBalancing; ++pass) {
            more = 0;
            for (int i = 0; i < n; ++i) {
                R row(0), column(0);
                for (int j = 0; j < n; ++j)
                    if (j != i) {
                        row += size_of(at(i, j));
                        column += size_of(at(j, i));
                    }
                platform::barrier();
                if (!(row > 0 && column > 0)) continue;
                const R before = row + column;
                R factor(1);
                for (; column < row / 2 && factor < R(1e15); column *= 4) factor *= 2;
                for (; column >= row * 2 && factor > R(1e-15); column /= 4) factor /= 2;
                if (!(column / factor + row / factor < R(0.95) * before) || factor == 1) continue;
                more = 1;
                for (int j = thread; j < n; j += threads) {
                    if (j == i) {
                        scales[i] *= factor;
                        continue;
                    }
                    at(i, j) = at(i, j) / factor;
                    at(j, i) = at(j, i) * factor;
                }
                platform::barrier();
            }
        }
        platform::barrier();
    }

    // Reflections make zeros below the first subdiagonal.
    CUPY_DEVICE void reduce() {
        for (int k = 0; k + 2 < n; ++k) {
            R rest(0);
            for (int i = k + 2; i < n; ++i) rest += squared(at(i, k));
            const C head = at(k + 1, k);
            if (rest < vanishing<R>()) continue;
            const R size = sqrt(squared(head) + rest), start = length(head);
            const C left = start == 0 ? C(-size) : C(head * (-size / start));
            const C top = head - left;                      // v is (top, items below), and H = 1 - factor v v^H
            const R factor = 2 / (squared(top) + rest);
            for (int j = k + 1 + thread; j < n; j += threads) {
                C sum = inner(top, at(k + 1, j));
                for (int i = k + 2; i < n; ++i) sum += inner(at(i, k), at(i, j));
                sum = sum * factor;
                at(k + 1, j) -= top * sum;
                for (int i = k + 2; i < n; ++i) at(i, j) -= at(i, k) * sum;
            }
            platform::barrier();
            for (int i = thread; i < n; i += threads) {
                reflect_row(h + i * pitch, k, top, factor);
                if (vectors) reflect_row(z + i * pitch, k, top, factor);
            }
            platform::barrier();
            if (thread == 0) at(k + 1, k) = left;
            for (int i = k + 2 + thread; i < n; i += threads) at(i, k) = C(0);
            platform::barrier();
        }
    }

    CUPY_DEVICE void reflect_row(C *row, int k, C top, R factor) const {
        C sum = row[k + 1] * top;
        for (int j = k + 2; j < n; ++j) sum += row[j] * at(j, k);
        sum = sum * factor;
        row[k + 1] -= sum * conj(top);
        for (int j = k + 2; j < n; ++j) row[j] -= sum * conj(at(j, k));
    }

    // The first row of the block of the Schur form that ends at `last` and does not fall apart.
    CUPY_DEVICE int start_of(int last) const {
        const R least = sqrt(vanishing<R>());
        int k = last;
        for (; k > 0; --k) {
            const R beside = limits<R>::epsilon() * (size_of(at(k, k)) + size_of(at(k - 1, k - 1)));
            if (size_of(at(k, k - 1)) <= (beside < least ? least : beside)) break;
        }
        return k;
    }

    // The eigenvalue of the last two rows that is nearer to the last item; something else now and then.
    CUPY_DEVICE C shift(int last, int steps) const {
        const C d = at(last, last), low = at(last, last - 1);
        if (steps % 10 == 9) return d + C(size_of(low) * R(0.75));
        const C half = (at(last - 1, last - 1) - d) * R(0.5), both = at(last - 1, last) * low;
        if (both == C(0)) return d;
        C root = sqrt(half * half + both);
        if (half.re * root.re + half.im * root.im < 0) root = -root;
        return d - both / (half + root);
    }

    // H - shift = Q R, then R Q + shift, for rows `first` to `last`; rotations go through all of a Schur form.
    CUPY_DEVICE void step(int first, int last, C shift) {
        const int end = vectors ? n : last + 1, begin = vectors ? 0 : first;
        const R tiny = vanishing<R>();
        for (int i = first + thread; i <= last; i += threads) w[i] = at(i, i) - shift;
        platform::barrier();
        // An item on the diagonal is in `w` from when its row has been turned, so that all may read it meanwhile.
        for (int k = first; k < last; ++k) {
            const C x = w[k], y = at(k + 1, k);
            const R xx = squared(x), yy = squared(y);
            R c(xx < tiny && yy < tiny);
            C s(0);
            if (xx >= tiny) {
                const R inverse = inverse_root(xx + yy), part = inverse_root(xx);
                c = xx * part * inverse;
                s = inner(y, x) * part * inverse;       // x conj(y) / (|x| times the length of both)
            } else if (yy >= tiny) s = conj(y) * inverse_root(yy);
            for (int j = k + 1 + thread; j < end; j += threads) {
                const C up = at(k, j), down = j == k + 1 ? w[k + 1] : at(k + 1, j);
                at(k, j) = c * up + s * down;
                const C turned = c * down - conj(s) * up;
                if (j == k + 1) w[k + 1] = turned;
                else at(k + 1, j) = turned;
            }
            if (thread == 0) {
                cosines[k] = c;
                sines[k] = s;
                h[n * pitch + k] = c * x + s * y;           // R's diagonal: everybody has read w[k] by the next row
            }
            platform::barrier();
        }
        if (thread == 0) h[n * pitch + last] = w[last];
        platform::barrier();
        for (int i = begin + thread; i <= last; i += threads) {
            C *row = h + i * pitch;
            if (i >= first) row[i] = h[n * pitch + i];
            if (i > first) row[i - 1] = C(0);
            for (int k = i > first ? i - 1 : first; k < last; ++k) turn(row, k);
            if (i >= first) row[i] = row[i] + shift;
        }
        for (int i = thread; vectors && i < n; i += threads)
            for (int k = first; k < last; ++k) turn(z + i * pitch, k);
        platform::barrier();
    }

    CUPY_DEVICE void turn(C *row, int k) const {
        const R c = cosines[k];
        const C s = sines[k], x = row[k], y = row[k + 1];
        row[k] = x * c + y * conj(s);
        row[k + 1] = y * c - x * s;
    }

    CUPY_DEVICE bool iterate() {
        for (int last = n - 1, steps = 0; last >= 0;) {
            const int first = start_of(last);
            platform::barrier();
            if (first == last) {
                --last;
                steps = 0;
                continue;
            }
            if (thread == 0 && first > 0) at(first, first - 1) = C(0);
            if (steps == kSteps) return false;
            step(first, last, shift(last, steps++));
        }
        return true;
    }

    CUPY_DEVICE int nearest(C to) const {
        int found = 0;
        for (int i = 1; i < n; ++i)
            if (squared(w[i] - to) < squared(w[found] - to)) found = i;
        return found;
    }

    // An eigenvalue of a real matrix: without an imaginary part from rounding, or exactly the conjugate of another.
    CUPY_DEVICE C paired(int i, R most) const {
        const C value = w[i];
        if (fabs(value.im) <= 4 * limits<R>::epsilon() * most) return C(value.re);
        const int other = nearest(conj(value));
        const bool near = size_of(value - conj(w[other])) <= 4 * n * limits<R>::epsilon() * most;
        return near && nearest(conj(w[other])) == i ? (value + conj(w[other])) * R(0.5) : value;
    }

    // Vectors of the Schur form, each by a thread, solved from below and scaled before they overflow.  Item j of vector
    // k lies at (k, j), where the form is zero; the last, j = k, in `sines`.
    CUPY_DEVICE void solve(R most) const {
        const R least = larger(limits<R>::epsilon() * most, limits<R>::min());
        const R large = sqrt(limits<R>::max()) * R(1e-3);
        for (int k = thread; k < n; k += threads) {
            C *y = h + k * pitch;
            C end(1);
            for (int i = k - 1; i >= 0; --i) {
                C sum = at(i, k) * end;
                for (int j = i + 1; j < k; ++j) sum += at(i, j) * y[j];
                C apart = at(k, k) - at(i, i);
                if (size_of(apart) < least) apart = C(least);
                y[i] = sum / apart;
                const R size = size_of(y[i]);
                if (size > large) {
                    for (int j = i; j < k; ++j) y[j] = y[j] * (1 / size);
                    end = end * (1 / size);
                }
            }
            sines[k] = end;
        }
        platform::barrier();
    }

    // Vectors of the matrix, in place of those that it was turned by, from the last to the first.
    CUPY_DEVICE void combine() const {
        for (int i = thread; i < n; i += threads) {
            C *row = z + i * pitch;
            for (int k = n - 1; k >= 0; --k) {
                C sum = row[k] * sines[k];
                for (int j = 0; j < k; ++j) sum += row[j] * at(k, j);
                row[k] = sum * scales[i];
            }
        }
        platform::barrier();
    }

    // Columns of length one whose largest item is real, as LAPACK leaves them.
    CUPY_DEVICE void normalize() const {
        for (int k = thread; k < n; k += threads) {
            R most(0), sum(0);
            for (int i = 0; i < n; ++i) most = larger(most, size_of(z[i * pitch + k]));
            const R unit = 1 / power_below(most);
            C largest(0);
            for (int i = 0; i < n; ++i) {
                const C item = z[i * pitch + k] * unit;
                sum += squared(item);
                if (squared(item) > squared(largest)) largest = item;
            }
            const C by = conj(largest) * (unit / (length(largest) * sqrt(sum)));
            for (int i = 0; i < n; ++i) z[i * pitch + k] *= by;
        }
        platform::barrier();
    }
};

template <class R> CUPY_DEVICE void run(const Schur &p, void *shared) {
    using C = complex<R>;
    CUPY_SHARED R partial[kLanes];
    const long long matrix = platform::block_index();
    const int n = p.n;
    Problem<R> x;
    x.n = n;
    x.pitch = n | 1;
    x.thread = platform::thread_index();
    x.threads = platform::thread_count();
    x.h = static_cast<C *>(shared);         // one row more, for a diagonal
    x.z = x.h + (n + 1) * x.pitch;
    x.vectors = p.v != nullptr;
    x.w = x.h + (n + 1) * x.pitch + (p.v ? n * x.pitch : 0);
    x.sines = x.w + n;
    x.cosines = reinterpret_cast<R *>(x.sines + n);
    x.scales = x.cosines + n;
    x.order = reinterpret_cast<int *>(x.scales + n);
    x.alone = x.order + n;
    R most = largest_of_block(x.load(p.a, matrix * n * n, p.real), partial);
    const R unit = power_below(most);
    platform::barrier();
    if (unit != 1) x.scale(1 / unit);
    platform::barrier();
    bool converged = most <= limits<R>::max();
    if (converged) {
        x.permute();
        x.balance();
        x.reduce();
        converged = x.iterate();
    }
    if (x.thread == 0 && !converged && p.info) *p.info = 1;
    platform::barrier();
    most = 0;
    for (int t = x.thread; t < n * n; t += x.threads)
        if (t / n <= t % n) most = larger(most, size_of(x.at(t / n, t % n)));
    most = largest_of_block(most, partial);
    C *w = static_cast<C *>(p.w) + matrix * n;
    for (int i = x.thread; i < n; i += x.threads) x.w[i] = x.at(i, i);
    platform::barrier();
    for (int i = x.thread; i < n; i += x.threads) w[i] = (p.real ? x.paired(i, most) : x.w[i]) * unit;
    if (!p.v) return;
    x.solve(most);
    x.combine();
    x.normalize();
    C *v = static_cast<C *>(p.v) + matrix * n * n;
    for (int t = x.thread; t < n * n; t += x.threads) {
        const int i = t / n, j = t - i * n;
        v[x.order[i] * n + j] = x.z[i * x.pitch + j];
    }
}

}  // namespace schur
}  // namespace cupy

#define CUPY_SCHUR(name, R)                                                           \
    CUPY_KERNEL CUPY_LAUNCH_BOUNDS(128) name(CUPY_GRID_CONSTANT const Schur params) { \
        CUPY_DYNAMIC_SHARED(memory);                                                  \
        schur::run<R>(params, memory);                                                \
    }
