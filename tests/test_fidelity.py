"""docs/fidelity.md is what the content says, and the script tells what a pack changes."""

from __future__ import annotations

import json

from dune_env.arrakis.content import load_content
from dune_env.arrakis.provenance import doubtful_entries
from scripts.fidelity import DOC, NOTES, assumed, changes, note_of, page, report


def test_the_page_is_up_to_date() -> None:
    assert DOC.read_text(encoding="utf-8") == page(), "run: python scripts/fidelity.py --write"


def test_every_doubtful_entry_stands_on_the_page_with_its_labels() -> None:
    content = load_content(None)
    lines = [line for line in page().splitlines() if line.startswith("| `")]
    for path in doubtful_entries(content.provenance):
        found = [line for line in lines if line.startswith(f"| `{path}` ")]
        if path == "prescience_cards":  # what its label says of single cards stands on each of them
            continue
        assert len(found) == 1, path
        assert ", ".join(content.labels(path)) in found[0]


def test_every_note_is_about_a_doubtful_entry() -> None:
    notes = json.loads(NOTES.read_text(encoding="utf-8"))
    doubtful = [*doubtful_entries(load_content(None).provenance), "board"]
    for path, note in notes.items():
        assert any(entry == path or entry.startswith(f"{path}.") for entry in doubtful), path
        assert set(note) in ({"known", "unknown"}, {"as"})
        assert note_of(notes, path)["unknown"]


def test_every_planning_card_stands_on_the_page() -> None:
    text = page()
    assert all(f"| {name} (`" in text for name in load_content(None).card_names)


def test_what_a_pack_changes() -> None:
    assert changes("wormsigns_844") == ["tokens.wormsign.sand: 6 -> 8", "tokens.wormsign.sandworm: 6 -> 4"]
    assert changes("objectives_sum_15")[0] == "secret_objectives.objective_1.kwisatz_haderach: 8 -> 6"
    text = report("wormsigns_844")
    assert "wormsigns_844 changes 2 values:" in text
    assert "tokens.wormsign: total 16: rulebook; split: assumed (8, 4, 4)" in text
    assert report(None).startswith(f"{len(assumed(None))} entries are assumed")
