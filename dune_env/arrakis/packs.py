"""Content files: shipped packs by name, one's own by path, each laid over the shipped content."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

SUFFIX = ".json"


def pack_names() -> list[str]:
    """The packs that the package ships, each a name for `GameConfig(content=...)`."""
    folder = files("dune_env.arrakis").joinpath("data").joinpath("packs")
    return sorted(item.name[: -len(SUFFIX)] for item in folder.iterdir() if item.name.endswith(SUFFIX))


def pack_text(source: str, error: type[ValueError]) -> str:
    """The text of a shipped pack by name, or of a JSON file by path; a pack's name comes first."""
    if source in pack_names():
        pack = files("dune_env.arrakis").joinpath("data").joinpath("packs").joinpath(source + SUFFIX)
        return pack.read_text(encoding="utf-8")
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:  # ValueError for a text in no encoding and for a path that cannot be
        takes = f"a JSON file that can be read, or one of the packs {', '.join(pack_names())}"
        raise error(f"{source}: takes {takes}, got {problem}") from problem
