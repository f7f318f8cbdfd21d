"""Put a trained policy into agents/weights under a name, so that results and `make_agent` can use it.

    python scripts/export_weights.py runs/map/model.zip ppo_map
    python scripts/export_weights.py runs/map/model.zip ppo_map --replace   # the one there is

Writes agents/weights/NAME.pt, the policy alone in half precision, and NAME.yaml with how it was trained and the SHA-256
of the weights as they are loaded. Results are measured with this file, not with the model that it was made from.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from agents.base import MAKERS, WEIGHTS, shipped_policies
from agents.learned import about, load_policy, weights_hash
from agents.training.learner import save_policy

MOST = 4_000_000  # bytes of a file that is shipped


def export(source: Path, name: str, folder: Path = WEIGHTS) -> Path:
    """Write the policy of *source* into *folder* as *name*; the file."""
    import yaml

    told = about(str(source))
    if not told:
        raise ValueError(f"{source}: takes a model with its .yaml file beside it, as scripts/train_ppo.py writes it")
    path = folder / f"{name}.pt"
    with TemporaryDirectory() as scratch:  # a policy that is refused leaves one of the same name as it was
        saved = Path(scratch) / path.name
        save_policy(load_policy(str(source)), saved)
        size = saved.stat().st_size
        if size > MOST:
            raise ValueError(f"{source}: the policy has {size:,} bytes, takes {MOST:,} at most")
        told["sha256"] = weights_hash(load_policy(str(saved)))
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(saved, path)
    path.with_suffix(".yaml").write_text(yaml.safe_dump(told, sort_keys=False))
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="a .zip or .pt file with its .yaml beside it")
    parser.add_argument("name", help="of the agent, in small letters, digits and underscores")
    parser.add_argument("--replace", action="store_true", help="put it in the place of a policy of this name")
    options = parser.parse_args()
    if not options.model.is_file():
        parser.error(f"there is no file {str(options.model)!r}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", options.name) or options.name in (*MAKERS, "mahdi"):
        parser.error(f"name: got {options.name!r}, takes small letters, digits and underscores, and no name in use")
    if options.name in shipped_policies() and not options.replace:
        parser.error(f"name: there is a policy {options.name!r}, --replace puts another in its place")
    try:
        path = export(options.model, options.name)
    except ValueError as error:
        parser.error(str(error))
    print(f"{path.name}: {path.stat().st_size:,} bytes, weights {about(str(path))['sha256']}")


if __name__ == "__main__":
    main()
