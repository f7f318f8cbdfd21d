"""The borders between engine, game, environments and scripts, and of the core rules towards cards and Leaders."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

from dune_env.arrakis.content import load_content
from dune_env.arrakis.saving import rules_digest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "dune_env"
HEAVY = {"numpy", "gymnasium", "pettingzoo", "torch", "stable_baselines3", "sb3_contrib", "PIL", "matplotlib"}


def imports(path: Path) -> set[str]:
    """Every module that a file imports, type-checking imports included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(str(node.module))
    return found


def files(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]
    assert found, folders
    return found


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("path", files("engine"), ids=lambda path: path.name)
def test_the_engine_imports_no_game(path: Path) -> None:
    for module in imports(path):
        assert within(module, "dune_env.engine") or module.split(".")[0] in sys.stdlib_module_names, module


@pytest.mark.parametrize("path", files("arrakis"), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_game_imports_the_engine_only(path: Path) -> None:
    for module in imports(path):
        own = within(module, "dune_env.engine", "dune_env.arrakis")
        assert own or module.split(".")[0] in sys.stdlib_module_names, module


def test_heavy_packages_stay_outside_the_rules() -> None:
    outside = {PACKAGE / "war_for_arrakis_v0.py"}
    for path in PACKAGE.rglob("*.py"):
        if path not in outside and PACKAGE / "envs" not in path.parents:
            heavy = {module.split(".")[0] for module in imports(path)} & HEAVY
            assert not heavy or path == PACKAGE / "__init__.py", f"{path.relative_to(ROOT)} imports {heavy}"


def test_importing_the_rules_imports_nothing_heavy() -> None:
    import subprocess

    code = "import sys; import dune_env.arrakis.game; print(sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(ast.literal_eval(done.stdout))
    assert not loaded & (HEAVY - {"gymnasium", "numpy"}), loaded & HEAVY


@pytest.mark.parametrize("module", ["names", "mahdi.deploy", "mahdi.movement", "leaders.harkonnen"])
def test_programs_have_the_same_numbers_whatever_is_imported_first(module: str) -> None:
    """Observations and fingerprints of positions show these numbers."""
    import subprocess

    code = f"import dune_env.arrakis.{module}; from dune_env.arrakis import saving; print(saving.rules_digest())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == rules_digest()


CORE = sorted((PACKAGE / "arrakis").glob("*.py"))
CONTENT = load_content(None)
NAMES = sorted({*CONTENT.leader_ids, *CONTENT.card_ids} - {"wild_maker"})


# Readers of the data name its entries, and a slot is named after the card that it is for.
NAMED = {
    "content.py": {"thufir_hawat", "feyd_rautha"},
    "features.py": {"truthtrance"},
    "slots.py": {"hawats_scheming"},
}


def words_of(tree: ast.AST) -> set[str]:
    """Names and texts of a file, comments and docstrings aside."""
    documents: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False):
            documents.add(id(node.body[0].value))  # type: ignore[attr-defined]
    words: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id.lower())
        elif isinstance(node, ast.Attribute):
            words.add(node.attr.lower())
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            words.update(re.findall(r"[a-z_]+", node.value.lower()))
    return words


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_core_rules_name_no_card_and_no_leader(path: Path) -> None:
    """The Wild Maker is a figure of the rules; its card alone belongs to the Leaders."""
    named = words_of(ast.parse(path.read_text(encoding="utf-8"))) & set(NAMES)
    assert named <= NAMED.get(path.name, set()), sorted(named)


def test_cards_and_leaders_are_named_where_they_belong() -> None:
    found: set[str] = set()
    for path in files("arrakis/cards", "arrakis/leaders"):
        found |= words_of(ast.parse(path.read_text(encoding="utf-8"))) & set(NAMES)
    assert set(CONTENT.card_ids) - found <= {"hawats_scheming"}
