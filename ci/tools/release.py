"""What an index takes, into dist/release: wheels for many Linuxes, source distributions, SBOM, licences, sizes.

    python ci/tools/release.py [--output FOLDER] [--platform TAG] WHEEL ...

Wheels with compiled code are given the oldest manylinux tag that what they use of glibc
allows, and with it whatever library they need besides; `--platform` says which tag is
wanted, and nothing is written when a wheel does not reach it, or when kernels that it has
compiled for processors, which no tag knows of, use more.  Source distributions are made from
the committed files.
"""
import argparse
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import uuid
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import wheels as build_wheels

ROOT = Path(__file__).resolve().parents[2]

#: The most megabytes that a wheel may have on an index.
LIMITS = {"cupy_core": 10, "cupy_cuda_bindings": 100, "cupy_rocm_bindings": 10, "cupy_scipy_ext": 100,
          "cupy_testing": 2}

_TAG = re.compile(r"manylinux_(\d+)_(\d+)")


def repair(wheel, output, platform):
    """The wheel with a manylinux tag; a wheel without compiled code as it is."""
    if wheel.name.endswith("-none-any.whl"):
        return Path(shutil.copy2(wheel, output))
    before = set(output.glob("*.whl"))
    subprocess.run([sys.executable, "-m", "auditwheel", "repair", *(["--plat", platform] if platform else []),
                    "--wheel-dir", str(output), str(wheel)], check=True, stdout=subprocess.DEVNULL)
    made, = set(output.glob("*.whl")) - before
    needed, given = glibc_of_kernels(made), int(_TAG.search(made.name)[2])
    if needed > given:
        raise SystemExit(f"{made.name}: kernels in it use glibc 2.{needed}")
    return made


def glibc_of_kernels(wheel):
    """The minor version of glibc 2 that a wheel's kernels for processors use at least; 0 where it has none."""
    spec = importlib.util.spec_from_file_location("pack", ROOT / "packages/core/src/cupy/_runtime/pack.py")
    pack = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pack)
    found = {0}
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        for name in archive.namelist():
            if name.endswith(".pack") and Path(name).stem.startswith(("x86-64", "aarch64")):
                kernels = pack.Pack(archive.extract(name, folder))
                for key in kernels:
                    found.update(map(int, re.findall(rb"GLIBC_2\.(\d+)", kernels.get(key))))
    return max(found)


def sdist(package, output, built):
    """The source distribution of a package, from the committed files; `built` are wheels that its build may import."""
    needs = [built[f"cupy_{name}".replace("-", "_")] for name in build_wheels.build_needs(package)]
    site = build_wheels.unpack(needs, ROOT / "build" / "sdists" / package.name)
    before = set(output.glob("*.tar.gz"))
    subprocess.run([sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(output), str(package)],
                   env={**os.environ, **site}, check=True, stdout=subprocess.DEVNULL)
    made, = set(output.glob("*.tar.gz")) - before
    return made


def metadata(wheel):
    """The core metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return HeaderParser().parsestr(archive.read(name).decode())


def bundled(wheel):
    """Shared libraries of others that lie in a wheel, as auditwheel puts them there."""
    with zipfile.ZipFile(wheel) as archive:
        return [name for name in archive.namelist() if ".libs/" in name and ".so" in name]


def licence_files(wheel):
    """Names of the licences that a wheel carries."""
    with zipfile.ZipFile(wheel) as archive:
        return [name for name in archive.namelist() if ".dist-info/licenses/" in name]


def component(name, version, kind="library", **more):
    """An entry of a CycloneDX list."""
    purl = f"pkg:pypi/{name}@{version}" if version else f"pkg:pypi/{name}"
    stated = {"version": version} if version else {}
    return {"type": kind, "bom-ref": purl, "name": name, **stated, "purl": purl} | more


def sbom(wheels):
    """A CycloneDX document: our packages with hashes and licences, what they require, what they carry."""
    ours, needed, edges = [], {}, []
    for wheel in wheels:
        about = metadata(wheel)
        entry = component(about["Name"], about["Version"],
                          licenses=[{"expression": about["License-Expression"] or "MIT"}],
                          hashes=[{"alg": "SHA-256", "content": hashlib.sha256(wheel.read_bytes()).hexdigest()}],
                          components=[component(Path(name).name, None, "file") for name in bundled(wheel)])
        ours.append(entry)
        targets = []
        for line in about.get_all("Requires-Dist") or ():
            name = re.match(r"[\w.-]+", line)[0]
            target = f"pkg:pypi/{name}"
            if not name.startswith("cupy-"):
                needed[target] = component(name, None, scope="optional" if "extra ==" in line else "required")
            targets.append(target)
        edges.append({"ref": entry["bom-ref"], "dependsOn": sorted(set(targets))})
    text = json.dumps([entry["hashes"] for entry in ours])
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
            "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}",
            "components": [*ours, *needed.values()], "dependencies": edges}


def packs(wheel):
    """Targets of the kernel packs that a wheel carries."""
    with zipfile.ZipFile(wheel) as archive:
        return sorted(Path(name).stem for name in archive.namelist() if name.endswith(".pack"))


def sizes(wheels, sources):
    """``(text, wrong)``: a table of the files, and which wheel is above its limit."""
    lines, wrong = ["| file | MB | limit | tag | kernels of |", "| --- | --- | --- | --- | --- |"], []
    for path in [*wheels, *sources]:
        size, limit = path.stat().st_size / 1e6, LIMITS.get(path.name.split("-")[0]) if path.suffix == ".whl" else None
        tag = _TAG.search(path.name)
        targets = ", ".join(packs(path)) if path.suffix == ".whl" else ""
        lines.append(f"| {path.name} | {size:.2f} | {limit or ''} | {tag[0] if tag else 'any'} | {targets} |")
        if limit and size > limit:
            wrong.append(f"{path.name} has {size:.1f} MB, {limit} is the limit")
    return "\n".join(lines) + "\n", wrong


def licences(wheels):
    """Text about the licences of what the wheels carry."""
    lines = []
    for wheel in wheels:
        found, inside = licence_files(wheel), bundled(wheel)
        if not found:
            raise SystemExit(f"{wheel.name} carries no licence")
        lines.append(f"{wheel.name}: {metadata(wheel)['License-Expression'] or 'MIT'}, in {', '.join(found)}")
        lines += [f"    carries {name}" for name in inside]
    lines.append("Nothing but the files of this repository is in a wheel, except what is named as carried above.")
    return "\n".join(lines) + "\n"


def main():
    """Make the files; the exit status says whether a wheel is too large."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheels", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "release")
    parser.add_argument("--platform", help="the manylinux tag that every compiled wheel must reach")
    arguments = parser.parse_args()
    output = arguments.output
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    version = (ROOT / "VERSION").read_text().strip()
    wheels = [repair(wheel, output, arguments.platform) for wheel in arguments.wheels]
    for wheel in wheels:
        if metadata(wheel)["Version"] != version:
            raise SystemExit(f"{wheel.name} is not of version {version}")
    packages = sorted(path.parent for path in ROOT.glob("packages/*/pyproject.toml"))
    names = {tomllib.loads((path / "pyproject.toml").read_text())["project"]["name"] for path in packages}
    if names != {metadata(wheel)["Name"] for wheel in wheels}:
        raise SystemExit(f"wheels of {', '.join(sorted(names))} are wanted")
    built = {path.name.split("-")[0]: path for path in wheels}
    sources = [sdist(package, output, built) for package in packages]
    (output / "sbom.cdx.json").write_text(json.dumps(sbom(wheels), indent=1) + "\n")
    (output / "LICENCES.txt").write_text(licences(wheels))
    table, wrong = sizes(wheels, sources)
    (output / "sizes.md").write_text(table)
    shutil.copy2(ROOT / "CHANGELOG.md", output)
    print(table, *wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
