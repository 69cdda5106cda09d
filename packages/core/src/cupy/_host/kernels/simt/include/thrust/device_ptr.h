// Pointers to memory that all threads see.
#pragma once

namespace thrust {
template <class T> using device_ptr = T *;
template <class T> device_ptr<T> device_pointer_cast(T *p) { return p; }
template <class T> T *raw_pointer_cast(T *p) { return p; }
}
