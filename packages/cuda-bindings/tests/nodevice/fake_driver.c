/* A CUDA driver of two devices that only keeps books, to test the loader without hardware. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local void *current;
static int contexts[2];
static unsigned long long flags_seen;

int fake_cuInit(unsigned int flags) { return flags ? 1 : 0; }
int fake_cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int fake_cuDeviceGetCount(int *count) { return *count = 2, 0; }
int fake_cuDeviceGetAttribute(int *value, int attribute, int device) {
    return *value = 1000 * device + attribute, 0;
}
int fake_cuDeviceGetName(char *text, int size, int device) {
    return snprintf(text, size, "Fake %d", device), 0;
}
int fake_cuDevicePrimaryCtxRetain(void **context, int device) {
    contexts[device]++;
    return *context = &contexts[device], 0;
}
int fake_cuCtxGetCurrent(void **context) { return *context = current, 0; }
int fake_cuCtxSetCurrent(void *context) { return current = context, 0; }
int fake_cuMemAlloc(void **ptr, size_t size) { return current ? (*ptr = malloc(size), 0) : 201; }
int fake_cuMemFree(void *ptr) { return free(ptr), 0; }
int fake_cuModuleGetFunction(void **function, void *module, char *name) { return *function = current, 0; }
int fake_cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned shared, void *stream, void **params, void **extra) {
    return current == function ? 0 : 400;  /* a function is the context that it belongs to */
}
int fake_cuGetErrorName(int status, char **name) { return *name = "FAKE_ERROR", 0; }
int fake_cuGetErrorString(int status, char **text) { return *text = "a fake error", 0; }

int cuGetProcAddress_v2(const char *symbol, void **found, int version, unsigned long long flags, int *result) {
    char name[128];
    flags_seen = flags;
    if (flags == 2 && version < 7000) return 500;
    snprintf(name, sizeof name, "fake_%s", symbol);
    *found = dlsym(RTLD_DEFAULT, name);
    if (!*found) {
        void *self = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
        *found = self ? dlsym(self, name) : NULL;
    }
    return *found ? 0 : 500;
}

/* For the test. */
int retained(int device) { return contexts[device]; }
void *context(int device) { return &contexts[device]; }
unsigned long long flags_asked(void) { return flags_seen; }
void disturb(int device) { current = device < 0 ? NULL : &contexts[device]; }
