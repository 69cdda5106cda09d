"""How pictures of these pages look: one file serves the light and the dark scheme.

Nothing is painted behind a picture, and lines and letters have the grey that stands out as much from white as from
the dark scheme's ground (4.3 to 1, as the contrast of WCAG is counted).
"""

GREY = "#7a7a7a"

#: Settings of matplotlib's.
STYLE = {
    **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor", "legend.facecolor"), "none"),
    **dict.fromkeys(("text.color", "axes.labelcolor", "axes.titlecolor", "axes.edgecolor", "xtick.color", "ytick.color",
                     "grid.color", "legend.edgecolor"), GREY),
    "grid.alpha": 0.3,
}
