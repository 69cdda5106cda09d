// Ends a header that began with toolkit_begin.hpp.
#pragma clang force_cuda_host_device end
