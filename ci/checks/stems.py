"""Rule 6: the same stem everywhere: ROCm's files are named as CUDA's, and tests as what they test."""

#: What only HIP needs.  May only shrink.
ROCM_ALONE = {
    "architectures": "hipRTC aborts for an architecture that it does not know",
    "child": "so hipRTC runs in a process of its own where there is no device",
    "code_object": "reads what hipRTC says of a kernel, for the check of all kernels",
    "kernels/cuda_names": "CUDA's names for users' kernels",
    "libs/hipblas": "functions by CUDA's names, which NVIDIA's are found in nvmath.bindings",
    "libs/hiprand": "the same",
    "libs/hipsparse": "the same",
}


def stems(folder):
    return {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.*")
            if path.suffix in (".py", ".pyx", ".cpp", ".hpp") and "__pycache__" not in path.parts}


def check(tree):
    cuda, rocm = tree.src("cuda-bindings"), tree.src("rocm-bindings")
    named = stems(cuda)
    for stem in stems(rocm) - named - ROCM_ALONE.keys():
        renamed = stem.replace("hip", "cu").replace("rocm", "cuda")
        if renamed not in named and stem.replace("hiprtc", "nvrtc") not in named:
            yield f"{tree.name(rocm)}/{stem}: cupy_cuda has no file of that name"
    for path in tree.files(".pxd"):
        if not path.with_suffix(".pyx").exists() and "cdef class" in path.read_text():
            yield f"{tree.name(path)}: declares a class, but there is no .pyx of that name"
