// What this machine offers: memory, names.
#pragma once

#include <cstddef>

namespace cupy {
namespace host {

int shown_devices();                                     // CUPY_HOST_DEVICES, else 1; -1 if it is no number up to 32
void usable_memory(size_t *available, size_t *total);    // bytes, within the control group's limit
void processor_name(char *out, size_t size);
void machine_id(unsigned char out[16]);                  // the same in every process, never all zero
size_t last_level_cache();
int processor_level();                                   // of the x86-64 instruction set, 1–4; else 0

}  // namespace host
}  // namespace cupy
