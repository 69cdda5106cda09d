// What lies beyond the ends of a line: SciPy's boundary modes.
#pragma once

namespace cupy {
namespace ndimage {

enum Mode { kReflect = 0, kConstant = 1, kNearest = 2, kMirror = 3, kWrap = 4 };

// Index inside [0, length) that stands for i outside of it, or -1 for the constant.
CUPY_CALLED long long beyond(long long i, long long length, int mode) {
    if (mode == kConstant) return -1;
    if (mode == kNearest) return i < 0 ? 0 : length - 1;
    if (length == 1) return 0;
    if (mode == kWrap) {
        i %= length;
        return i < 0 ? i + length : i;
    }
    // Most windows reach beyond one end by less than a length: no division.
    const int edge = mode == kReflect ? 1 : 0;
    const long long close = i < 0 ? -edge - i : 2 * length - 2 + edge - i;
    if (close >= 0 && close < length) return close;
    const long long period = 2 * length - 2 + 2 * edge;
    i %= period;
    if (i < 0) i += period;
    return i < length ? i : period - edge - i;
}

// The same of all modes but the constant's, without a call, where i is near: any other number where it is farther.
CUPY_DEVICE int near_beyond(int i, int length, int mode) {
    const int edge = mode == kReflect ? 1 : 0;
    int close = i < 0 ? -edge - i : 2 * length - 2 + edge - i;
    if (mode == kNearest) close = i < 0 ? 0 : length - 1;
    if (mode == kWrap) close = i < 0 ? i + length : i - length;
    return close;
}

// Index inside [0, length) that stands for any i, or -1 for the constant.
CUPY_DEVICE long long resolve(long long i, long long length, int mode) {
    return i >= 0 && i < length ? i : beyond(i, length, mode);
}

}  // namespace ndimage
}  // namespace cupy
