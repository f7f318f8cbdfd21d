"""Whether compiled code is older than its sources, which would play yesterday's rules without a word."""

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

HOME = Path(__file__).parent
COMPILED_PACKAGES = ("engine", "arrakis")
ADVICE = "run make build, or scripts/build.py --clean"


def stale_source() -> Path | None:
    """A source that was changed after it was compiled; None if there is none or nothing is compiled."""
    compiled = HOME / "arrakis" / f"game{EXTENSION_SUFFIXES[0]}"
    if not compiled.exists():
        return None
    built = compiled.stat().st_mtime
    sources = [source for package in COMPILED_PACKAGES for source in (HOME / package).rglob("*.py")]
    agents = [source for source in (HOME.parent / "agents").glob("*.py") if _is_compiled(source)]
    return next((source for source in sources + agents if source.stat().st_mtime > built), None)


def _is_compiled(source: Path) -> bool:
    return source.with_name(source.stem + EXTENSION_SUFFIXES[0]).exists()
