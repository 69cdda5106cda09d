// Functions of the C library whose vector forms leave their vectors for items that are not ordinary: one NaN
// costs a scalar call.  These give such items another argument and put the result in place, by masks rather
// than by conditions, from which the compiler would make branches again, or are our own.
#pragma once

namespace cupy {
namespace steady {

constexpr unsigned kSign = 0x80000000u, kInfinity = 0x7f800000u;

CUPY_DEVICE unsigned bits(float x) { return platform::bits_as<unsigned>(x); }
CUPY_DEVICE float real(unsigned x) { return platform::bits_as<float>(x); }

// The result of a bounded function of finite x; NaN otherwise.
template <float f(float)> CUPY_DEVICE float of_finite(float x) {
    const unsigned finite = -unsigned((bits(x) & ~kSign) < kInfinity);
    const unsigned result = bits(f(real(bits(x) & finite)));
    return real((result & finite) | (~kSign & ~finite));
}
CUPY_DEVICE float sin(float x) { return of_finite<::sinf>(x); }
CUPY_DEVICE float cos(float x) { return of_finite<::cosf>(x); }

CUPY_DEVICE float of_range(float x, float low, float high) {
    x = x < high ? x : high;
    return x > low ? x : low;
}

// x with its size no larger than `most`, and its result; NaN stays.
template <float f(float)> CUPY_DEVICE float of_size(float x, float most) {
    const unsigned sign = bits(x) & kSign, size = bits(x) ^ sign, nan = -unsigned(size > kInfinity);
    const unsigned near = size < bits(most) ? size : bits(most);
    return real((bits(f(real(near | sign))) & ~nan) | (bits(x) & nan));
}
CUPY_DEVICE float tanh(float x) { return of_size<::tanhf>(x, 20.0f); }

// x = k ln 2 + r, and a polynomial of r (S. L. Moshier, Cephes: expf); the factor 2^k in two steps, of which the second
// may round to a subnormal number or overflow.
CUPY_DEVICE float exp(float x) {
    constexpr float shift = 12582912.0f;         // rounds to a whole number, which its last bits hold
    const float near = of_range(x, -104.0f, 89.0f), moved = near * 1.44269504f + shift, k = moved - shift;
    const float r = (near - k * 0.693359375f) + k * 2.12194440e-4f;
    float y = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r
               + 1.6666665459e-1f) * r + 5.0000001201e-1f;
    y = (y * (r * r) + r) + 1.0f;
    const int whole = (int)(bits(moved) - bits(shift)), half = whole >> 1;
    y = y * real((unsigned)(half + 127) << 23) * real((unsigned)(whole - half + 127) << 23);
    const unsigned nan = -unsigned((bits(x) & ~kSign) > kInfinity);
    return real((bits(y) & ~nan) | (bits(x) & nan));
}

}  // namespace steady
}  // namespace cupy
