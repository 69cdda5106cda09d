// Memory of one stream: best fit with splitting and merging, and a parking place per recent size.
#pragma once

#include <set>
#include <unordered_set>
#include <vector>

#include "block.hpp"

namespace cupy {

struct Usage {
    size_t used = 0, free = 0, total = 0, free_blocks = 0, largest_free = 0;
};

struct Holder {
    size_t size;
    void *site;
};

// Blocks that are freed go to a quick list, unmerged, of their exact size: a program that
// repeats itself finds them again in a few nanoseconds.  Whatever does not match a block of the quick lists
// is served by best fit (smallest block, lowest address), after the quick lists were merged.
// Small blocks have segments of their own: a few that live long would break up room for large ones.
class Arena {
public:
    Arena(int device, void *stream) : device(device), stream(stream) {}
    Arena(const Arena &) = delete;
    ~Arena() {
        for (Block *b : all_) delete b;
        for (Segment *s : segments_) delete s;
        while (spare_) {
            Block *next = spare_->next;
            delete spare_;
            spare_ = next;
        }
    }

    const int device;
    void *stream;
    void *pool = nullptr;
    bool eager = false;  // no quick lists: freed memory shall go back to the driver

    // A block of the quick list of exactly this size, or null.
    Block *malloc_quick(size_t size) noexcept {
        Guard guard(lock_);
        return pop_quick(size);
    }

    static bool is_small(size_t size) noexcept { return size <= small_block; }

    // A block of at least `size` bytes, or null when a new segment is needed; with `anywhere`, in a
    // segment that is meant for others too.
    Block *malloc(size_t size, bool anywhere = false) {
        Guard guard(lock_);
        if (Block *b = pop_quick(size)) return b;
        merge_quick();
        const bool small = is_small(size);
        if (Block *b = best_fit(free_[small], size)) return b;
        return anywhere ? best_fit(free_[!small], size) : nullptr;
    }

    void free(Block *b) {
        Guard guard(lock_);
        used_ -= b->size;
        --used_blocks_;
        if (eager) return merge(b);
        Parking &place = parking_[slot(b->size)];
        if (place.head && (place.head->size != b->size || place.count >= max_quick)) merge_place(place);
        b->next = place.head;
        b->state = State::quick;
        place.head = b;
        ++place.count;
        quick_bytes_ += b->size;
    }

    // Out of use, but not yet free: another stream may still work on it.
    void set_pending(Block *b) {
        Guard guard(lock_);
        b->state = State::pending;
        used_ -= b->size;
        --used_blocks_;
    }

    void free_pending(Block *b) {
        Guard guard(lock_);
        merge(b);
    }

    // Add a segment and take `size` bytes of it.
    Block *add_segment(char *ptr, size_t segment_size, void *owner, size_t size) {
        Guard guard(lock_);
        Segment *s = new Segment{this, ptr, segment_size, owner, is_small(size)};
        segments_.insert(s);
        total_ += segment_size;
        totals_[s->small] += segment_size;
        Block *b = descriptor();
        b->ptr = ptr;
        b->size = segment_size;
        b->segment = s;
        b->fresh = true;
        return cut(b, size);
    }

    // Detach segments that hold no block in use, in a list; the caller gives them back.
    Segment *detach_idle() {
        Guard guard(lock_);
        merge_quick();
        Segment *list = nullptr;
        for (std::set<Key> &blocks : free_)
            for (auto i = blocks.begin(); i != blocks.end();) {
                Block *b = i->block;
                if (!b->whole_segment()) {
                    ++i;
                    continue;
                }
                i = blocks.erase(i);
                Segment *s = b->segment;
                segments_.erase(s);
                total_ -= s->size;
                totals_[s->small] -= s->size;
                s->next = list;
                list = s;
                retire(b);
            }
        return list;
    }

    Usage usage() {
        Guard guard(lock_);
        merge_quick();
        Usage u;
        u.total = total_;
        u.used = used_;
        u.free = total_ - used_;
        u.free_blocks = all_.size() - used_blocks_;
        for (const std::set<Key> &blocks : free_) {
            for (const Key &key : blocks) u.free_blocks -= key.block->fresh;    // nobody has freed these
            if (!blocks.empty() && blocks.rbegin()->size > u.largest_free) u.largest_free = blocks.rbegin()->size;
        }
        return u;
    }

    size_t total() const noexcept { return total_; }
    // Bytes of the segments that serve such sizes.
    size_t total_for(size_t size) const noexcept { return totals_[is_small(size)]; }
    SpinLock &lock() noexcept { return lock_; }

    // Sizes and sites of all blocks in use; `keep` is called on each site, under the lock.
    std::vector<Holder> holders(void (*keep)(void *)) {
        Guard guard(lock_);
        std::vector<Holder> found;
        for (Block *b : all_)
            if (b->state == State::used) {
                if (b->site) keep(b->site);
                found.push_back({b->size, b->site});
            }
        return found;
    }

private:
    struct Key {
        size_t size;
        Block *block;
        bool operator<(const Key &other) const {
            if (size != other.size) return size < other.size;
            if (!block || !other.block) return !block && other.block;
            return block->ptr < other.block->ptr;
        }
    };
    struct Parking {
        Block *head = nullptr;
        unsigned count = 0;
    };
    static constexpr size_t small_block = 1u << 20;
    static constexpr int places = 512;
    static constexpr unsigned max_quick = 1024;

    static unsigned slot(size_t size) noexcept {
        return (uint32_t(size / granule) * 0x9E3779B1u) >> 23;
    }

    Block *best_fit(std::set<Key> &blocks, size_t size) {
        auto found = blocks.lower_bound(Key{size, nullptr});
        if (found == blocks.end()) return nullptr;
        Block *b = found->block;
        blocks.erase(found);
        return cut(b, size);
    }

    Block *pop_quick(size_t size) noexcept {
        Parking &place = parking_[slot(size)];
        Block *b = place.head;
        if (!b || b->size != size) return nullptr;
        place.head = b->next;
        --place.count;
        quick_bytes_ -= size;
        b->state = State::used;
        used_ += size;
        ++used_blocks_;
        return b;
    }

    void merge_place(Parking &place) {
        Block *b = place.head;
        place = Parking();
        while (b) {
            Block *next = b->next;
            quick_bytes_ -= b->size;
            merge(b);
            b = next;
        }
    }

    void merge_quick() {
        if (quick_bytes_)
            for (Parking &place : parking_)
                if (place.head) merge_place(place);
    }

    // Make a block free, one with its free neighbours.
    void merge(Block *b) {
        std::set<Key> &blocks = free_[b->segment->small];
        if (Block *r = b->right; r && r->state == State::free) {
            blocks.erase(Key{r->size, r});
            absorb(b, r);
        }
        if (Block *l = b->left; l && l->state == State::free) {
            blocks.erase(Key{l->size, l});
            absorb(l, b);
            b = l;
        }
        b->state = State::free;
        blocks.insert(Key{b->size, b});
    }

    void absorb(Block *b, Block *right) {
        b->size += right->size;
        b->right = right->right;
        if (b->right) b->right->left = b;
        retire(right);
    }

    // Hand out the first `size` bytes of a free block; the rest stays free.
    Block *cut(Block *b, size_t size) {
        if (b->size > size) {
            Block *rest = descriptor();
            rest->ptr = b->ptr + size;
            rest->size = b->size - size;
            rest->segment = b->segment;
            rest->left = b;
            rest->right = b->right;
            rest->state = State::free;
            rest->fresh = b->fresh;
            if (rest->right) rest->right->left = rest;
            b->right = rest;
            b->size = size;
            free_[b->segment->small].insert(Key{rest->size, rest});
        }
        b->state = State::used;
        b->fresh = false;
        used_ += b->size;
        ++used_blocks_;
        return b;
    }

    Block *descriptor() {
        Block *b = spare_;
        if (b) {
            spare_ = b->next;
            *b = Block{};
        } else {
            b = new Block{};
        }
        all_.insert(b);
        return b;
    }

    void retire(Block *b) {
        all_.erase(b);
        b->next = spare_;
        spare_ = b;
    }

    SpinLock lock_;
    size_t used_ = 0, used_blocks_ = 0, total_ = 0, quick_bytes_ = 0;
    Parking parking_[places];
    size_t totals_[2] = {0, 0};
    std::set<Key> free_[2];            // of segments for large blocks, and for small ones
    std::unordered_set<Block *> all_;
    std::unordered_set<Segment *> segments_;
    Block *spare_ = nullptr;
};

}  // namespace cupy
