"""Write docs/charts/ratios.svg: how many times as fast as CuPy and PyTorch the rows of performance.md are.

Run before Sphinx (`nox -s docs` does).
"""
import re
import statistics
from pathlib import Path

import matplotlib

HERE = Path(__file__).resolve().parent
OUTPUT = HERE / "charts" / "ratios.svg"
OTHERS = ("CuPy", "PyTorch")


def families(text):
    """Of each section of the runs on a GPU: its heading, and its rows' times of the libraries over ours."""
    runs = [part for part in re.split(r"^## ", text, flags=re.MULTILINE) if part.startswith("NVIDIA")]
    for section in [part for run in runs for part in re.split(r"^### ", run, flags=re.MULTILINE)[1:]]:
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


def main():
    """Draw."""
    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    plt.rcParams["svg.hashsalt"] = "cupy"
    data = list(families((HERE / "performance.md").read_text()))
    if not data:
        raise SystemExit("performance.md has no tables with our times beside CuPy's or PyTorch's")
    figure, ax = plt.subplots(figsize=(9, 0.8 + 0.55 * len(data)), layout="constrained")
    for colour, (k, other) in zip(("tab:green", "tab:orange"), enumerate(OTHERS), strict=True):
        for at, (_, found) in enumerate(data):
            ratios = [min(max(ratio, 0.25), 64) for ratio in found.get(other, ())]
            height = at + 0.18 * (2 * k - 1)
            ax.plot(ratios, [height] * len(ratios), ".", color=colour, alpha=0.45, markersize=7, markeredgewidth=0,
                    label=other if at == 0 else None)
            if ratios:
                ax.plot(statistics.median(ratios), height, "|", color="black", markersize=11, markeredgewidth=2)
    ax.axvline(1, color="grey", linewidth=1)
    ax.set_xscale("log", base=2)
    ax.set_xticks([0.25, 0.5, 1, 2, 4, 8, 16, 32, 64],
                  ["¼ or less", "½", "1: as fast", "2", "4", "8", "16", "32", "64 or more"])
    ax.set_yticks(range(len(data)), [title for title, _ in data])
    ax.invert_yaxis()
    ax.grid(axis="x", alpha=0.3)
    ax.set_title("times as fast as; a dot for each row of the benchmark, a bar for the median", fontsize=10)
    ax.legend(loc="lower right")
    OUTPUT.parent.mkdir(exist_ok=True)
    figure.savefig(OUTPUT, metadata={"Date": None})
    print(f"{len(data)} families")


if __name__ == "__main__":
    main()
