"""Reading the YAML files of settings and plans."""

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
