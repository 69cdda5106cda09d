"""Paint a photograph with sixteen colours: k-means in plain cupy, and two kernels of one's own.

    python examples/demo/quantise.py [--colours 16] [--image FILE] [--output FILE]

Runs unchanged on a GPU and on the CPU, beside NumPy, and writes one picture: the
photograph, the photograph in the found colours, and the same dithered.
"""
import argparse
import io
import os
import sys
import time
from importlib.metadata import distribution
from pathlib import Path

import numpy
from PIL import Image
from tqdm import tqdm

import cupy

sys.path.insert(0, os.path.dirname(__file__))
import beside  # the two kernels again, in NumPy  # noqa: E402

#: Colour space in which distances mean what they look like (Ottosson 2020), in one kernel; `chroma` weighs hues.
oklab = cupy.ElementwiseKernel(
    "uint8 r, uint8 g, uint8 b, float32 chroma", "float32 lightness, float32 green_red, float32 blue_yellow",
    """
    const float lr = linear(r), lg = linear(g), lb = linear(b);
    const float l = cbrt(0.4122214708f * lr + 0.5363325363f * lg + 0.0514459929f * lb);
    const float m = cbrt(0.2119034982f * lr + 0.6806995451f * lg + 0.1073969566f * lb);
    const float s = cbrt(0.0883024619f * lr + 0.2817188376f * lg + 0.6299787005f * lb);
    lightness = 0.2104542553f * l + 0.7936177850f * m - 0.0040720468f * s;
    green_red = chroma * (1.9779984951f * l - 2.4285922050f * m + 0.4505937099f * s);
    blue_yellow = chroma * (0.0259040371f * l + 0.7827717662f * m - 0.8086757660f * s);
    """,
    "oklab",
    preamble="""
    __device__ inline float linear(unsigned char value) {
        const float c = value / 255.0f;
        return c <= 0.04045f ? c / 12.92f : pow((c + 0.055f) / 1.055f, 2.4f);
    }
    """)

#: Nearest palette entry after a small ordered shift of the lightness; the palette waits in shared memory.
dither = cupy.RawKernel(r"""
extern "C" __global__
void dither(const float *colour, const float *palette, int ncolours, int width, int npixels,
            float strength, unsigned char *chosen)
{
    __shared__ float entry[3 * 256];
    const int bayer[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    for (int i = threadIdx.x; i < 3 * ncolours; i += blockDim.x)
        entry[i] = palette[i];
    __syncthreads();
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= npixels)
        return;
    const int x = p % width, y = p / width;
    const float shift = strength * ((bayer[y % 4 * 4 + x % 4] + 0.5f) / 16 - 0.5f);
    const float l = colour[p] + shift, a = colour[npixels + p], b = colour[2 * npixels + p];
    float least = 1e30f;
    int best = 0;
    for (int i = 0; i < ncolours; ++i) {
        const float dl = l - entry[i], da = a - entry[ncolours + i], db = b - entry[2 * ncolours + i];
        const float distance = dl * dl + da * da + db * db;
        if (distance < least) { least = distance; best = i; }
    }
    chosen[p] = best;
}
""", "dither")


def dithered(colour, palette, width, strength=0.06):
    """Palette index of every pixel, dithered."""
    npixels, ncolours = colour.shape[1], palette.shape[1]
    chosen = cupy.empty(npixels, dtype=cupy.uint8)
    dither(((npixels + 255) // 256,), (256,), (
        colour, palette, numpy.int32(ncolours), numpy.int32(width), numpy.int32(npixels),
        numpy.float32(strength), chosen))
    return chosen


def nearest(points, centres):
    """Number of the nearest centre of each point; both have a row for each coordinate."""
    return ((points[:, None, :] - centres[:, :, None]) ** 2).sum(axis=0).argmin(axis=0)


def means(xp, points, labels, nlabels):
    """Mean of the points of each label, and how many they are."""
    member = labels == xp.arange(nlabels)[:, None]
    count = member.sum(axis=1)
    total = xp.stack([(member * coordinate).sum(axis=1) for coordinate in points])
    return total / xp.maximum(count, 1), count


def kmeans(xp, points, ncolours, rounds):
    """Centres of `ncolours` clusters, and the cluster of each point; `xp` is cupy or numpy."""
    centres = points.mean(axis=1, keepdims=True)
    while centres.shape[1] < ncolours:  # the next one is the point that is farthest from all so far
        distance = ((points[:, None, :] - centres[:, :, None]) ** 2).sum(axis=0).min(axis=0)
        far = int(distance.argmax())
        centres = xp.concatenate([centres, points[:, far:far + 1]], axis=1)
    for _ in tqdm(range(rounds), f"k-means, {xp.__name__}", unit="round", leave=False, mininterval=0.5):
        moved, count = means(xp, points, nearest(points, centres), ncolours)
        centres = xp.where(count > 0, moved, centres).astype(xp.float32)
    return centres, nearest(points, centres)


def photograph():
    """The photograph that comes with scikit-image (NASA, public domain)."""
    return Path(distribution("scikit-image").locate_file("skimage/data/astronaut.png"))


def where():
    """What says which device it is that computes, and why none of another backend."""
    text = io.StringIO()
    cupy.show_config(file=text)
    return "".join(line for line in text.getvalue().splitlines(True) if line.startswith(("backend", "device")))


def timed(function, *arguments):
    """``(seconds, result)`` of a call whose work has ended."""
    start = time.perf_counter()
    result = function(*arguments)
    cupy.cuda.Device().synchronize()
    return time.perf_counter() - start, result


def main():
    """Do it with cupy and with NumPy, compare, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--colours", type=int, default=16, choices=range(2, 257), metavar="2…256")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--image", type=Path, help="another photograph")
    parser.add_argument("--output", type=Path, default=Path("demo-output/quantised.png"))
    options = parser.parse_args()

    print(where(), flush=True)
    host = numpy.asarray(Image.open(options.image or photograph()).convert("RGB"))
    height, width, _ = host.shape
    image = cupy.asarray(host)
    rows = []

    def compare(what, ours, theirs):
        print(f"{what} ...", flush=True)
        first, _ = timed(*ours)
        again, result = timed(*ours)
        numpys, expected = timed(*theirs)
        rows.append((what, first, again, numpys))
        return result, expected

    channels, host_channels = image.reshape(-1, 3).T, host.reshape(-1, 3).T
    lab, host_lab = compare("colour space (ElementwiseKernel)",
                            (oklab, *channels, 2), (beside.oklab, *host_channels, 2))
    lab, host_lab = cupy.stack(lab), numpy.stack(host_lab)
    numpy.testing.assert_allclose(cupy.asnumpy(lab), host_lab, atol=1e-4)

    (centres, labels), (host_centres, _) = compare(
        f"k-means, {options.rounds} rounds (plain cupy)",
        (kmeans, cupy, lab, options.colours, options.rounds),
        (kmeans, numpy, host_lab, options.colours, options.rounds))
    print(f"largest distance of a centre from NumPy's: {abs(cupy.asnumpy(centres) - host_centres).max():.1e}")

    chosen, expected = compare("dithering (RawKernel)", (dithered, lab, centres, width),
                               (beside.dithered, host_lab, cupy.asnumpy(centres), width))
    print(f"dithered pixels that differ from NumPy's: {(cupy.asnumpy(chosen) != expected).mean():.3%}")

    print(f"\n{'seconds':36s} {'first':>8s} {'again':>8s} {'NumPy':>8s} {'ratio':>7s}")
    for what, first, again, numpys in rows:
        print(f"{what:36s} {first:8.4f} {again:8.4f} {numpys:8.4f} {numpys / again:6.1f}x")

    palette = cupy.rint(means(cupy, channels.astype("float32"), labels, options.colours)[0]).T.astype(cupy.uint8)
    flat, speckled = (cupy.asnumpy(palette[index]).reshape(height, width, 3) for index in (labels, chosen))
    strip = cupy.asnumpy(palette)
    strip = strip[strip.sum(axis=1).argsort()][None].repeat(24, axis=0)
    strip = numpy.asarray(Image.fromarray(strip).resize((3 * width + 20, 24), Image.Resampling.NEAREST))
    gap = numpy.full((height, 10, 3), 255, numpy.uint8)
    picture = numpy.concatenate([host, gap, flat, gap, speckled], axis=1)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(numpy.concatenate([picture, strip], axis=0)).save(options.output)
    print(f"\n{options.output.resolve()}: before, {options.colours} colours, dithered; below, the colours")


if __name__ == "__main__":
    main()
