// The exponential of a small matrix by the threads of a group together: scaling and squaring with a Padé approximant of
// degree 13, or 7 in single precision, as Al-Mohy and Higham scale it (SIAM J. Matrix Anal. Appl. 31, 2009).
#pragma once

#include "kernel.hpp"

namespace cupy {
namespace linalg {

struct Expm {
    const void *a;              // (count, n, n)
    void *out;
    long long count;
    int n;                      // at most kMostRows
};

constexpr int kMostRows = 16;
constexpr int kLanes = 32;      // of a warp, which takes a matrix on devices
constexpr int kRooms = 7;       // matrices in the memory of a group of threads, beside one more row

template <class T> struct RealOf { using type = T; };
template <class T> struct RealOf<complex<T>> { using type = T; };

template <class T> CUPY_DEVICE T size_of(T x) { return x < 0 ? -x : x; }
template <class T> CUPY_DEVICE T size_of(complex<T> x) { return hypot(x.re, x.im); }

// Some threads, `lanes`, with memory for kRooms matrices and a row; Group has together(), behind which they see what
// the others wrote.
template <class T, class Group> struct Exponential {
    using R = typename RealOf<T>::type;
    static constexpr bool kSingle = sizeof(R) == 4;
    const Group &group;
    T *room;
    int n, lane, lanes;

    CUPY_DEVICE T *matrix(int k) const { return room + k * n * n; }
    CUPY_DEVICE R *row() const { return reinterpret_cast<R *>(room + kRooms * n * n); }

    // f(i) for each item, with a barrier behind.
    template <class F> CUPY_DEVICE void each(F f) const {
        for (int i = lane; i < n * n; i += lanes) f(i);
        group.together();
    }
    CUPY_DEVICE T dot(const T *x, const T *y, int i) const {
        const int row = i / n, column = i - row * n;
        T sum(0);
        for (int k = 0; k < n; ++k) sum = sum + x[row * n + k] * y[k * n + column];
        return sum;
    }
    CUPY_DEVICE void multiply(T *to, const T *x, const T *y) const {
        each([&](int i) { to[i] = dot(x, y, i); });
    }

    // The greatest sum of a column's sizes.
    CUPY_DEVICE R norm(const T *x) const {
        for (int column = lane; column < n; column += lanes) {
            R sum = 0;
            for (int k = 0; k < n; ++k) sum += size_of(x[k * n + column]);
            row()[column] = sum;
        }
        group.together();
        R most = 0;
        for (int column = 0; column < n; ++column) most = row()[column] > most || row()[column] != row()[column]
                                                              ? row()[column] : most;
        group.together();
        return most;
    }
    // How often a size is halved until it is one at most.
    CUPY_DEVICE static int steps(R size) {
        const R times = ceil(log2(size > R(0.5) ? size : R(0.5)));
        return times - times == 0 && times > 0 ? int(times) : 0;
    }
    CUPY_DEVICE static R root(R x, int degree) { return pow(x, R(1) / degree); }

    // x becomes the solution of a x = x; a is lost.
    CUPY_DEVICE void solve(T *a, T *x) const {
        for (int k = 0; k < n; ++k) {
            int pivot = k;
            for (int i = k + 1; i < n; ++i)
                if (size_of(a[i * n + k]) > size_of(a[pivot * n + k])) pivot = i;
            group.together();
            if (pivot != k)
                for (int c = lane; c < 2 * n; c += lanes) {
                    T *column = c < n ? a + c : x + c - n;
                    const T kept = column[k * n];
                    column[k * n] = column[pivot * n];
                    column[pivot * n] = kept;
                }
            group.together();
            const T inverse = T(1) / a[k * n + k];
            // Columns up to k of a are not looked at again.
            const int wide = 2 * n - k - 1;
            for (int e = lane; e < (n - 1) * wide; e += lanes) {
                const int above = e / wide, i = above < k ? above : above + 1, c = k + 1 + e - above * wide;
                const T factor = a[i * n + k] * inverse;
                T *column = c < n ? a + c : x + c - n;
                column[i * n] = column[i * n] - factor * column[k * n];
            }
            group.together();
        }
        each([&](int i) { x[i] = x[i] / a[i / n * (n + 1)]; });
    }

    CUPY_DEVICE void run(const T *from, T *to) const {
        constexpr double kLarge[] = {64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0,
                                     129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0,
                                     40840800.0, 960960.0, 16380.0, 182.0, 1.0};
        constexpr double kSmall[] = {17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0, 1.0};
        const R bound = kSingle ? R(3.925724783138660) : R(5.371920351148152);
        T *a = matrix(0), *second = matrix(1), *fourth = matrix(2), *sixth = matrix(3), *u = matrix(4), *v = matrix(5),
          *w = matrix(6);
        each([&](int i) { a[i] = from[i]; });
        // Powers of what is scaled to norm one cannot overflow.
        const int before = steps(norm(a));
        const R first = ldexp(R(1), -before);
        each([&](int i) { a[i] = a[i] * first; });
        multiply(second, a, a);
        multiply(fourth, second, second);
        multiply(sixth, fourth, second);
        multiply(u, fourth, fourth);
        multiply(v, fourth, sixth);
        const R d6 = root(norm(sixth), 6), d8 = root(norm(u), 8), d10 = root(norm(v), 10);
        const R low = d6 > d8 ? d6 : d8, high = d8 > d10 ? d8 : d10;
        int times = steps((low < high ? low : high) * ldexp(R(1), before) / bound);
        if (times < before - (kSingle ? 20 : 150)) times = before - (kSingle ? 20 : 150);
        const R scale = ldexp(R(1), before - times), s2 = scale * scale, s4 = s2 * s2, s6 = s4 * s2;
        each([&](int i) {
            a[i] = a[i] * scale;
            second[i] = second[i] * s2;
            fourth[i] = fourth[i] * s4;
            sixth[i] = sixth[i] * s6;
        });
        const auto one = [&](int i) { return T(i % (n + 1) == 0 ? 1 : 0); };
        if constexpr (kSingle) {
            each([&](int i) {
                u[i] = sixth[i] * R(kSmall[7]) + fourth[i] * R(kSmall[5]) + second[i] * R(kSmall[3]) + one(i) * R(kSmall[1]);
                v[i] = sixth[i] * R(kSmall[6]) + fourth[i] * R(kSmall[4]) + second[i] * R(kSmall[2]) + one(i) * R(kSmall[0]);
            });
        } else {
            each([&](int i) {
                w[i] = sixth[i] * R(kLarge[13]) + fourth[i] * R(kLarge[11]) + second[i] * R(kLarge[9]);
            });
            each([&](int i) {
                u[i] = dot(sixth, w, i) + sixth[i] * R(kLarge[7]) + fourth[i] * R(kLarge[5]) + second[i] * R(kLarge[3]) +
                       one(i) * R(kLarge[1]);
            });
            each([&](int i) {
                w[i] = sixth[i] * R(kLarge[12]) + fourth[i] * R(kLarge[10]) + second[i] * R(kLarge[8]);
            });
            each([&](int i) {
                v[i] = dot(sixth, w, i) + sixth[i] * R(kLarge[6]) + fourth[i] * R(kLarge[4]) + second[i] * R(kLarge[2]) +
                       one(i) * R(kLarge[0]);
            });
        }
        multiply(w, a, u);
        each([&](int i) {
            a[i] = v[i] - w[i];
            u[i] = v[i] + w[i];
        });
        solve(a, u);
        for (int k = 0; k < times; ++k) {
            multiply(w, u, u);
            T *kept = u;
            u = w;
            w = kept;
        }
        each([&](int i) { to[i] = u[i]; });
    }
};

}  // namespace linalg
}  // namespace cupy
