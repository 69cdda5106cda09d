"""
How sure is a median?
=====================

The bootstrap draws ten thousand samples from a sample: one array operation here, and the distribution of a statistic
that has no formula.
"""
import cupy
import matplotlib.pyplot as plt
from cupyx.scipy import stats

# %%
# Forty measurements with a long tail.
rng = cupy.random.default_rng(8)
sample = cupy.exp(rng.standard_normal(40))
drawn = sample[rng.integers(0, sample.size, (10_000, sample.size))]
statistics = {"mean": drawn.mean(axis=1), "median": cupy.median(drawn, axis=1)}

# %%
# Intervals that hold 95 % of the draws, and a smooth picture of each distribution.
figure, axis = plt.subplots(figsize=(8, 4), layout="constrained")
grid = cupy.linspace(0.5, 3.2, 400)
for name, values in statistics.items():
    low, high = cupy.percentile(values, cupy.array([2.5, 97.5])).get()
    density = stats.gaussian_kde(values[:2000])(grid)
    line, = axis.plot(grid.get(), density.get(), label=f"{name}: {low:.2f} to {high:.2f}")
    axis.fill_between(grid.get(), density.get(), where=((grid > low) & (grid < high)).get(), alpha=0.25,
                      color=line.get_color())
    print(f"{name}: {float(values.mean()):.3f}, 95 % between {low:.3f} and {high:.3f}")
axis.axvline(1, color="0.5", linestyle=":", label="median of what was drawn from")
axis.set(xlabel="value", yticks=[])
axis.legend()
plt.show()
