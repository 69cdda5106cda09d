/* A libcufft that computes nothing and writes down how it was called. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char text[1 << 16];
static int plans = 0;
int fail = 0;

static int note(const char *format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
    return fail;
}

const char *calls(void) { return text; }
void forget(void) { text[0] = 0; }

int cufftGetVersion(int *version) { *version = 12003; return 0; }
int cufftCreate(int *plan) { *plan = ++plans; return note("create\n"); }
int cufftDestroy(int plan) { return note("destroy %d\n", plan); }
int cufftSetAutoAllocation(int plan, int automatic) { return note("auto %d %d\n", plan, automatic); }
int cufftSetStream(int plan, void *stream) { return note("stream %d %zu\n", plan, (size_t)stream); }
int cufftSetWorkArea(int plan, void *work) { return note("work %d %zu\n", plan, (size_t)work); }

static void lengths(const char *name, int rank, const long long *n) {
    note(" %s", name);
    for (int i = 0; i < rank; i++) note(" %lld", n[i]);
}

int cufftMakePlanMany64(int plan, int rank, long long *n, long long *inembed, long long istride, long long idist,
                        long long *onembed, long long ostride, long long odist, int type, long long batch,
                        size_t *size) {
    *size = 4096;
    note("make %d", plan);
    lengths("n", rank, n);
    lengths("in", rank, inembed);
    note(" %lld %lld", istride, idist);
    lengths("out", rank, onembed);
    return note(" %lld %lld type %x batch %lld\n", ostride, odist, type, batch);
}

int cufftXtMakePlanMany(int plan, int rank, long long *n, long long *inembed, long long istride, long long idist,
                        int in, long long *onembed, long long ostride, long long odist, int out, long long batch,
                        size_t *size, int computation) {
    *size = 0;
    note("xt %d", plan);
    lengths("n", rank, n);
    note(" %lld %lld %lld %lld", istride, idist, ostride, odist);
    return note(" types %d %d %d batch %lld\n", in, out, computation, batch);
}

#define DIRECTED(name) \
    int name(int plan, void *in, void *out, int way) { \
        return note(#name " %d %zu %zu %d\n", plan, (size_t)in, (size_t)out, way); }
#define REAL(name) \
    int name(int plan, void *in, void *out) { return note(#name " %d %zu %zu\n", plan, (size_t)in, (size_t)out); }

DIRECTED(cufftExecC2C)
DIRECTED(cufftExecZ2Z)
DIRECTED(cufftXtExec)
REAL(cufftExecR2C)
REAL(cufftExecC2R)
REAL(cufftExecD2Z)
REAL(cufftExecZ2D)

int cufftXtSetJITCallback(int plan, const char *name, const void *image, size_t size, int type, void **data) {
    return note("callback %d %s %.*s %d %zu\n", plan, name, (int)size, (const char *)image, type, data ? (size_t)*data : 0);
}
