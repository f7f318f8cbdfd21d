"""Files of settings and plans, and folders for what is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml


def read_mapping(path: Path, error: type[ValueError]) -> dict[str, Any]:
    """The mapping that a YAML file holds; *error* names a file that holds none."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, yaml.YAMLError) as problem:
        raise error(f"{path}: takes YAML: {problem}") from problem
    if not isinstance(data, dict):
        raise error(f"{path}: takes a mapping of keys to values, got {data!r}")
    return data


def is_name(text: str) -> bool:
    """Whether a file or folder can have this name: no path, not the folder itself or the one above."""
    return text not in ("", ".", "..") and Path(text).name == text


def check_folder(option: str, path: Path, error: type[ValueError] = ValueError) -> None:
    """*error* where the *path* given for *option* can be no folder, since it leads to or through a file."""
    for part in (path, *path.parents):
        if part.exists():
            if not part.is_dir():
                raise error(f"{option} takes a folder, {str(part)!r} is a file")
            return
