"""Device functions of `cupyx.scipy.special`, a header a family."""
