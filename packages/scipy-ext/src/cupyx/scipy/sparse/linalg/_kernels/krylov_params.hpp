// What a step of a Krylov method is given: vectors that become sums of vectors, dot products, and the rule that makes
// the next scalars of them. Scalars stay on the device, in `state`, by the numbers below.
#pragma once

#include "krylov_common.hpp"

namespace cupy {
namespace krylov {

constexpr int kTerms = 3, kDots = 3;

// A coefficient is the number of a scalar, with these bits.
constexpr int kMinus = 256, kConjugate = 512;

// What a status may be, too: as many steps as are allowed; a matrix that is not symmetric. Else it is SciPy's code.
constexpr int kLimit = 2, kAsymmetric = -100;

// Scalars of every method: one; status; steps; residual.
constexpr int kOne = 0, kStatus = 1, kCount = 2, kNorm = 3, kAtol = 4, kMost = 5, kTiny = 6;
// Those of methods for square systems.
constexpr int kRho = 8, kAlpha = 9, kBeta = 10, kOmega = 11, kProduct = 12, kHalf = 13, kXi = 14, kGamma = 15;
constexpr int kEta = 16, kTheta = 17, kDelta = 18, kEpsilon = 19, kInverseRho = 20, kInverseXi = 21, kFirst = 22;
constexpr int kSecond = 23, kThird = 24, kTau = 25;
// MINRES.
constexpr int kOldBeta = 26, kScale = 27, kDbar = 28, kEpsln = 29, kPhibar = 30, kRhs1 = 31, kRhs2 = 32, kTnorm = 33;
constexpr int kGmax = 34, kGmin = 35, kCosine = 36, kSine = 37, kBeta1 = 38, kRtol = 39, kEps = 40, kPhi = 41;
constexpr int kRoot = 42, kAcond = 43, kGbar = 44, kStop = 45;
// LSQR and LSMR.
constexpr int kDamp = 46, kBtol = 47, kCtol = 48, kBnorm = 49, kAnorm = 50, kArnorm = 51, kXnorm = 52, kR1norm = 53;
constexpr int kR2norm = 54, kDdnorm = 55, kRes2 = 56, kXxnorm = 57, kZ = 58, kCs2 = 59, kSn2 = 60, kRhobar = 61;
constexpr int kWnorm = 62, kInverseAlpha = 63, kInverseBeta = 64, kZeta = 65, kZetabar = 66, kAlphabar = 67;
constexpr int kCbar = 68, kSbar = 69, kBetadd = 70, kBetad = 71, kRhodold = 72, kTautilde = 73, kThetatilde = 74;
constexpr int kD = 75, kMaxrbar = 76, kMinrbar = 77, kNormA2 = 78;
constexpr int kSlots = 80;

constexpr int kNoRule = 0, kCheck = 1, kCgStart = 2, kCgAlpha = 3, kCgResidual = 4, kCgRho = 5, kBicgRho = 6;
constexpr int kBicgAlpha = 7, kStabStart = 8, kStabAlpha = 9, kStabHalf = 10, kStabOmega = 11, kStabResidual = 12;
constexpr int kCgsResidual = 13, kQmrStart = 14, kQmrDelta = 15, kQmrEpsilon = 16, kQmrScale = 17, kQmrCheck = 18;
constexpr int kTfqmrAlpha = 19, kTfqmrTheta = 20, kTfqmrCheck = 21, kTfqmrRho = 22, kMinresAlfa = 23;
constexpr int kMinresBeta = 24, kMinresCheck = 25, kBidiagonalU = 26, kLsqr = 27, kLsqrCheck = 28, kLsmr = 29;
constexpr int kLsmrCheck = 30, kStabBoth = 31;

// Forms of steps that kernels of many steps know, in krylov_forms.hpp.
constexpr int kCgProduct = 1, kStabProduct = 2, kStabHalfway = 3, kBidiagonal = 4, kCgSums = 5, kStabSums = 6;

// out0 = c[0] a0 + c[1] b0 + c[2] d0, then out1 = c[3] a1 + c[4] b1 + c[5] d1, which may have the new items of out0;
// then sums of conj(left) * right.
struct Krylov {
    void *state;
    void *after = nullptr;         // the state once the rule of the launch before is applied; on the host it is `state`
    void *partials;                // kDots wide scalars a block
    const void *found = nullptr;   // those of the launch before
    void *out0 = nullptr;
    const void *a0 = nullptr, *b0 = nullptr, *d0 = nullptr;
    void *out1 = nullptr;
    const void *a1 = nullptr, *b1 = nullptr, *d1 = nullptr;
    const void *left0 = nullptr, *right0 = nullptr;
    const void *left1 = nullptr, *right1 = nullptr;
    const void *left2 = nullptr, *right2 = nullptr;
    long long count;
    int c[2 * kTerms];
    int dots;
    int rule = 0;                  // on the host: of this launch
    int before = 0, before_dots = 0, before_blocks = 0;    // else: of the launch before
    int finish = 0;                // on the host: blocks whose sums are added up
    // Of a step with a product: a1 is then the matrix times c[0] a0 + c[1] b0 + c[2] d0, of which out0, if it is given,
    // has the items of the rows; it is none of those vectors.  out1 is none of them either.
    const void *data = nullptr, *indices = nullptr, *indptr = nullptr;
    long long items = 0, columns = 0;
    int lanes = 1;                 // that take a row
    // Of many steps in one launch: items of a lane that blocks keep in shared memory, 0 if none, and where, in bytes.
    int held = 0, held_at = 0;
    int form = 0;                  // which of those above it has, if any
};

}  // namespace krylov
}  // namespace cupy
