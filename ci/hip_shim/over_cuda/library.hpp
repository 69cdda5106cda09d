// Calls NVIDIA's libraries for AMD's: opens the one that cupy_cuda finds and turns its statuses into AMD's.
#pragma once

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#include "../python.hpp"

#define HIP extern "C" __attribute__((visibility("default"))) int

namespace shim {

// NVIDIA's library with the name that cupy_cuda.find knows it by; opened at the first call.
class Library {
  public:
    // `statuses` are pairs of NVIDIA's number and AMD's; what they leave out stays as it is.
    template <size_t N>
    Library(const char *name, int missing, const int (&statuses)[N][2])
        : name_(name), missing_(missing), statuses_(statuses), count_(N) {}

    template <class... A> int operator()(const char *function, A... arguments) {
        void *const found = symbol(function);
        return found ? mapped(reinterpret_cast<int (*)(A...)>(found)(arguments...)) : missing_;
    }

    void *symbol(const char *function) {
        static void *const handle = address("cuda_library", name_);
        return handle ? dlsym(handle, function) : nullptr;
    }

  private:
    int mapped(int status) const {
        for (size_t k = 0; k < count_; ++k)
            if (statuses_[k][0] == status) return statuses_[k][1];
        return status;
    }

    const char *name_;
    int missing_;
    const int (*statuses_)[2];
    size_t count_;
};

// hipblasOperation_t, whose numbers hipSOLVER has too.
inline int operation(int hip) { return hip - 111; }

}  // namespace shim
