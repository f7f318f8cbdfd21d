"""Compile the engine, the rules and the agents that think with mypyc, in place: `make build`.

The package plays the same games compiled and interpreted; compiled it is several times faster. Remove the compiled
files with `python scripts/build.py --clean`. Without a C compiler one line says that the package stays interpreted.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools.errors import BaseError, CCompilerError

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("dune_env/engine", "dune_env/arrakis")
# Configurations are pickled, copied and checked field by field, which compiled frozen dataclasses do not allow; they
# are never in a hot path.
INTERPRETED = ("dune_env/arrakis/ruleset.py",)
AGENTS = (
    "odds",
    "reading",
    "atreides_taste",
    "atreides_aims",
    "campaign",
    "errands",
    "card_worth",
    "heuristic",
    "worm_craft",
    "mahdi_ties",
    "desert_choices",
    "heuristic_atreides",
    "harkonnen_aims",
    "heuristic_harkonnen",
    "evaluation",
    "greedy",
    "guides",
    "race",
    "mcts",
)  # of agents/: the modules without torch and numpy in which heuristics and searches spend their time
GROUP = "dune_env"  # the shared library that holds the code is called dune_env__mypyc


def sources() -> list[str]:
    """The modules to compile, relative to the repository."""
    found = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    names = [path.relative_to(ROOT).as_posix() for path in found if path.name != "__init__.py"]
    return [name for name in names if name not in INTERPRETED] + [f"agents/{name}.py" for name in AGENTS]


def library_home() -> Path:
    """Where the shared library must lie to be importable: beside the installed packages."""
    return Path(sysconfig.get_paths()["platlib"])


def clean() -> None:
    """Remove every compiled file, so that the sources are what is imported."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for package in (*PACKAGES, "agents"):
        for path in (ROOT / package).rglob(f"*{suffix}"):
            path.unlink()
    for path in library_home().glob(f"{GROUP}__mypyc*"):
        path.unlink()
    for stamp in Path(sys.prefix).glob("built-*"):  # by which make knows that the build is up to date
        stamp.unlink()


def has_compiler() -> bool:
    """Whether the C compiler that built this Python, or the one that CC names, can be run."""
    compiler = os.environ.get("CC") or (sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(compiler) is not None


def build(optimisation: str) -> None:
    """Compile in a temporary folder and put the results beside the sources."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(ROOT)
        extensions = mypycify(
            ["--strict", *sources()], opt_level=optimisation, group_name=GROUP, target_dir=str(Path(folder, "c"))
        )
        distribution = Distribution({"name": GROUP, "ext_modules": extensions})
        command = distribution.get_command_obj("build_ext")
        command.build_lib = str(Path(folder, "lib"))  # type: ignore[union-attr]
        command.build_temp = str(Path(folder, "temp"))  # type: ignore[union-attr]
        distribution.run_command("build_ext")
        clean()
        for library in Path(folder, "lib").rglob("*"):
            if library.is_dir():
                continue
            relative = library.relative_to(Path(folder, "lib"))
            home = library_home() / relative.name if "__mypyc" in relative.name else ROOT / relative
            shutil.copy2(library, home)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opt", default="3", choices=["0", "1", "2", "3"], help="C optimisation level")
    parser.add_argument("--clean", action="store_true", help="remove the compiled files instead")
    options = parser.parse_args()
    if not options.clean and importlib.util.find_spec("mypyc") is None:
        parser.error("mypyc is not installed: it comes with mypy, pip install -e '.[dev]'; nothing was changed")
    clean()
    if options.clean:
        return
    if not has_compiler():
        print("no C compiler found: the package stays interpreted, which is slower but plays the same games")
        return
    try:
        build(options.opt)
    except (BaseError, CCompilerError) as error:
        clean()
        print(f"compiling failed ({error}): the package stays interpreted, which is slower but plays the same games")
        return
    check = "import dune_env.arrakis.game as g; print('compiled:', g.__file__)"
    subprocess.run([sys.executable, "-c", check], check=True, cwd=ROOT)


if __name__ == "__main__":
    main()
