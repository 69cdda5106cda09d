"""
The price of an option
======================

A call whose payoff depends on the mean of a path has no formula. Monte Carlo with pseudorandom numbers, and with a
Sobol' sequence, whose error falls faster; a European call, which has a formula, says how large the errors are.
"""
import cupy
import matplotlib.pyplot as plt
import numpy
from cupyx.scipy import stats

spot, strike, rate, volatility, years, days = 100.0, 105.0, 0.03, 0.25, 1.0, 16
step = years / days


def payoffs(normals):
    """Discounted payoffs of the Asian and of the European call, for rows of normal numbers."""
    moves = (rate - volatility ** 2 / 2) * step + volatility * step ** 0.5 * normals
    paths = spot * cupy.exp(cupy.cumsum(moves, axis=1))
    gain = cupy.stack((paths.mean(axis=1), paths[:, -1])) - strike
    return numpy.exp(-rate * years) * cupy.maximum(gain, 0)


# %%
# What a European call costs, by Black and Scholes.
d = (numpy.log(spot / strike) + (rate + volatility ** 2 / 2) * years) / (volatility * years ** 0.5)
share, chance = stats.norm.cdf(cupy.array([d, d - volatility * years ** 0.5])).tolist()
exact = spot * share - strike * numpy.exp(-rate * years) * chance

# %%
# Two ways to the same mean. `2 ** m` points are what a Sobol' sequence is balanced for.
counts = 2 ** numpy.arange(6, 18)
random = cupy.random.default_rng(7)
pseudo = payoffs(random.standard_normal((int(counts[-1]), days)))
quasi = payoffs(stats.norm.ppf(stats.qmc.Sobol(days, seed=7).random(int(counts[-1]))))
errors = {}
for name, values in {"pseudorandom": pseudo, "Sobol'": quasi}.items():
    asian, european = (cupy.cumsum(values, axis=1)[:, counts - 1] / cupy.asarray(counts)).get()
    errors[name] = abs(european - exact)
    print(f"{name}: Asian call {asian[-1]:.3f}, European call {european[-1]:.3f}, by the formula {exact:.3f}")

figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
left.hist(pseudo[0][pseudo[0] > 0].get(), bins=80, color="C0")
left.set_title("payoffs of the Asian call that are not zero")
for name, error in errors.items():
    right.loglog(counts, error, "o-", label=name)
right.loglog(counts, 10 / numpy.sqrt(counts), "k:", label="10/√n")
right.set_xlabel("paths")
right.set_title("error of the European call")
right.legend()
plt.show()
