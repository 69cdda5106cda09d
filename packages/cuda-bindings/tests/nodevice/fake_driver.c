/* A CUDA driver of two devices that only keeps books, to test the loader without hardware. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local void *current;
static int contexts[2];
static unsigned long long flags_seen;
static int lacking = 88;                /* an attribute that is 0: whether kernels read any memory of the host */
static void *first;                     /* what is known of memory: one allocation, of device 1 */
static size_t bytes;

int fake_cuInit(unsigned int flags) { return flags ? 1 : 0; }
int fake_cuDriverGetVersion(int *version) { return *version = 13000, 0; }
int fake_cuDeviceGetCount(int *count) { return *count = 2, 0; }
int fake_cuDeviceGetAttribute(int *value, int attribute, int device) {
    return *value = attribute == lacking ? 0 : 1000 * device + attribute, 0;
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
int fake_cuMemAlloc(void **ptr, size_t size) {
    return current ? (*ptr = first = malloc(size), bytes = size, 0) : 201;
}
int fake_cuPointerGetAttributes(unsigned n, int *names, void **values, void *ptr) {
    int known = (size_t)ptr - (size_t)first < bytes;
    for (unsigned i = 0; i < n; i++)    /* 2: type, 8: managed, 9: device */
        *(int *)values[i] = !known ? (names[i] == 9 ? -2 : 0) : names[i] == 2 ? 2 : names[i] == 9;
    return 0;
}
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
void read_anything(void) { lacking = 0; }
void disturb(int device) { current = device < 0 ? NULL : &contexts[device]; }
