// hipRAND for tests on an NVIDIA GPU: cuRAND, whose generators have other numbers.
#include "library.hpp"

namespace {

constexpr int kStatuses[][2] = {{0, 0}};
shim::Library curand("curand", 1000, kStatuses);

// hiprandRngType_t → curandRngType_t
int generator(int hip) {
    constexpr int kPseudo[] = {100, 101, 121, 141, 142, 161};
    if (hip >= 400 && hip < 406) return kPseudo[hip - 400];
    return hip >= 500 && hip < 505 ? hip - 300 : -1;
}

}  // namespace

HIP hiprandCreateGenerator(void **made, int kind) { return curand("curandCreateGenerator", made, generator(kind)); }
HIP hiprandCreateGeneratorHost(void **made, int kind) { return curand("curandCreateGeneratorHost", made, generator(kind)); }
HIP hiprandDestroyGenerator(void *made) { return curand("curandDestroyGenerator", made); }
HIP hiprandGetVersion(int *version) { return curand("curandGetVersion", version); }
HIP hiprandSetStream(void *made, void *stream) { return curand("curandSetStream", made, stream); }
HIP hiprandSetPseudoRandomGeneratorSeed(void *made, unsigned long long seed) {
    return curand("curandSetPseudoRandomGeneratorSeed", made, seed);
}
HIP hiprandSetGeneratorOffset(void *made, unsigned long long offset) {
    return curand("curandSetGeneratorOffset", made, offset);
}
HIP hiprandSetGeneratorOrdering(void *made, int order) { return curand("curandSetGeneratorOrdering", made, order); }
HIP hiprandSetQuasiRandomGeneratorDimensions(void *made, unsigned count) {
    return curand("curandSetQuasiRandomGeneratorDimensions", made, count);
}
HIP hiprandGenerateSeeds(void *made) { return curand("curandGenerateSeeds", made); }
HIP hiprandGeneratePoisson(void *made, unsigned *out, size_t count, double mean) {
    return curand("curandGeneratePoisson", made, out, count, mean);
}

#define SHIM_PLAIN(name, T) \
    HIP hiprand##name(void *made, T *out, size_t count) { return curand("curand" #name, made, out, count); }
#define SHIM_NORMAL(name, T)                                                                \
    HIP hiprand##name(void *made, T *out, size_t count, T mean, T deviation) {              \
        return curand("curand" #name, made, out, count, mean, deviation);                   \
    }
SHIM_PLAIN(Generate, unsigned)
SHIM_PLAIN(GenerateLongLong, unsigned long long)
SHIM_PLAIN(GenerateUniform, float)
SHIM_PLAIN(GenerateUniformDouble, double)
SHIM_NORMAL(GenerateNormal, float)
SHIM_NORMAL(GenerateNormalDouble, double)
SHIM_NORMAL(GenerateLogNormal, float)
SHIM_NORMAL(GenerateLogNormalDouble, double)
