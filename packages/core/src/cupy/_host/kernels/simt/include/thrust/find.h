// A part of thrust's algorithms.
#pragma once

#include <thrust/algorithms.h>
