// thrust::swap.
#pragma once

namespace thrust {

template <class T> void swap(T &a, T &b) {
    const T kept = a;
    a = b;
    b = kept;
}

}  // namespace thrust
