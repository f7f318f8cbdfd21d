"""What the components of the box say - dice, tokens, tracks, cards, leaders - read from a content file."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from dune_env.arrakis.board import AREA_INDEX, CENTRAL, SECTOR_IDS, SIETCH_AREAS
from dune_env.arrakis.entries import Entry, collect_provenance, override, shipped_text, unique_ids
from dune_env.arrakis.packs import pack_text
from dune_env.arrakis.provenance import labels_in, provenance_of

# The order of these names is the numbering that the tables below use.
SIDE_NAMES: Final[list[str]] = ["atreides", "harkonnen"]
GENERIC_LEADERS: Final[list[str]] = ["naib", "bashar"]
GRADE_NAMES: Final[list[str]] = ["regular", "elite", "special_elite"]
RESULT_NAMES: Final[list[str]] = ["leadership", "strategy", "deployment", "mentat", "house"]
BOX_NAMES: Final[list[str]] = ["leadership", "strategy", "deployment", "mentat", "house", "desert_power"]
DESERT_POWER: Final = 5  # of BOX_NAMES
COMBAT_FACE_NAMES: Final[list[str]] = ["hit", "shield", "special"]
MARKER_NAMES: Final[list[str]] = ["kwisatz_haderach", "sand_dwellers", "jihad"]
DECK_NAMES: Final[list[str]] = ["house_atreides", "fremen_ally", "house_harkonnen", "corrino_ally"]
BAN_NAMES: Final[list[str]] = ["choam", "spacing_guild", "landsraad"]
VEHICLE_NAMES: Final[list[str]] = ["harvester", "ornithopter", "carryall"]
WORMSIGN_NAMES: Final[list[str]] = ["sand", "sandworm", "burrowing_sandworm"]
PHASE_NAMES: Final[list[str]] = ["action_resolution", "end_of_round"]
CLAIM_NAMES: Final[list[str]] = ["condition", "perform", "spend_die"]
# Deployment tokens are numbered through these groups.
TOKEN_GROUPS: Final[list[str]] = [
    "atreides_starting",
    "atreides_standard",
    "harkonnen_starting_black",
    "harkonnen_starting_silver",
]
TOKEN_GROUP_SIZES: Final[list[int]] = [8, 8, 6, 6]
TOKEN_GROUP_SIDES: Final[list[int]] = [0, 0, 1, 1]

DECK_SIZE: Final = 18
N_PRESCIENCE: Final = 16
N_OBJECTIVES: Final = 6
N_TACTICAL: Final = 8
N_WORMSIGNS: Final = 16
N_SIETCH_RANKS: Final = 8
N_STATIONS: Final = 6
N_LEADERS: Final = 16
LAST_SPICE_STEP: Final = 5
# What rolls, slots and observations have room for; docs/content.md lists every entry with its range.
MOST_ACTION_DICE: Final = 8
COMBAT_DICE: Final = 6
MOST_SLOTS: Final = 16
MOST_FIGURES: Final = 40
MOST_PIECES: Final = 16
MOST_OF_A_STRIP: Final = 9
MOST_STEPS: Final = 99

LEADER_KEYS: Final[list[str]] = [
    "id", "name", "subfaction", "action_box", "enters", "special", "per_special", "provenance",
]  # fmt: skip


class ContentError(ValueError):
    """A content file with a wrong entry: the message names the entry and what it takes."""


class Content:
    """The facts of one content file, numbered by the name lists above; leaders and cards in file order."""

    source: str
    digest: str
    provenance: dict[str, str]

    # Dice and dashboards, by side.
    action_dice: list[int]
    action_faces: list[list[int]]
    combat_faces: list[int]  # how many of the six faces are hit, shield, special
    combat_dice: int
    result_slots: list[int]
    shared_result_slots: list[int]
    shared_boxes: list[list[int]]  # by deck, for players who share a side
    tank_slots: list[int]

    # Figures and tokens.
    figures: list[list[int]]  # by side: regular, elite, special elite, generic leaders
    vehicles: list[int]
    sandworms: int
    wild_makers: int
    bene_gesserit: int
    wormsigns: list[int]
    sietch_ranks: list[int]
    stations: list[int]  # by marker
    tokens: list[list[int]]  # 28 Deployment tokens: regular, elite, special elite, generic leader

    # Tracks.
    supremacy_last: int
    bene_gesserit_steps: list[int]
    stockpile_last_step: int
    supremacy_entry: list[int]  # by leader: the step on which it enters play, or 0
    prescience_last: int
    desert_leader_step: int
    second_leader_step: int
    atomics_step: int
    spice_rows: list[list[int]]  # by step, 0 unused: dice set aside, harvesters, ornithopters, carryalls

    # Cards.
    tactical: list[list[int]]  # bitmask of Sectors, index into SIETCH_AREAS
    card_ids: list[str]
    card_names: list[str]
    card_deck: list[int]
    card_copies: list[int]
    card_index: dict[str, int]
    prescience_ids: list[str]
    prescience_names: list[str]
    prescience_phase: list[int]
    prescience_claim: list[int]
    prescience_steps: list[list[int]]  # by marker
    objectives: list[list[int]]  # by marker

    # Named Leaders.
    leader_ids: list[str]
    leader_names: list[str]
    leader_side: list[int]
    leader_deck: list[int]
    leader_box: list[int]  # an index into BOX_NAMES, or -1
    leader_strip: list[list[int]]  # for each Special: hits, shields

    def labels(self, path: str) -> list[str]:
        """The labels of the entry at *path*, such as `leaders.chani`: rulebook, components, single and so on."""
        return labels_in(provenance_of(self.provenance, path))

    def is_assumed(self, path: str) -> bool:
        """Whether the entry at *path* is, in part at least, not the published value but one chosen to fit."""
        return "assumed" in self.labels(path)


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


def check_sum(entry: Entry, counts: list[int], total: int) -> None:
    if sum(counts) != total:
        raise ContentError(f"{entry.path}: takes {total} in all, got {sum(counts)}")


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


def read_leaders(content: Content, entry: Entry) -> None:
    leaders = entry.items(N_LEADERS)
    content.leader_ids = unique_ids(leaders)
    content.leader_names = []
    content.leader_deck = []
    content.leader_side = []
    content.leader_box = []
    content.leader_strip = []
    for leader in leaders:
        deck = check_leader(leader)
        content.leader_names.append(leader.get("name").text())
        content.leader_deck.append(deck)
        content.leader_side.append(0 if deck < 2 else 1)
        box = leader.get("action_box")
        content.leader_box.append(-1 if box.value is None else box.choice(BOX_NAMES))
        strip = leader.get("per_special")
        content.leader_strip.append([strip.get(kind).integer(0, MOST_OF_A_STRIP) for kind in ("hits", "shields")])
        if (content.leader_box[-1] == DESERT_POWER) != (leader.get("id").text() == "wild_maker"):
            box.refuse("desert_power for wild_maker and for nobody else")


def check_leader(leader: Entry) -> int:
    """Check the keys of a Named Leader and return the deck of its subfaction."""
    leader.record(LEADER_KEYS)
    leader.get("per_special").record(["hits", "shields"])
    leader.get("enters").text()
    if leader.get("action_box").value is not None:
        leader.get("special").text()
    return leader.get("subfaction").choice(DECK_NAMES)


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


def read_tactical_cards(content: Content, entry: Entry) -> None:
    sietch_ids = [name for area in SIETCH_AREAS for name, index in AREA_INDEX.items() if index == area]
    content.tactical = []
    for card in entry.items(N_TACTICAL):
        card.record(["sector", "sietch"])
        sector = card.get("sector").choice([*SECTOR_IDS, "central"])
        sietch = card.get("sietch").choice(sietch_ids)
        if sietch in [other[1] for other in content.tactical]:
            card.get("sietch").refuse("a Sietch that no other card has")
        content.tactical.append([CENTRAL if sector == len(SECTOR_IDS) else 1 << sector, sietch])


def read_planning_decks(content: Content, entry: Entry) -> None:
    entry.record(DECK_NAMES, ["provenance"])
    cards: list[Entry] = []
    content.card_deck = []
    content.card_copies = []
    for deck, deck_name in enumerate(DECK_NAMES):
        copies: list[int] = []
        for card in entry.get(deck_name).items():
            card.record(["id", "name", "copies", "effect"], ["provenance"]).get("effect").text()
            cards.append(card)
            copies.append(card.get("copies").integer(1, DECK_SIZE))
            content.card_deck.append(deck)
        check_sum(entry.get(deck_name), copies, DECK_SIZE)
        content.card_copies += copies
    content.card_ids = unique_ids(cards)
    content.card_names = [card.get("name").text() for card in cards]
    content.card_index = {name: index for index, name in enumerate(content.card_ids)}


def read_prescience_cards(content: Content, entry: Entry) -> None:
    cards = entry.items(N_PRESCIENCE)
    content.prescience_ids = unique_ids(cards)
    content.prescience_names = []
    content.prescience_phase = []
    content.prescience_claim = []
    content.prescience_steps = []
    for card in cards:
        card.record(["id", "name", "phase", "claim", "requirement", "steps"], ["provenance"])
        card.get("requirement").text()
        content.prescience_names.append(card.get("name").text())
        content.prescience_phase.append(card.get("phase").choice(PHASE_NAMES))
        content.prescience_claim.append(card.get("claim").choice(CLAIM_NAMES))
        steps = card.get("steps").record(MARKER_NAMES)
        content.prescience_steps.append(
            [steps.get(marker).integer(0, content.prescience_last) for marker in MARKER_NAMES]
        )
    half = content.prescience_phase.count(0)
    if half != N_PRESCIENCE // 2:
        raise ContentError(f"{entry.path}: takes 8 cards of each phase, got {half} of action_resolution")


def read_objectives(content: Content, entry: Entry) -> None:
    objectives = entry.items(N_OBJECTIVES)
    unique_ids(objectives)
    content.objectives = []
    for item in objectives:
        item.record(["id", *MARKER_NAMES], ["provenance"])
        content.objectives.append([item.get(marker).integer(0, content.prescience_last) for marker in MARKER_NAMES])


def check_possible_futures(content: Content, entry: Entry) -> None:
    """Check the Possible Futures variant, whose leaders and cards must not clash with the base game's."""
    entry.record(["leaders", "planning_cards"])
    leaders = entry.get("leaders").items()
    cards = entry.get("planning_cards").items()
    for leader in leaders:
        check_leader(leader)
    for card in cards:
        card.record(["id", "name", "copies", "effect", "future"], ["provenance"])
        card.get("copies").integer(1, DECK_SIZE)
        card.get("future").integer(1, 7)
    for index, name in enumerate(unique_ids(leaders)):
        if name in content.leader_ids:
            leaders[index].get("id").refuse("an id that no Leader of the base game has")
    for index, name in enumerate(unique_ids(cards)):
        if name in content.card_index:
            cards[index].get("id").refuse("an id that no card of the base game has")


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
