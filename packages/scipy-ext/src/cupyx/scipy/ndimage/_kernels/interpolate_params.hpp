// What an interpolation is given.
#pragma once

namespace cupy {
namespace ndimage {

constexpr int kInterpolateAxes = 32;
constexpr int kInlineMatrix = 16;
constexpr int kResampleRows = 4;           // pixels below each other that a call of resample.hpp makes

// Axes are either `active`, numbered among themselves, or pass through. The coordinate along active axis a is
//   (x[a] + before[a]) * scale[a] + behind[a]             where there is no matrix,
//   before[a] + sum over b of matrix[a][b] * x[b]         where there is one,
//   coordinates[a][i]                                     where those are given;
// `padding` is added to it.
struct Interpolate {
    const void *input;
    void *output;
    const void *coordinates = nullptr;
    const void *tiles = nullptr;           // the input in tiles of four by four items, one after the other; or null
    const double *device_matrix = nullptr; // a matrix that does not fit below
    long long count;
    long long shape[kInterpolateAxes];     // of the output
    long long length[kInterpolateAxes];    // of the input, along each active axis
    long long stride[kInterpolateAxes];    // items between neighbours of the input, along each axis of the output
    long long step[kInterpolateAxes];      // and along each active axis
    int number[kInterpolateAxes];          // of the axis among the active, or -1
    int ndim, active;
    int order, mode, padding;
    int has_matrix = 0;
    int packs = 0;                         // whether rows of the input may be read 16 bytes at a time
    double before[kInterpolateAxes], scale[kInterpolateAxes], behind[kInterpolateAxes];
    double inline_matrix[kInlineMatrix];
    double constant;
};

// An image of float32 in tiles of four by four; height and width are whole tiles.
struct InTiles {
    const float *input;
    float *output;
    long long count;
    unsigned width;
};

}  // namespace ndimage
}  // namespace cupy
