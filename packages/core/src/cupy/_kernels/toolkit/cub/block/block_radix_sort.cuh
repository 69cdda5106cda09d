// Sorts of numbers of a block's threads by some of their bits.
#pragma once

#include <cub/block/block_merge_sort.cuh>
#include "types/integers.hpp"
#include "toolkit_begin.hpp"

namespace cub {

// Bits of a number, in the order of the numbers.
template <class K> unsigned long long ordered_bits(K key) {
    using Bits = typename cupy::conditional<sizeof(K) == 8, unsigned long long,
                 typename cupy::conditional<sizeof(K) == 4, unsigned, typename cupy::conditional<
                     sizeof(K) == 2, unsigned short, unsigned char>::type>::type>::type;
    const Bits bits = cupy::platform::bits_as<Bits>(key), top = Bits(Bits(1) << (8 * sizeof(K) - 1));
    if constexpr (!cupy::is_integer<K>::value) return Bits(bits & top ? ~bits : bits | top);
    return cupy::is_signed<K>::value ? Bits(bits ^ top) : bits;
}

template <class K, int X, int items, class V = NullType, int = 4, bool = true, int = 0, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
    using Engine = BlockMergeSort<K, X, items, V, Y, Z>;
    using Places = BlockValues<K, X * Y * Z, items>;

public:
    using TempStorage = typename Engine::TempStorage;

    explicit BlockRadixSort(TempStorage &storage) : engine_(storage) {}

    void Sort(K (&keys)[items], int first = 0, int last = 8 * sizeof(K)) {
        V none[items];
        sort<false>(keys, none, first, last, Places::blocked);
    }
    void Sort(K (&keys)[items], V (&values)[items], int first = 0, int last = 8 * sizeof(K)) {
        sort<false>(keys, values, first, last, Places::blocked);
    }
    void SortDescending(K (&keys)[items], int first = 0, int last = 8 * sizeof(K)) {
        V none[items];
        sort<true>(keys, none, first, last, Places::blocked);
    }
    void SortDescending(K (&keys)[items], V (&values)[items], int first = 0, int last = 8 * sizeof(K)) {
        sort<true>(keys, values, first, last, Places::blocked);
    }
    void SortBlockedToStriped(K (&keys)[items], int first = 0, int last = 8 * sizeof(K)) {
        V none[items];
        sort<false>(keys, none, first, last, Places::striped);
    }
    void SortBlockedToStriped(K (&keys)[items], V (&values)[items], int first = 0, int last = 8 * sizeof(K)) {
        sort<false>(keys, values, first, last, Places::striped);
    }
    void SortDescendingBlockedToStriped(K (&keys)[items], int first = 0, int last = 8 * sizeof(K)) {
        V none[items];
        sort<true>(keys, none, first, last, Places::striped);
    }
    void SortDescendingBlockedToStriped(K (&keys)[items], V (&values)[items], int first = 0,
                                        int last = 8 * sizeof(K)) {
        sort<true>(keys, values, first, last, Places::striped);
    }

private:
    template <bool Descending>
    void sort(K (&keys)[items], V (&values)[items], int first, int last, int (*place)(int)) {
        const unsigned long long mask = (last - first < 64 ? (1ull << (last - first)) - 1 : ~0ull) << first;
        const auto less = [mask](const K &a, const K &b) {
            const auto x = ordered_bits(a) & mask, y = ordered_bits(b) & mask;
            return Descending ? y < x : x < y;
        };
        engine_.Sort(keys, values, less, X * Y * Z * items, place);
    }

    Engine engine_;
};

}  // namespace cub

#include "toolkit_end.hpp"
