"""Write docs/charts: ratios, shares of the copy rate, and the sweep, from the tables of performance.md and its folder.

Run before Sphinx (`nox -s docs` does).
"""
import re
import statistics
from pathlib import Path

import matplotlib
from pictures import GREY, STYLE

HERE = Path(__file__).resolve().parent
OUTPUT = HERE / "charts"
OTHERS = ("CuPy", "PyTorch")
MOST = 110      # per cent of a copy that are drawn: what ends early, or writes less than it counts, has more


def families(text):
    """Of each section: its heading, and its rows' times of the libraries over ours."""
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        rows = [[cell.strip() for cell in line.strip("|").split("|")]
                for line in body.splitlines() if line.startswith("|")]
        if not rows or "ours" not in rows[0]:
            continue
        found = {}
        for other in set(OTHERS) & set(rows[0]):
            ours, theirs = rows[0].index("ours"), rows[0].index(other)
            pairs = [(number(row[theirs]), number(row[ours])) for row in rows[2:] if len(row) == len(rows[0])]
            found[other] = [a / b for a, b in pairs if a and b]
        if any(len(ratios) > 2 for ratios in found.values()):
            yield title.partition(", ")[0], found


def number(cell):
    """A time of a table, or None for a dash."""
    try:
        return float(cell.replace(",", ""))
    except ValueError:
        return None


def tables(text):
    """``(heading, rows)`` of every table, the first row its head."""
    heading, rows = "", []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
        else:
            if rows:
                yield heading, [rows[0], *rows[2:]]
                rows = []
            if line.startswith("#"):
                heading = line.lstrip("# ")


def shares(text):
    """``{row: share of the copy rate}`` of the newest table that has one, in per cent."""
    for _, rows in tables(text):
        if "% of copy" in rows[0]:
            at = rows[0].index("% of copy")
            found = {row[0]: number(row[at]) for row in rows[1:] if len(row) > at and number(row[at])}
            if len(found) > 5:
                return found
    return {}


def sweep(text):
    """``(family, cases, 5 %, median)`` of the newest sweep."""
    for _, rows in tables(text):
        if rows[0][:2] == ["family", "cases"]:
            return [(row[0], int(row[1]), float(row[2]), float(row[3])) for row in rows[1:]]
    return []


def above(ax):
    """The legend, where it lies on nothing that is drawn."""
    ax.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, borderaxespad=0)


def draw_ratios(plt, data):
    """A dot for each row, a bar for the median of a family."""
    figure, ax = plt.subplots(figsize=(9, 0.8 + 0.55 * len(data)), layout="constrained")
    for colour, (k, other) in zip(("tab:green", "tab:orange"), enumerate(OTHERS), strict=True):
        for at, (_, found) in enumerate(data):
            ratios = [min(max(ratio, 0.25), 64) for ratio in found.get(other, ())]
            height = at + 0.18 * (2 * k - 1)
            ax.plot(ratios, [height] * len(ratios), ".", color=colour, alpha=0.6, markersize=7, markeredgewidth=0,
                    label=other if at == 0 else None)
            if ratios:
                ax.plot(statistics.median(ratios), height, "|", color=GREY, markersize=11, markeredgewidth=2)
    ax.axvline(1, color=GREY, linewidth=1)
    ax.set_xscale("log", base=2)
    ax.set_xticks([0.25, 0.5, 1, 2, 4, 8, 16, 32, 64],
                  ["¼ or less", "½", "1: as fast", "2", "4", "8", "16", "32", "64 or more"])
    ax.set_yticks(range(len(data)), [title for title, _ in data])
    ax.invert_yaxis()
    ax.grid(axis="x")
    ax.set_xlabel("times as fast as; a dot for each row of the benchmark, a bar for the median")
    above(ax)
    figure.savefig(OUTPUT / "ratios.svg", metadata={"Date": None})


def draw_shares(plt, found):
    """How near each operation is to the speed of memory."""
    rows = sorted(found.items(), key=lambda pair: pair[1])
    figure, ax = plt.subplots(figsize=(9, 1 + 0.2 * len(rows)), layout="constrained")
    ax.barh([name for name, _ in rows], [min(share, MOST) for _, share in rows],
            color=["tab:green" if share >= 90 else "tab:olive" if share >= 70 else "tab:orange" for _, share in rows])
    ax.axvline(100, color=GREY, linewidth=1)
    ax.tick_params(axis="y", labelsize=8)
    ax.margins(y=0.01)
    ax.set_xlabel("bytes a second, per cent of a plain copy's: the roof for what only moves memory")
    figure.savefig(OUTPUT / "roofline.svg", metadata={"Date": None})


def draw_sweep(plt, rows):
    """The floor over the time of random cases: the median of a family, and what nineteen in twenty reach."""
    figure, ax = plt.subplots(figsize=(9, 0.9 + 0.35 * len(rows)), layout="constrained")
    names = [f"{name} ({cases})" for name, cases, _, _ in rows]
    ax.barh(names, [median for *_, median in rows], color="tab:blue", alpha=0.35, label="median")
    ax.barh(names, [low for *_, low, _ in rows], color="tab:blue", label="19 in 20 reach this")
    ax.axvline(1, color=GREY, linewidth=1)
    ax.invert_yaxis()
    ax.set_xlabel("bound of memory over time, random shapes, dtypes and axes; in brackets the number of cases")
    above(ax)
    figure.savefig(OUTPUT / "sweep.svg", metadata={"Date": None})


def main():
    """Draw."""
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update(STYLE | {"svg.hashsalt": "cupy"})
    pages = [(HERE / "performance" / f"{name}.md").read_text() for name in ("scipy", "several-gpus", "arrays")]
    data = [family for page in pages for family in families(page)]
    found, rows = shares("\n".join(pages)), sweep((HERE / "performance.md").read_text())
    if not (data and found and rows):
        raise SystemExit("performance.md lacks times beside CuPy's or PyTorch's, per cents of a copy, or the sweep")
    OUTPUT.mkdir(exist_ok=True)
    draw_ratios(plt, data)
    draw_shares(plt, found)
    draw_sweep(plt, rows)
    print(f"{len(data)} families, {len(found)} shares, {len(rows)} families of the sweep")


if __name__ == "__main__":
    main()
