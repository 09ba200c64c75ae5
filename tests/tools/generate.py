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
GENERATED = "*_pb2*.py*"


def generated(root: Path) -> dict[Path, bytes]:
    """What was generated under a folder: relative path -> content."""
    files = (path for path in root.rglob(GENERATED) if path.suffix in {".py", ".pyi"})
    return {path.relative_to(root): path.read_bytes() for path in files}


def generate(proto: Path) -> dict[Path, bytes]:
    """What every .proto under a folder generates; raises SystemExit where protoc refuses one."""
    sources = {path: path.read_text() for path in sorted(proto.rglob("*.proto"))}
    services = [path for path, text in sources.items() if any(line.startswith("service ") for line in text.split("\n"))]
    with tempfile.TemporaryDirectory() as folder:
        run(proto, [*sources], f"--python_out={folder}", f"--mypy_out=quiet:{folder}")
        run(proto, services, f"--grpc_python_out={folder}", f"--mypy_grpc_out=quiet,only_async:{folder}")
        return generated(Path(folder))


def run(proto: Path, sources: list[Path], *outputs: str) -> None:
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    arguments = ["protoc", f"-I{proto}", f"-I{well_known}", *outputs, *map(str, sources)]
    if sources and protoc.main(arguments) != 0:
        sys.exit("protoc refused; nothing was written")


def main(check: bool) -> None:
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    wanted, present = generate(PROTO), generated(PROTO)
    owed = sorted(path for path in wanted.keys() | present.keys() if wanted.get(path) != present.get(path))
    if check and owed:
        sys.exit("stale generated code, run `make proto`:" + "".join(f"\n  {PROTO / path}" for path in owed))
    for path in owed:
        target = PROTO / path
        if path in wanted:
            scratch = target.with_name(target.name + ".new")
            scratch.write_bytes(wanted[path])
            shutil.move(scratch, target)
        else:
            target.unlink()
    print(f"generated code: {len(wanted)} files, {len(owed)} changed")


if __name__ == "__main__":
    main(check="--check" in sys.argv[1:])
