// Reads and writes of one thread; the kinds of caching that a program asks for are hints.
#pragma once

#include "toolkit_begin.hpp"

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier = LOAD_DEFAULT, class From> auto ThreadLoad(From from) {
    auto value = *from;
    return value;
}
template <CacheStoreModifier = STORE_DEFAULT, class To, class T> void ThreadStore(To to, T value) { *to = value; }

}  // namespace cub

#include "toolkit_end.hpp"
