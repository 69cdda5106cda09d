// The pipeline of one thread, by its other header.
#pragma once

#include <cuda_pipeline.h>
