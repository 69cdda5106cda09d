// Begins a header that stands for one of CUDA's toolkit: what these headers need is in simt.hpp here.
