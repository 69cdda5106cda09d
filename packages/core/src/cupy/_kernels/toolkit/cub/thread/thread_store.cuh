// Writes of one thread: in thread_load.cuh.
#pragma once

#include <cub/thread/thread_load.cuh>
