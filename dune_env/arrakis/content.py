"""What the components of the box say - dice, tokens, tracks, cards, leaders - read from a content file."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from dune_env.arrakis.card_facts import (
    check_possible_futures,
    check_sum,
    read_leaders,
    read_objectives,
    read_planning_decks,
    read_prescience_cards,
    read_tactical_cards,
)
from dune_env.arrakis.components import (
    BAN_NAMES,
    BOX_NAMES,
    COMBAT_DICE,
    COMBAT_FACE_NAMES,
    DECK_NAMES,
    GENERIC_LEADERS,
    GRADE_NAMES,
    LAST_SPICE_STEP,
    MARKER_NAMES,
    MOST_ACTION_DICE,
    MOST_FIGURES,
    MOST_PIECES,
    MOST_SLOTS,
    MOST_STEPS,
    N_SIETCH_RANKS,
    N_STATIONS,
    N_WORMSIGNS,
    RESULT_NAMES,
    SIDE_NAMES,
    TOKEN_GROUP_SIDES,
    TOKEN_GROUP_SIZES,
    TOKEN_GROUPS,
    VEHICLE_NAMES,
    WORMSIGN_NAMES,
    Content,
    ContentError,
)
from dune_env.arrakis.entries import Entry, collect_provenance, override, shipped_text
from dune_env.arrakis.packs import pack_text


def build_content(data: dict[str, object], source: str = "shipped") -> Content:
    """Check the facts of a content file and make its tables; raises ContentError naming the entry that is wrong."""
    root = Entry(data, "", ContentError).record(
        [
            "action_dice", "combat_die", "dashboard_slots", "shared_dashboards", "regeneration_tank_slots", "figures",
            "tokens", "deployment_tokens", "tracks", "spice_must_flow", "imperium_bans", "tactical_cards",
            "planning_decks", "prescience_cards", "secret_objectives", "leaders", "possible_futures",
        ],
        ["about", "shorthand", "provenance"],
    )  # fmt: skip
    content = Content()
    content.source = source
    content.digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
    content.provenance = {}
    collect_provenance(content.provenance, data, "")
    read_dice(content, root)
    read_dashboards(content, root)
    read_figures(content, root.get("figures"))
    read_tokens(content, root.get("tokens"))
    read_deployment_tokens(content, root.get("deployment_tokens"))
    read_leaders(content, root.get("leaders"))
    read_tracks(content, root.get("tracks"))
    read_spice(content, root.get("spice_must_flow"))
    root.get("imperium_bans").record(BAN_NAMES, ["provenance"])
    for ban in BAN_NAMES:
        root.get("imperium_bans").get(ban).text()
    read_tactical_cards(content, root.get("tactical_cards"))
    read_planning_decks(content, root.get("planning_decks"))
    read_prescience_cards(content, root.get("prescience_cards"))
    read_objectives(content, root.get("secret_objectives"))
    check_possible_futures(content, root.get("possible_futures"))
    return content


def read_dice(content: Content, root: Entry) -> None:
    dice = root.get("action_dice").record(SIDE_NAMES)
    content.action_dice = []
    content.action_faces = []
    for side in SIDE_NAMES:
        entry = dice.get(side).record(["count", "faces"], ["provenance"])
        content.action_dice.append(entry.get("count").integer(1, MOST_ACTION_DICE))
        content.action_faces.append(entry.get("faces").choices(RESULT_NAMES, 6))
    combat = root.get("combat_die").record(["per_faction", "faces"], ["provenance"])
    content.combat_dice = combat.get("per_faction").integer(COMBAT_DICE, COMBAT_DICE)
    faces = combat.get("faces").choices(COMBAT_FACE_NAMES, 6)
    content.combat_faces = [faces.count(face) for face in range(3)]


def read_dashboards(content: Content, root: Entry) -> None:
    slots = root.get("dashboard_slots").record(
        ["atreides", "harkonnen", "shared_atreides", "shared_harkonnen"], ["provenance"]
    )
    content.result_slots = [slots.get(side).integer(1, MOST_SLOTS) for side in SIDE_NAMES]
    for side, name in enumerate(SIDE_NAMES):
        if content.result_slots[side] * len(RESULT_NAMES) <= content.action_dice[side]:
            slots.get(name).refuse(f"slots for its {content.action_dice[side]} dice and a token, over five results")
    content.shared_result_slots = [slots.get(f"shared_{side}").integer(1, MOST_SLOTS) for side in SIDE_NAMES]
    shared = root.get("shared_dashboards").record(DECK_NAMES, ["provenance"])
    content.shared_boxes = [shared.get(deck).choices(BOX_NAMES) for deck in DECK_NAMES]
    tank = root.get("regeneration_tank_slots").record(SIDE_NAMES, ["provenance"])
    content.tank_slots = [tank.get(side).integer(1, MOST_SLOTS) for side in SIDE_NAMES]


def read_figures(content: Content, entry: Entry) -> None:
    entry.record(SIDE_NAMES + VEHICLE_NAMES + ["sandworm", "wild_maker"], ["provenance"])
    content.figures = []
    for side, generic in zip(SIDE_NAMES, GENERIC_LEADERS):
        kinds = [*GRADE_NAMES, generic]
        figures = entry.get(side).record(kinds)
        # The set-up gives every Sietch a Naib.
        least = [N_SIETCH_RANKS if kind == "naib" else 0 for kind in kinds]
        content.figures.append([figures.get(kind).integer(low, MOST_FIGURES) for kind, low in zip(kinds, least)])
    content.vehicles = [entry.get(vehicle).integer(0, MOST_PIECES) for vehicle in VEHICLE_NAMES]
    content.sandworms = entry.get("sandworm").integer(0, MOST_PIECES)
    content.wild_makers = entry.get("wild_maker").integer(1, 1)


def read_tokens(content: Content, entry: Entry) -> None:
    entry.record(["bene_gesserit", "wormsign", "sietch_ranks", "testing_stations", "family_atomics"])
    content.bene_gesserit = entry.get("bene_gesserit").integer(1, MOST_PIECES)  # the Atreides start with one
    entry.get("family_atomics").integer(3, 3)
    wormsign = entry.get("wormsign").record(WORMSIGN_NAMES, ["provenance"])
    content.wormsigns = [wormsign.get(kind).integer(0, N_WORMSIGNS) for kind in WORMSIGN_NAMES]
    check_sum(wormsign, content.wormsigns, N_WORMSIGNS)
    ranks = entry.get("sietch_ranks").record(["ranks"], ["provenance"]).get("ranks").items(N_SIETCH_RANKS)
    content.sietch_ranks = [rank.integer(1, 3) for rank in ranks]
    stations = entry.get("testing_stations").record(MARKER_NAMES, ["provenance"])
    content.stations = [stations.get(marker).integer(0, N_STATIONS) for marker in MARKER_NAMES]
    check_sum(stations, content.stations, N_STATIONS)


def read_deployment_tokens(content: Content, entry: Entry) -> None:
    """The 28 Deployment tokens; a group may be deployed at once, so the figures must suffice for it."""
    entry.record(TOKEN_GROUPS, ["provenance"])
    kinds = [*GRADE_NAMES, "bashar"]
    content.tokens = []
    for group, size, side in zip(TOKEN_GROUPS, TOKEN_GROUP_SIZES, TOKEN_GROUP_SIDES):
        needed = [0, 0, 0, 0]
        for item in entry.get(group).items(size):
            item.record(kinds)
            token = [item.get(kind).integer(0, MOST_FIGURES) for kind in kinds]
            if sum(token[:3]) == 0:
                item.refuse("at least one Unit")
            content.tokens.append(token)
            needed = [needed[kind] + token[kind] for kind in range(4)]
        for kind in range(4):
            if needed[kind] > content.figures[side][kind]:
                raise ContentError(
                    f"deployment_tokens.{group}: its {kinds[kind]} take at most the "
                    f"{content.figures[side][kind]} figures of {SIDE_NAMES[side]}, got {needed[kind]}"
                )


def read_tracks(content: Content, entry: Entry) -> None:
    entry.record(["supremacy", "prescience"])
    entering = ["thufir_hawat", "feyd_rautha"]
    supremacy = entry.get("supremacy").record(
        ["last", "bene_gesserit_steps", "thufir_hawat_step", "feyd_rautha_step", "stockpile_last_step"], ["provenance"]
    )
    content.supremacy_last = supremacy.get("last").integer(1, MOST_STEPS)
    steps = supremacy.get("bene_gesserit_steps").items()
    content.bene_gesserit_steps = [step.integer(1, content.supremacy_last) for step in steps]
    content.stockpile_last_step = supremacy.get("stockpile_last_step").integer(0, content.supremacy_last)
    content.supremacy_entry = [0] * len(content.leader_ids)
    for name in entering:
        if name not in content.leader_ids:
            raise ContentError(f"leaders.{name}: is missing")
        step = supremacy.get(f"{name}_step").integer(1, content.supremacy_last)
        content.supremacy_entry[content.leader_ids.index(name)] = step
    prescience = entry.get("prescience").record(
        ["last", "desert_leader_step", "alia_step", "atomics_step"], ["provenance"]
    )
    content.prescience_last = prescience.get("last").integer(1, MOST_STEPS)
    content.desert_leader_step = prescience.get("desert_leader_step").integer(1, content.prescience_last)
    content.second_leader_step = prescience.get("alia_step").integer(1, content.prescience_last)
    content.atomics_step = prescience.get("atomics_step").integer(1, content.prescience_last)


def read_spice(content: Content, entry: Entry) -> None:
    rows: list[list[int]] = [[] for _ in range(LAST_SPICE_STEP + 1)]
    for item in entry.items(LAST_SPICE_STEP):
        item.record(["step", "dice_set_aside", "harvesters", "ornithopters", "carryalls"])
        step = item.get("step").integer(1, LAST_SPICE_STEP)
        if rows[step]:
            item.get("step").refuse("a step that no other row has")
        rows[step] = [item.get("dice_set_aside").integer(0, content.action_dice[1])]
        for vehicle, name in enumerate(["harvesters", "ornithopters", "carryalls"]):
            rows[step].append(item.get(name).integer(0, content.vehicles[vehicle]))
    content.spice_rows = rows


LOADED: Final[dict[str, Content]] = {}


def load_content(source: str | None = None) -> Content:
    """The shipped content, or it with the entries of a pack, or of one's own JSON file, in their place.

    Raises ContentError for a file that cannot be read, and for a wrong entry by its name.
    """
    text = pack_text(source, ContentError) if source is not None else ""
    key = f"{source or ''}:{hashlib.sha256(text.encode()).hexdigest()}"
    if key not in LOADED:
        LOADED[key] = build_content(content_facts(source), source or "shipped")
    return LOADED[key]


def content_facts(source: str | None = None) -> dict[str, object]:
    """The facts as the files state them: the shipped ones, overridden by those of *source*."""
    facts: object = json.loads(shipped_text("content.json"))
    if source is not None:
        facts = override(facts, parsed(pack_text(source, ContentError), source), "", ContentError)
    if not isinstance(facts, dict):
        raise ContentError(f"{source}: takes a JSON object, got a {type(facts).__name__}")
    return facts


def parsed(text: str, source: str) -> object:
    try:
        facts: object = json.loads(text)
    except (ValueError, RecursionError) as problem:  # plain ValueError for a number of thousands of digits
        raise ContentError(f"{source}: takes JSON, got {problem}") from problem
    return facts
