"""Generated code: `python -m tests.tools.generate` writes it beside each .proto; `--check` says whether it is fresh."""

import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

import grpc_tools
from grpc_tools import protoc

PROTO = Path("proto")
ROOTS = {PROTO: PROTO, Path("tests"): Path(".")}
"""Where .proto files are, each with the folder that their names, and the modules made of them, count from."""
GENERATED = "*_pb2*.py*"


def generated(root: Path) -> dict[Path, bytes]:
    """What was generated under a folder: relative path -> content."""
    files = (path for path in root.rglob(GENERATED) if path.suffix in {".py", ".pyi"})
    return {path.relative_to(root): path.read_bytes() for path in files}


def generate(proto: Path, root: Path | None = None) -> dict[Path, bytes]:
    """What every .proto under a folder generates, by its place under the root (the folder itself).

    Raises SystemExit where protoc refuses one.
    """
    root = proto if root is None else root
    sources = {path: path.read_text() for path in sorted(proto.rglob("*.proto"))}
    services = [path for path, text in sources.items() if any(line.startswith("service ") for line in text.split("\n"))]
    with tempfile.TemporaryDirectory() as folder:
        run(root, [*sources], f"--python_out={folder}", f"--mypy_out=quiet:{folder}")
        run(root, services, f"--grpc_python_out={folder}", f"--mypy_grpc_out=quiet,only_async:{folder}")
        return generated(Path(folder))


def run(root: Path, sources: list[Path], *outputs: str) -> None:
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    roots = dict.fromkeys((root, PROTO))
    arguments = ["protoc", *(f"-I{path}" for path in roots), f"-I{well_known}", *outputs, *map(str, sources)]
    if sources and protoc.main(arguments) != 0:
        sys.exit("protoc refused; nothing was written")


def main(check: bool) -> None:
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    wanted: dict[Path, bytes] = {}
    present: dict[Path, bytes] = {}
    for folder, root in ROOTS.items():
        wanted |= {root / path: content for path, content in generate(folder, root).items()}
        present |= {folder / path: content for path, content in generated(folder).items()}
    owed = sorted(path for path in wanted.keys() | present.keys() if wanted.get(path) != present.get(path))
    if check and owed:
        sys.exit("stale generated code, run `make proto`:" + "".join(f"\n  {path}" for path in owed))
    for path in owed:
        if path in wanted:
            scratch = path.with_name(path.name + ".new")
            scratch.write_bytes(wanted[path])
            shutil.move(scratch, path)
        else:
            path.unlink()
    print(f"generated code: {len(wanted)} files, {len(owed)} changed")


if __name__ == "__main__":
    main(check="--check" in sys.argv[1:])
