// thrust::zip_iterator.
#pragma once

#include <thrust/iterator/iterators.hpp>
