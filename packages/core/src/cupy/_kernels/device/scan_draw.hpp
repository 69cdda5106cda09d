// Tiles that wait for others while a kernel runs: blocks draw them in their order.
//
// Whoever has the first tile that is not known yet does not wait, so all go on.  While a block waits for what is before its
// tile, the next one is on its way.
#pragma once

#include "device/registers.hpp"
#include "scan_params.hpp"

namespace cupy {
namespace simt {

// load(x, tile) asks for the items that a thread reads, put(x) brings them to shared memory, and scan(tile, ask) calls ask()
// once other blocks know what they wait for.
template <class In, int N, class Load, class Put, class ScanTile>
CUPY_DEVICE void draw_tiles(const Scan &p, unsigned *ticket, unsigned tiles, const Load &load, const Put &put,
                            const ScanTile &scan) {
    const bool several = p.chunks > 1, first = platform::thread_index() == 0;
    const auto draw = [&] { return platform::add_and_return(static_cast<unsigned *>(p.totals), 1u); };
    unsigned tile = platform::block_index(), drawn = tiles;         // by the first thread, for the time after the next
    if (several) {
        if (first) {
            *ticket = draw();
            drawn = draw();
        }
        platform::barrier();
        tile = *ticket;
    }
    In x[N];
    if (tile < tiles) load(x, tile);
    while (tile < tiles) {
        put(x);
        platform::barrier();
        if (first) *ticket = drawn;
        unsigned next = tiles;
        scan(tile, [&] {
            next = *ticket;
            if (next < tiles) load(x, next);
            if (first) drawn = draw();
        });
        platform::barrier();
        tile = next;
    }
}

}  // namespace simt
}  // namespace cupy
