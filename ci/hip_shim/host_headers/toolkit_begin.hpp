// Begins a header that stands for one of CUDA's toolkit: what it needs is in the host's simt.hpp.
