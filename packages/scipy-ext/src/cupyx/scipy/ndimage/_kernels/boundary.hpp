// What lies beyond the ends of a line: SciPy's boundary modes.
#pragma once

namespace cupy {
namespace ndimage {

enum Mode { kReflect = 0, kConstant = 1, kNearest = 2, kMirror = 3, kWrap = 4 };

// Index inside [0, length) that stands for i, or -1 for the constant.
CUPY_DEVICE long long resolve(long long i, long long length, int mode) {
    if (i >= 0 && i < length) return i;
    if (mode == kConstant) return -1;
    if (mode == kNearest) return i < 0 ? 0 : length - 1;
    if (length == 1) return 0;
    if (mode == kWrap) {
        i %= length;
        return i < 0 ? i + length : i;
    }
    const long long period = mode == kReflect ? 2 * length : 2 * length - 2;
    i %= period;
    if (i < 0) i += period;
    if (mode == kReflect) return i < length ? i : period - 1 - i;
    return i < length ? i : period - i;
}

}  // namespace ndimage
}  // namespace cupy
