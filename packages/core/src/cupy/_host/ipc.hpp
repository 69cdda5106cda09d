// Memory of the host's devices that several processes see.
#pragma once

#include <cstddef>

namespace cupy {
namespace host {

// Of memory.cpp: the allocation with pages of its own that an address is in; and one that was mapped by others.
bool mapped_block(void *pointer, void **base, size_t *size);
int adopt_mapping(void *base, size_t size);

// The allocation ends: its file is closed, and lives as long as other processes have it.
void forget_shared(void *base);

}  // namespace host
}  // namespace cupy
