// The parameter block of copies between a few planes and their items side by side, as channels of images are.
#pragma once

#include "params.hpp"
#include "tuning/one_pass.hpp"

namespace cupy {

struct Interleave {
    const char *items;
    char *output;                     // contiguous, at a multiple of 16 bytes
    long long length;                 // items of a plane
    long long plane, image;           // bytes of the source from one plane to the next, and from image to image
    unsigned to_planes;               // whether the output has planes, or the source
    unsigned shift;                   // a block takes 2^shift vectors of 16 bytes of each plane
    Divider planes;
    Divider tiles;                    // of an image
};

}  // namespace cupy
