// Scans of the items of one thread: in thread_reduce.cuh.
#pragma once

#include <cub/thread/thread_reduce.cuh>
