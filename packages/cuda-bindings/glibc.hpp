// Comes before everything that is compiled, so that a module links with what glibc 2.28 and the libstdc++ of GCC 8 have:
// their names are in all newer ones, too, and a wheel runs on older systems than the one that made it.
#pragma once

#include <new>

#if defined(__GLIBC__) && defined(__GLIBCXX__) && (defined(__x86_64__) || defined(__aarch64__))

#ifdef __x86_64__
#define CUPY_SINCE(name, version) __asm__(".symver " #name "," #name "@GLIBC_" version)
#else
#define CUPY_SINCE(name, version) __asm__(".symver " #name "," #name "@GLIBC_2.17")
#endif

// What was in libraries of its own before 2.34 is in libc now, under the old versions too.
CUPY_SINCE(dlopen, "2.2.5");
CUPY_SINCE(dlsym, "2.2.5");
CUPY_SINCE(dlclose, "2.2.5");
CUPY_SINCE(dlerror, "2.2.5");
CUPY_SINCE(dlinfo, "2.3.3");
CUPY_SINCE(dladdr1, "2.3.3");
CUPY_SINCE(pthread_sigmask, "2.2.5");
#undef CUPY_SINCE

__asm__(".symver _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE,"
        "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE@GLIBCXX_3.4.11");

// What headers of newer libraries use and older libraries lack.
extern "C" {
char __libc_single_threaded __attribute__((weak, visibility("hidden"))) = 0;     // counts are always atomic
}
namespace std {
__attribute__((weak, visibility("hidden"), noreturn)) void __throw_bad_array_new_length() {
    throw bad_array_new_length();
}
}  // namespace std

#endif
