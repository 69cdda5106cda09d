// Atomic functions, for every integer type, float and double.
#pragma once

namespace cupy {
namespace simt {

template <class T> struct Same { using type = T; };
template <class T> using same = typename Same<T>::type;     // takes no part in deduction

template <int bytes> struct Bits;
template <> struct Bits<1> { using type = unsigned char; };
template <> struct Bits<2> { using type = unsigned short; };
template <> struct Bits<4> { using type = unsigned; };
template <> struct Bits<8> { using type = unsigned long long; };

// Replaces *p by change(*p); returns what was there.
template <class T, class Change> CUPY_SIMT_INLINE T update(T *p, Change change) {
    using B = typename Bits<sizeof(T)>::type;
    B *bits = reinterpret_cast<B *>(p);
    B old = __atomic_load_n(bits, __ATOMIC_RELAXED), wanted;
    T before, after;
    do {
        __builtin_memcpy(&before, &old, sizeof(T));
        after = change(before);
        __builtin_memcpy(&wanted, &after, sizeof(T));
    } while (!__atomic_compare_exchange_n(bits, &old, wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return before;
}

}  // namespace simt
}  // namespace cupy

#define CUPY_ATOMIC(name, expression)                                                           \
    template <class T> CUPY_SIMT_INLINE T name(T *p, cupy::simt::same<T> value) {               \
        return cupy::simt::update(p, [=](T old) -> T { return expression; });                   \
    }                                                                                           \
    template <class T> CUPY_SIMT_INLINE T name##_block(T *p, cupy::simt::same<T> value) {       \
        return name(p, value);                                                                  \
    }                                                                                           \
    template <class T> CUPY_SIMT_INLINE T name##_system(T *p, cupy::simt::same<T> value) {      \
        return name(p, value);                                                                  \
    }
CUPY_ATOMIC(atomicMin, value < old ? value : old)
CUPY_ATOMIC(atomicMax, old < value ? value : old)
CUPY_ATOMIC(atomicInc, old >= value ? T(0) : T(old + 1))
CUPY_ATOMIC(atomicDec, old == 0 || old > value ? value : T(old - 1))
CUPY_ATOMIC(atomicExch, ((void)old, value))
CUPY_ATOMIC(atomicAdd, T(old + value))
CUPY_ATOMIC(atomicSub, T(old - value))
CUPY_ATOMIC(atomicAnd, T(old & value))
CUPY_ATOMIC(atomicOr, T(old | value))
CUPY_ATOMIC(atomicXor, T(old ^ value))
#undef CUPY_ATOMIC

// One instruction where the machine has it.
#define CUPY_ATOMIC_ADD(T)                                                                                        \
    CUPY_SIMT_INLINE T atomicAdd(T *p, T value) { return __atomic_fetch_add(p, value, __ATOMIC_RELAXED); }       \
    CUPY_SIMT_INLINE T atomicSub(T *p, T value) { return __atomic_fetch_sub(p, value, __ATOMIC_RELAXED); }
CUPY_ATOMIC_ADD(int)
CUPY_ATOMIC_ADD(unsigned)
CUPY_ATOMIC_ADD(long)
CUPY_ATOMIC_ADD(unsigned long)
CUPY_ATOMIC_ADD(long long)
CUPY_ATOMIC_ADD(unsigned long long)
#undef CUPY_ATOMIC_ADD

template <class T>
CUPY_SIMT_INLINE T atomicCAS(T *p, cupy::simt::same<T> expected, cupy::simt::same<T> wanted) {
    using B = typename cupy::simt::Bits<sizeof(T)>::type;
    B old, replacement;
    __builtin_memcpy(&old, &expected, sizeof(T));
    __builtin_memcpy(&replacement, &wanted, sizeof(T));
    __atomic_compare_exchange_n(reinterpret_cast<B *>(p), &old, replacement, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_SEQ_CST);
    __builtin_memcpy(&expected, &old, sizeof(T));
    return expected;
}
template <class T>
CUPY_SIMT_INLINE T atomicCAS_block(T *p, cupy::simt::same<T> expected, cupy::simt::same<T> wanted) {
    return atomicCAS(p, expected, wanted);
}
template <class T>
CUPY_SIMT_INLINE T atomicCAS_system(T *p, cupy::simt::same<T> expected, cupy::simt::same<T> wanted) {
    return atomicCAS(p, expected, wanted);
}
