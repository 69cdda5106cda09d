// hipRAND for tests on the CPU: functions with floating-point parameters, which the words of libraries.cpp cannot carry.
#include <string.h>

#include "libraries.cpp"

namespace {

template <class... Reals> int forward_reals(const char *name, void *generator, void *out, size_t count, Reals... reals) {
    unsigned long long words[3 + sizeof...(Reals)] = {reinterpret_cast<size_t>(generator), reinterpret_cast<size_t>(out),
                                                      count};
    const double wide[] = {reals...};
    memcpy(words + 3, wide, sizeof wide);
    return forward(name, words);
}

}  // namespace

#define SHIM_NORMAL(name, T)                                                                                          \
    extern "C" __attribute__((visibility("default"))) int name(void *generator, T *out, size_t count, T mean, T deviation) { \
        return forward_reals(#name, generator, out, count, double(mean), double(deviation));                          \
    }
SHIM_NORMAL(hiprandGenerateNormal, float)
SHIM_NORMAL(hiprandGenerateNormalDouble, double)
SHIM_NORMAL(hiprandGenerateLogNormal, float)
SHIM_NORMAL(hiprandGenerateLogNormalDouble, double)

extern "C" __attribute__((visibility("default"))) int hiprandGeneratePoisson(void *generator, unsigned *out, size_t count,
                                                                              double mean) {
    return forward_reals("hiprandGeneratePoisson", generator, out, count, mean);
}
