"""Rule 6: the same stem everywhere: ROCm's files are named as CUDA's, and tests as what they test."""


def stems(folder):
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.*")
            if path.suffix in (".py", ".pyx", ".cpp", ".hpp") and "__pycache__" not in path.parts}


def check(tree):
    cuda, rocm = tree.src("cuda-bindings"), tree.src("rocm-bindings")
    named = stems(cuda)
    for stem in stems(rocm) - named:
        renamed = stem.replace("hip", "cu").replace("rocm", "cuda")
        if renamed not in named and stem.replace("hiprtc", "nvrtc") not in named:
            yield f"{tree.name(rocm)}/{stem}: cupy_cuda has no file of that name"
    for path in tree.files(".pxd"):
        if not path.with_suffix(".pyx").exists() and "cdef class" in path.read_text():
            yield f"{tree.name(path)}: declares a class, but there is no .pyx of that name"
