// Which threads see what an object of CUDA's library orders: it is the same memory to all of them here.
#pragma once

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

}  // namespace cuda
