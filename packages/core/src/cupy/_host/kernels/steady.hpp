// Functions of the C library whose vector forms leave their vectors for items that are not ordinary: one NaN
// costs a scalar call.  These give such items another argument and put the result in place, by masks rather
// than by conditions, from which the compiler would make branches again.
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

// x with its size no larger than `most`, and its result; NaN stays.
template <float f(float)> CUPY_DEVICE float of_size(float x, float most) {
    const unsigned sign = bits(x) & kSign, size = bits(x) ^ sign, nan = -unsigned(size > kInfinity);
    const unsigned near = size < bits(most) ? size : bits(most);
    return real((bits(f(real(near | sign))) & ~nan) | (bits(x) & nan));
}
CUPY_DEVICE float tanh(float x) { return of_size<::tanhf>(x, 20.0f); }

// Near the ends of the range a part of the result is a constant factor: differences of 24 are exact there.
CUPY_DEVICE float exp(float x) {
    const unsigned sign = bits(x) & kSign, size = bits(x) ^ sign, nan = -unsigned(size > kInfinity);
    const bool far = size > bits(86.0f);
    const unsigned part = bits(real(size) - (far ? 24.0f : 0.0f));
    const float y = ::expf(real((part < bits(86.0f) ? part : bits(86.0f)) | sign));
    const float factor = far ? sign ? 3.7751345442790977e-11f : 26489122129.84347f : 1.0f;
    return real((bits(y * factor) & ~nan) | (bits(x) & nan));
}

}  // namespace steady
}  // namespace cupy
