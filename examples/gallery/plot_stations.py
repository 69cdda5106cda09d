"""
A map from weather stations
===========================

Temperatures are known at 400 stations, a tenth of which stand at the same places as others or on one road. The device
triangulates the stations, with exact tests, so that such places need no care; the map is made in three ways.
"""
import cupy
import matplotlib.pyplot as plt

from cupyx.scipy.interpolate import CloughTocher2DInterpolator, LinearNDInterpolator, RBFInterpolator
from cupyx.scipy.spatial import Delaunay

# %%
# The stations
# ------------
# Anywhere in a square of 100 km, forty of them along a straight road, and five that were written down twice.
random = cupy.random.default_rng(3)
stations = 100 * random.random((360, 2))
road = cupy.linspace(0, 1, 40)[:, None] * cupy.array([100.0, 60.0])
stations = cupy.concatenate((stations, road, stations[:5]))


def climate(places):
    """Colder to the north, warm around a town, cold in a valley."""
    x, y = places[..., 0], places[..., 1]
    town = 4 * cupy.exp(-((x - 65) ** 2 + (y - 40) ** 2) / 150)
    valley = 3 * cupy.exp(-((x - 0.5 * y - 10) / 8) ** 2)
    return 15 - 0.05 * y + town - valley


temperatures = climate(stations) + 0.1 * random.standard_normal(len(stations))

# %%
# Their triangles
# ---------------
# Every station is a corner of some triangle, or stands beside its double.
triangles = Delaunay(stations)
print(f"{triangles.nsimplex} triangles of {triangles.npoints} stations, {len(triangles.coplanar)} of which are doubles")

# %%
# Three maps
# ----------
# Planes on triangles, cubics that join smoothly, and a thin plate that smooths the noise.
x = cupy.linspace(0, 100, 300)
places = cupy.stack(cupy.meshgrid(x, x), axis=-1)
maps = {"planes": LinearNDInterpolator(triangles, temperatures)(places),
        "cubics": CloughTocher2DInterpolator(triangles, temperatures)(places)}
apart = cupy.ones(len(stations), bool)
apart[triangles.coplanar[:, 0]] = False                # a thin plate takes each place once
plate = RBFInterpolator(stations[apart], temperatures[apart], smoothing=0.1)
maps["thin plate"] = plate(places.reshape(-1, 2)).reshape(places.shape[:2])

truth = climate(places)
figure, axes = plt.subplots(1, 3, figsize=(12, 4), sharey=True)
for axis, (name, found) in zip(axes, maps.items(), strict=True):
    inside = ~cupy.isnan(found)
    error = float(cupy.sqrt(((found - truth)[inside] ** 2).mean()))
    axis.imshow(found.get(), origin="lower", extent=(0, 100, 0, 100), cmap="coolwarm", vmin=8, vmax=19)
    axis.triplot(*stations.T.get(), triangles.simplices.get(), linewidth=0.2, color="black")
    axis.set_title(f"{name}: off by {error:.2f} degrees")
plt.show()
