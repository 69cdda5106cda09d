// Polynomials of elementary functions; written by ci/tools/elementary_fits.py.
#pragma once

#include "elementary/arithmetic.hpp"

namespace cupy {
namespace elementary {

// (e^r - 1 - r) / r^2 on [-0.3467, 0.3467].
template <class T, class Accuracy = T> CUPY_DEVICE T exp_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.0000000b96dcdp-1, 0x1.555555675b647p-3, 0x1.5554e8e4b096ep-5, 0x1.1110c61c7193dp-7,
                    0x1.6d43517bbba70p-10, 0x1.a151a73cdb417p-13);
    else
        return poly(x, 0x1.0000000000000p-1, 0x1.5555555555557p-3, 0x1.5555555555557p-5, 0x1.11111111100d2p-7,
                    0x1.6c16c16c15a5fp-10, 0x1.a01a01abecf31p-13, 0x1.a01a01a9eda94p-16, 0x1.71de0221ee58cp-19,
                    0x1.27e4d40e7c665p-22, 0x1.af4e09f575337p-26, 0x1.1f7f3b9b968b1p-29);
}

// (2^r - 1) / r on [-0.5, 0.5].
template <class T, class Accuracy = T> CUPY_DEVICE T exp2_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.62e42fef9cc61p-1, 0x1.ebfbe045f992bp-3, 0x1.c6b08da70ef55p-5, 0x1.3b2a1b6c93bd8p-7,
                    0x1.5d8775955631bp-10, 0x1.444003951a36dp-13, 0x1.00c0e6cb3daa7p-16);
    else
        return poly(x, 0x1.62e42fefa39efp-1, 0x1.ebfbdff82c58fp-3, 0x1.c6b08d704a0c6p-5, 0x1.3b2ab6fba4e7bp-7,
                    0x1.5d87fe78a3f9bp-10, 0x1.430912f86ac5bp-13, 0x1.ffcbfc6da72aep-17, 0x1.62c022460191dp-20,
                    0x1.b524ebd0ad040p-24, 0x1.e4cf03ba548ccp-28, 0x1.e9ec20ad87111p-32, 0x1.c4b5b0e7d5bbbp-36);
}

// (e^(2 r) - 1 - 2 r) / (2 r^2) on [-0.1734, 0.1734].
template <class T, class Accuracy = T> CUPY_DEVICE T exp_twice_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.0000000b9c013p+0, 0x1.5555556763639p-1, 0x1.5554e8c49d3bcp-2, 0x1.1110c60646547p-3,
                    0x1.6d437df20cd63p-5, 0x1.a151d5551fc98p-7);
    else
        return poly(x, 0x1.0000000000000p+0, 0x1.5555555555557p-1, 0x1.5555555555557p-2, 0x1.11111111100c9p-3,
                    0x1.6c16c16c15a54p-5, 0x1.a01a01abf231cp-7, 0x1.a01a01a9f2052p-9, 0x1.71de02115031ap-11,
                    0x1.27e4d402d55b5p-13, 0x1.af4e2c82e983dp-16, 0x1.1f7f5124eb2c9p-18);
}

// (log((1 + s) / (1 - s)) - 2 s) / s^3 on [0.0, 0.02944].
CUPY_DEVICE double log_rest(double x) {
    return poly(x, 0x1.5555555555555p-1, 0x1.9999999999a39p-2, 0x1.2492492476acap-2, 0x1.c71c72018cee5p-3,
                    0x1.745cf8f09d88cp-3, 0x1.3b1c394a07465p-3, 0x1.0fbe3343ffe59p-3, 0x1.0c076609d8496p-3);
}

// the same without its first term, / s^2 on [0.0, 0.02944].
CUPY_DEVICE double log_tail(double x) {
    return poly(x, 0x1.999999999999ap-2, 0x1.2492492492522p-2, 0x1.c71c71c6ea6e4p-3, 0x1.745d177abe724p-3,
                    0x1.3b1395c2c6e1cp-3, 0x1.1118cadfa0a17p-3, 0x1.df7c35bc5b7cep-4, 0x1.e03403486deeep-4);
}

// (sin r - r) / r^3 on [0.0, 0.617].
template <class T, class Accuracy = T> CUPY_DEVICE T sin_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, -0x1.555555545e0c0p-3, 0x1.11110def0b292p-7, -0x1.a013a745afd29p-13, 0x1.6dbde8433215fp-19);
    else
        return poly(x, -0x1.5555555555555p-3, 0x1.1111111111110p-7, -0x1.a01a01a019936p-13, 0x1.71de3a54605efp-19,
                    -0x1.ae645412644fap-26, 0x1.61217ebd40fa6p-33, -0x1.ab17a53f4fb0ep-41);
}

// (cos r - 1 + r^2 / 2) / r^4 on [0.0, 0.617].
template <class T, class Accuracy = T> CUPY_DEVICE T cos_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.5555555502ccbp-5, -0x1.6c16bf54c4e25p-10, 0x1.a015c43dab672p-16, -0x1.2524359d6ab74p-22);
    else
        return poly(x, 0x1.5555555555555p-5, -0x1.6c16c16c16c16p-10, 0x1.a01a01a019d0ap-16, -0x1.27e4fb7712bd7p-22,
                    0x1.1eed8deb6bab0p-29, -0x1.9394b9c60d4e3p-37, 0x1.ab7830c1e18c6p-45);
}

// (tan r - r) / r^3 on [0.0, 0.617].
CUPY_DEVICE float tan_rest(float x) {
    return poly(x, 0x1.5555554cba4ecp-2, 0x1.11111ec490033p-3, 0x1.ba14821c5d91ap-5, 0x1.67029b0edcd6fp-6,
                    0x1.19de0bb83ebf3p-7, 0x1.232c81443c661p-8, -0x1.6070a37650c55p-16, 0x1.d79d64851663fp-10);
}

// (atan t - t) / t^3 on [0.0, 0.1716].
template <class T, class Accuracy = T> CUPY_DEVICE T atan_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, -0x1.5555554c594cbp-2, 0x1.99997bc2d68acp-3, -0x1.248a36a2e23e8p-3, 0x1.c57fa3649a5b3p-4,
                    -0x1.615e67ed9043cp-4, 0x1.9e03d293ed898p-5);
    else
        return poly(x, -0x1.5555555555555p-2, 0x1.9999999999955p-3, -0x1.249249248d9b6p-3, 0x1.c71c71c318cb3p-4,
                    -0x1.745d166193f3fp-4, 0x1.3b13933bac3f8p-4, -0x1.110e8e76f6b7fp-4, 0x1.e19a9e8b87dccp-5,
                    -0x1.ac7e574d0fb9cp-5, 0x1.74ee0f79b1174p-5, -0x1.1b5b47e97c90fp-5, 0x1.0b26af24bb6a8p-6);
}

// (asin x - x) / x^3 on [0.0, 0.25].
template <class T, class Accuracy = T> CUPY_DEVICE T asin_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.5555555c6f3fdp-3, 0x1.33331dd41181cp-4, 0x1.6dc14ce8d7e00p-5, 0x1.efe1768822c22p-6,
                    0x1.833c5e7423aa4p-6, 0x1.57c8e0734b5edp-7, 0x1.fd4edcd590146p-6);
    else
        return poly(x, 0x1.5555555555555p-3, 0x1.333333333338dp-4, 0x1.6db6db6dab8c8p-5, 0x1.f1c71c7ab773bp-6,
                    0x1.6e8ba111cbee1p-6, 0x1.1c4efed112cabp-6, 0x1.c990696debaebp-7, 0x1.7b059b3392a26p-7,
                    0x1.3b30e2d3c9943p-7, 0x1.31ebcb0b50780p-7, 0x1.871a6f82ebbb1p-9, 0x1.42c6c63a56585p-6,
                    -0x1.3e98e91fb5af7p-6, 0x1.e739909fa5471p-6);
}

// (sinh x - x) / x^3 on [0.0, 0.25].
template <class T, class Accuracy = T> CUPY_DEVICE T sinh_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.55555583c0487p-3, 0x1.11104047671edp-7, 0x1.a246483522f43p-13);
    else
        return poly(x, 0x1.5555555555555p-3, 0x1.1111111111120p-7, 0x1.a01a01a00ef0ap-13, 0x1.71de3a84a1ea7p-19,
                    0x1.ae63a0757dd6ap-26, 0x1.6267d0d9ab420p-33);
}

// (tanh x - x) / x^3 on [0.0, 0.0676].
template <class T, class Accuracy = T> CUPY_DEVICE T tanh_rest(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, -0x1.5555553df5ee7p-2, 0x1.1110ba4c4bda8p-3, -0x1.b9b6b61897892p-5, 0x1.53688ff4a96b1p-6);
    else
        return poly(x, -0x1.5555555555555p-2, 0x1.111111111104fp-3, -0x1.ba1ba1b9e0b17p-5, 0x1.664f484c17b29p-6,
                    -0x1.226e1c7160021p-7, 0x1.d6c771be147cdp-9, -0x1.7bee10b1d558ap-10, 0x1.158e30b891e7ap-11);
}

// erf(x) / x on [0.0, 1.0].
template <class T, class Accuracy = T> CUPY_DEVICE T erf_ratio(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.20dd74fef2e56p+0, -0x1.81273ea2b37bep-2, 0x1.ce2d184de7d2bp-4, -0x1.b7fb37fbd954ep-6,
                    0x1.54163515240b7p-8, -0x1.a46b3ff4d08a7p-11, 0x1.4a9dab1235699p-14);
    else
        return poly(x, 0x1.20dd750429b6dp+0, -0x1.812746b0379c1p-2, 0x1.ce2f21a040fbfp-4, -0x1.b82ce31204d17p-6,
                    0x1.565bccfa6f4bep-8, -0x1.c02db06ca928fp-11, 0x1.f9a2bee1b1f05p-14, -0x1.f4ca8c11f4161p-17,
                    0x1.b982295083cfcp-20, -0x1.5c14fc0842667p-23, 0x1.d777c51831224p-27, -0x1.acbabf57ef501p-31);
}

// e^(x^2) erfc(x) (1 + 2 x), x = 15/4 (1 + t) / (1 - t), on [-1.0, 0.7639].
template <class T, class Accuracy = T> CUPY_DEVICE T erfc_factor(T x) {
    if constexpr (is_single<Accuracy>)
        return poly(x, 0x1.3ccda0afe79f4p+0, -0x1.1f3677c7a4b82p-3, 0x1.d5f7ab83923b6p-9, 0x1.5101b4dd9c383p-4,
                    -0x1.bdabffc6376dcp-4, 0x1.7a1157294382ap-4, -0x1.e0ac5fc3451a2p-5, 0x1.d0e28ef6a44e8p-6,
                    -0x1.411aa910f0b0dp-7, 0x1.c442a1753ca4ep-10, 0x1.85a0620e5c680p-12, -0x1.05e77187247a2p-12);
    else
        return poly(x, 0x1.3ccda0b5d5dc2p+0, -0x1.1f367683f899bp-3, 0x1.d5f29481598cap-9, 0x1.510169d095d04p-4,
                    -0x1.bda9309a281a0p-4, 0x1.7a14188ab15a7p-4, -0x1.e0d0fa6e0d7c6p-5, 0x1.d0b00377e9be1p-6,
                    -0x1.3f603c3384883p-7, 0x1.cc3a11633ee32p-10, 0x1.33fb26e504fd8p-12, -0x1.303fe39f80e0ap-12,
                    0x1.b1437ac160921p-15, 0x1.779923e54ff22p-16, -0x1.7ff8efb4fb468p-17, -0x1.0734c7905a5dfp-20,
                    0x1.d5587dcf85259p-20, -0x1.99120d397639ap-25, -0x1.0f6a128bb0c0bp-22, 0x1.0b255a7b1a26ep-26,
                    0x1.19ca5cd42c671p-25, -0x1.8cb0b3112c04ep-31, -0x1.4362647dde6c3p-29);
}

// (log(1 + f) / f - 1) / f on [-0.292893, 0.414214].
CUPY_DEVICE float log1p_rest(float x) {
    return poly(x, -0x1.000000002de8fp-1, 0x1.55554e225f4a6p-2, -0x1.fffff444c2e82p-3, 0x1.99a136f86ea6cp-3,
                    -0x1.555f5fb85df6cp-3, 0x1.237dfc1f25537p-3, -0x1.fc044100dc1a4p-4, 0x1.e2dfa46849b17p-4,
                    -0x1.dd7416248953cp-4, 0x1.1c57dafd79c41p-4);
}

// the same to the base 2 on [-0.292893, 0.414214].
CUPY_DEVICE float log2_rest(float x) {
    return poly(x, -0x1.71547652fa6bdp-1, 0x1.ec709360cb8d9p-2, -0x1.71546ddc573a2p-2, 0x1.277c433b665aap-2,
                    -0x1.ec7f1a0c6c379p-3, 0x1.a488c479e14fbp-3, -0x1.6e74def2d72fbp-3, 0x1.5c51d645b0a36p-3,
                    -0x1.5868ed57db6bcp-3, 0x1.9a3872e79758ep-4);
}

// the same to the base 10 on [-0.292893, 0.414214].
CUPY_DEVICE float log10_rest(float x) {
    return poly(x, -0x1.bcb7b152be11dp-3, 0x1.287a6ff62da34p-3, -0x1.bcb7a721d9d9cp-4, 0x1.63ccc4a8c4553p-4,
                    -0x1.28832ed3064c9p-4, 0x1.fa5faa3d3648ep-5, -0x1.b941f3d53d49dp-5, 0x1.a36b2ebdc15ffp-5,
                    -0x1.9eb5f78d19444p-5, 0x1.edf4679177771p-6);
}

// x^(1/3) on [0.5, 4.0].
CUPY_DEVICE double cbrt_near(double x) {
    return poly(x, 0x1.e83b86cd6d169p-2, 0x1.97ce244acb01cp-1, -0x1.84a581a8d1734p-2, 0x1.05e4b98d427aep-3,
                    -0x1.79c2f9a3dc735p-6, 0x1.b74f105ef9c81p-10);
}

// log2(1 + f) / f on [-0.292893, 0.414214].
CUPY_DEVICE double log2_ratio(float f) {
    const double rest = poly(f, -0x1.ec6f2c8db2d67p-3, 0x1.a61b6d4b6fbb2p-3, -0x1.7188efb1ca053p-3,
                    0x1.4821061b04bc9p-3, -0x1.23d5dd81a2ee1p-3, 0x1.0ac09d70e88e1p-3, -0x1.13b0486fad9aep-3,
                    0x1.0f94bf53dfd5cp-3, -0x1.1e281a1321d1ep-4);
    return poly((double)f, 0x1.71547652b598ep+0, -0x1.71547651b51e6p-1, 0x1.ec709de2d59aap-2, -0x1.7154788b8370dp-2,
                    0x1.2776b6fc3c0f2p-2, rest);
}

// 2^(32 j) 2/pi modulo 2^54, as sums of four numbers.
constexpr double kTwoOverPi[32][4] = {
    {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55, -0x1.6447e493ad4cep-109, 0x1.e21c820ff28b2p-163},
    {0x1.45f306dc9c883p+31, -0x1.6b01ec5417056p-23, -0x1.6447e493ad4cep-77, 0x1.e21c820ff28b2p-131},
    {0x1.cc1b727220a95p+53, -0x1.ec54170565912p-7, 0x1.b6c52b3278872p-65, 0x1.07f9458eaf7afp-122},
    {0x1.054a7f09d5f48p+50, -0x1.596447e493ad5p-5, 0x1.93c439041fe51p-60, 0x1.8eaf7aef1586ep-114},
    {0x1.3abe8fa9a6ee0p+53, 0x1.b6c52b3278872p-1, 0x1.07f9458eaf7afp-58, -0x1.d4f246dc8e2dfp-115},
    {0x1.a6ee06db14acdp+53, -0x1.8778df7c035d4p-1, 0x1.d5ef5de2b0db9p-55, 0x1.1b8e909374b80p-110},
    {0x1.14acc9e21c821p+53, -0x1.ae9c5421443aap-8, 0x1.b7246e3a424ddp-64, 0x1.700324977504fp-119},
    {0x1.c820ff28b1d5fp+49, -0x1.443a9e48db91cp-8, -0x1.6f6c8b47fe6dbp-62, -0x1.115f62e6de302p-116},
    {0x1.163abdebbc562p+52, -0x1.236e4716f6c8bp-2, -0x1.1ff9b6d115f63p-56, 0x1.921cfe1deb1cbp-112},
    {0x1.de2b0db92371dp+53, 0x1.09374b801924cp-2, -0x1.15f62e6de301ep-56, -0x1.0a71a76b2c609p-111},
    {0x1.2371d2126e970p+53, 0x1.924bba8274648p-6, 0x1.cfe1deb1cb12ap-60, -0x1.63045df7282b4p-114},
    {0x1.ba5c00c925dd4p+51, 0x1.3a32439fc3bd6p-5, 0x1.cb129a73ee882p-60, 0x1.afa975da24275p-115},
    {0x1.25dd413a3243ap+51, -0x1.e214e34ed658cp-8, -0x1.177dca0ad144cp-64, 0x1.213a671c09ad1p-118},
    {0x1.1921cfe1deb1dp+52, -0x1.3b5963045df73p-2, 0x1.f52ebb4484e9ap-56, -0x1.c7eca5d040df6p-111},
    {0x1.deb1cb129a73fp+52, -0x1.77dca0ad144bbp-4, -0x1.ec598e3f652e8p-58, -0x1.037d8cdc538d0p-113},
    {0x1.4d39f74411afbp+53, -0x1.a28976f62cc72p-1, 0x1.35a2fbf209cc9p-59, -0x1.4e33e566305b2p-115},
    {0x1.1afa975da2427p+49, 0x1.338e04d68befdp-5, -0x1.f633714e33e56p-59, -0x1.8c16c6f740e88p-113},
    {0x1.da24274ce3813p+53, 0x1.68befc827323bp-1, -0x1.c67cacc60b638p-56, 0x1.17e2ef7e4a0ecp-110},
    {0x1.c7026b45f7e41p+52, 0x1.cc8eb1cc1a99dp-3, -0x1.6c6f740e8840ep-61, 0x1.41d8ffc4bffefp-115},
    {0x1.f7e413991d63ap+52, -0x1.f2b3182d8dee8p-2, -0x1.d1081b5f13802p-58, 0x1.2fffbc0b301fep-113},
    {0x1.1d639835339f5p+52, -0x1.8dee81d1081b6p-2, 0x1.d8ffc4bffef03p-59, -0x1.9fc04343b9d29p-114},
    {0x1.339f49c845f8cp+52, -0x1.081b5f13801dap-2, -0x1.0fd33f8086877p-67, -0x1.d297d64b824b2p-122},
    {0x1.17e2ef7e4a0ecp+50, 0x1.ff897ffde0598p-4, 0x1.fde5e2316b415p-61, -0x1.2e092c98130d8p-116},
    {0x1.c941d8ffc4c00p+53, -0x1.0fd33f8086877p-3, -0x1.d297d64b824b2p-58, -0x1.8130d834f648bp-112},
    {0x1.c4bffef02cc08p+53, -0x1.0d0ee74a5f593p-4, 0x1.f6d367ecf27cbp-60, 0x1.36e9e8c7ecd3dp-117},
    {0x1.6603fbcbc462dp+50, 0x1.a0a6d1f6d367fp-4, -0x1.86c1a7b24585dp-59, 0x1.fb34f2ff516bbp-115},
    {0x1.788c5ad053690p+53, -0x1.25930261b069fp-1, 0x1.b74f463f669e6p-56, -0x1.5d28ad8453814p-116},
    {0x1.4da3eda6cfd9ep+51, 0x1.3e584dba7a320p-3, -0x1.32c3402ba515bp-57, -0x1.14e050683a131p-114},
    {0x1.b3f6793e584dcp+53, -0x1.61738132c3403p-1, 0x1.16ba93dd63f5fp-55, 0x1.7c5ecf41ce7dep-110},
    {0x1.6136e9e8c7ecdp+51, 0x1.e5fea2d7527bbp-4, -0x1.c0a0d0742617cp-59, -0x1.8c10eb5ada2b3p-113},
    {0x1.8fd9a797fa8b6p+50, -0x1.5b08a7028341dp-5, -0x1.30be31821d6b6p-62, 0x1.2ea6bfb5fb120p-116},
    {0x1.fea2d7527bac8p+52, -0x1.41a0e84c2f8c6p-4, -0x1.0eb5ada2b2809p-61, -0x1.0277039517bd5p-115},
};

}  // namespace elementary
}  // namespace cupy
