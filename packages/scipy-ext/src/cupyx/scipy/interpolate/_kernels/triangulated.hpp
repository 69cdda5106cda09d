// Interpolation on a triangulation: linear, and cubic with continuous gradients.
#pragma once

#include "simplices.hpp"

namespace cupy {
namespace interpolate {

template <class T> CUPY_DEVICE void linear(const Simplices &p, long long query) {
    double b[kMostAxes + 1];
    int corners[kMostAxes + 1];
    const long long s = locate(p, static_cast<const double *>(p.q) + query * p.axes, b);
    const bool found = s >= 0 && corners_of(p, s, corners);
    T *out = static_cast<T *>(p.out) + query * p.columns;
    for (long long j = 0; j < p.columns; ++j) {
        if (!found) {
            out[j] = p.fill[j & 1];
            continue;
        }
        T sum = T(0);
        for (int i = 0; i <= p.axes; ++i) sum += b[i] * static_cast<const T *>(p.values)[(long long)corners[i] * p.columns + j];
        out[j] = sum;
    }
}

// The direction of the derivative across edge k, towards the centre of the triangle on the other side.
CUPY_DEVICE double across(const Simplices &p, long long s, int k) {
    const long long other = static_cast<const int *>(p.neighbors)[s * 3 + k];
    if (other < 0 || other >= p.number) return -0.5;
    int corners[3];
    if (!corners_of(p, other, corners)) return -0.5;
    const double *points = static_cast<const double *>(p.points);
    double centre[2] = {}, b[3];
    for (int i = 0; i < 3; ++i)
        for (int d = 0; d < 2; ++d) centre[d] += points[corners[i] * 2 + d] / 3;
    barycentric(p, s, centre, b);
    const double u = b[(k + 2) % 3], v = b[(k + 1) % 3];
    return (2 * u + v - 1) / (2 - 3 * u - 3 * v);
}

// The cubic of one triangle at barycentric coordinates b; f values, and tangents[i][j] the derivative at corner i
// towards corner j.
CUPY_DEVICE double element(const double *f, const double (*tangents)[3], const double *g, const double *b) {
    // Control points next to corner i: towards corner j, and towards the centre.
    double edge[3][3], inner[3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) edge[i][j] = f[i] + tangents[i][j] / 3;
        inner[i] = (edge[i][(i + 1) % 3] + edge[i][(i + 2) % 3] + f[i]) / 3;
    }
    // In the middle of the part at edge k, between corners i and j.
    double middle[3];
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        middle[k] = (g[k] * (-f[i] + 3 * edge[i][j] - 3 * edge[j][i] + f[j]) +
                     (-f[i] + 2 * edge[i][j] - edge[j][i] + inner[j] + inner[i])) / 2;
    }
    double near[3], centre = 0;
    for (int i = 0; i < 3; ++i) {
        near[i] = (middle[(i + 1) % 3] + middle[(i + 2) % 3] + inner[i]) / 3;
        centre += near[i] / 3;
    }
    // Coordinates in the part that the point lies in: one of the first three is zero.
    double least = b[0] < b[1] ? b[0] : b[1];
    least = b[2] < least ? b[2] : least;
    const double c = 3 * least;
    double sum = c * c * c * centre;
    for (int i = 0; i < 3; ++i) {
        const double u = b[i] - least;
        sum += u * (u * (u * f[i] + 3 * c * inner[i]) + 3 * c * c * near[i]);
    }
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const double u = b[i] - least, v = b[j] - least;
        sum += 3 * u * v * (u * edge[i][j] + v * edge[j][i] + 2 * c * middle[k]);
    }
    return sum;
}

// Clough and Tocher 1965; Alfeld, A trivariate Clough-Tocher scheme for tetrahedral data, CAGD 1, 1984; Farin,
// Triangular Bernstein-Bezier patches, CAGD 3, 1986.
template <class T> CUPY_DEVICE void clough_tocher(const Simplices &p, long long query) {
    double b[kMostAxes + 1];
    const long long s = locate(p, static_cast<const double *>(p.q) + query * p.axes, b);
    T *out = static_cast<T *>(p.out) + query * p.columns;
    int corners[3];
    if (s < 0 || !corners_of(p, s, corners)) {
        for (long long j = 0; j < p.columns; ++j) out[j] = p.fill[j & 1];
        return;
    }
    const double *points = static_cast<const double *>(p.points);
    double g[3];
    for (int k = 0; k < 3; ++k) g[k] = across(p, s, k);
    for (long long column = 0; column < p.columns; ++column) {
        double f[3], tangents[3][3];
        for (int i = 0; i < 3; ++i) {
            const long long at = (long long)corners[i] * p.columns + column;
            f[i] = static_cast<const T *>(p.values)[at];
            const T *slope = static_cast<const T *>(p.gradients) + at * 2;
            for (int j = 0; j < 3; ++j)
                tangents[i][j] = slope[0] * (points[corners[j] * 2] - points[corners[i] * 2]) +
                                 slope[1] * (points[corners[j] * 2 + 1] - points[corners[i] * 2 + 1]);
        }
        out[column] = element(f, tangents, g, b);
    }
}

}  // namespace interpolate
}  // namespace cupy

#define CUPY_TEMPLATE(name, degree, T) CUPY_MAP_KERNEL(name, cupy::interpolate::Simplices, cupy::interpolate::degree<T>)
