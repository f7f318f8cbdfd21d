"""What Mahdi's combat criteria leave of the Harkonnen's answers inside shared Programs (chapter 42, R-38.5, R-38.6)."""

from __future__ import annotations

from dune_env.arrakis.board import ZONES_OF
from dune_env.arrakis.mahdi.power import FIGURE_VALUES, TOKEN_VALUE, detailed_power
from dune_env.arrakis.mahdi.ties import keep
from dune_env.arrakis.names import ATREIDES, CARRYALL, ELITE, GENERIC, HARKONNEN, LANDSRAAD, REGULAR, SPECIAL
from dune_env.arrakis.pieces import figures, is_deep_desert, leaders, named_leaders, strength
from dune_env.arrakis.planning import discard
from dune_env.arrakis.programs import AREA, BATTLE, CASUALTIES, ROUND_REGISTER, SIDE, TO_AREA, TRIM, WORM_CONSEQUENCE
from dune_env.arrakis.retreat import retreat_areas
from dune_env.arrakis.slots import NO, PICK_BASHAR, PICK_FIGURE, PICK_LEADER, PICK_TOKEN, PICK_ZONE, YES
from dune_env.arrakis.state import HARVESTERS, KNOWN_FACE, PROGRAMS, SIETCHES, State
from dune_env.engine.steps import PROGRAM, STEP


def narrowed_answers(game: State, frame: int, options: list[int]) -> list[int]:
    """The answers that bind Mahdi to the question on top; those without a criterion stay a choice (R-36.3)."""
    program = game.stack[frame + PROGRAM]
    if program == CASUALTIES:
        return casualty(game, frame, options)
    if program == TRIM:
        return weakest(game, options)
    if program == WORM_CONSEQUENCE:
        return rescuers(game, frame, options)
    if program == BATTLE:
        return battle_answers(game, frame, options)
    return options


# --- Hits


def casualty(game: State, frame: int, options: list[int]) -> list[int]:
    """Leaders down to one, Bashars first; Elites; Sardaukar; Regulars; the last Leader before the last Unit."""
    area = game.stack[frame + AREA]
    game.note("R-42.2")
    if not game.rules.elite_falls_without_regular and not game.figure_supply[HARKONNEN * 4 + REGULAR]:
        return casualty_without_figure(game, area, options)
    named = [PICK_LEADER + leader for leader in named_leaders(game, HARKONNEN, area)]
    bashars = figures(game, HARKONNEN, area, GENERIC)
    if leaders(game, HARKONNEN, area) > 1:
        return [PICK_BASHAR] if bashars else named
    for grade in (ELITE, SPECIAL):
        if figures(game, HARKONNEN, area, grade) and not _is_last(game, area, grade):
            return [PICK_FIGURE + grade]
    if leaders(game, HARKONNEN, area) and strength(game, HARKONNEN, area) == 1:
        game.note("R-42.3")
        return [PICK_BASHAR] if bashars else named
    return [PICK_FIGURE + grade for grade in (ELITE, SPECIAL, REGULAR) if PICK_FIGURE + grade in options][:1]


def casualty_without_figure(game: State, area: int, options: list[int]) -> list[int]:
    """What absorbs a Hit where no Elite may, there being no Regular to replace it (Q-A13): down to one Leader first."""
    units = [slot for slot in options if slot < PICK_FIGURE + GENERIC]
    bashars = [slot for slot in options if slot == PICK_BASHAR]
    last_leader = leaders(game, HARKONNEN, area) == 1
    if not units or (not last_leader and len(options) > len(units)) or (last_leader and _last_unit(game, area)):
        return bashars or [slot for slot in options if slot not in units]
    return units[:1]


def _last_unit(game: State, area: int) -> bool:
    return strength(game, HARKONNEN, area) == 1


def _is_last(game: State, area: int, grade: int) -> bool:
    """Whether a Hit on *grade* would take the last Unit, no Regular figure being left to replace it (R-21.4)."""
    return strength(game, HARKONNEN, area) == 1 and not game.figure_supply[HARKONNEN * 4 + REGULAR]


def weakest(game: State, options: list[int]) -> list[int]:
    """Surplus Units go beginning with the weakest; a facedown token is worth as much as a Regular (R-43.5, Q-P21)."""
    values = [TOKEN_VALUE if slot >= PICK_TOKEN else FIGURE_VALUES[slot - PICK_FIGURE] for slot in options]
    return keep(game, "R-43.5", options, [-value for value in values])


# --- the course of a battle


def half_power(game: State, area: int, to: int) -> bool:
    """Whether Mahdi's Legion in *area* has at most half the detailed Combat Power of its opponent (R-42.5, Q-P17)."""
    return 2 * detailed_power(game, HARKONNEN, area) <= detailed_power(game, ATREIDES, to)


def ceases(game: State, frame: int) -> bool:
    """Whether Mahdi, attacking, ceases as a combat round starts, the first one too (R-42.5, Q-P16)."""
    stack = game.stack
    if stack[frame + SIDE] != HARKONNEN:
        return False
    area, to = stack[frame + AREA], stack[frame + TO_AREA]
    if not strength(game, HARKONNEN, area) or not strength(game, ATREIDES, to):
        return False
    opens = PROGRAMS.steps[BATTLE][stack[frame + STEP] - 1].name == "BeginRound" and stack[frame + ROUND_REGISTER] == 1
    if opens and not game.rules.mahdi_may_cease_at_once:
        return False
    if not half_power(game, area, to):
        return False
    game.note("R-42.5")
    return True


def battle_answers(game: State, frame: int, options: list[int]) -> list[int]:
    """Continue unless too weak, never retreat, always advance (R-42.4 to R-42.6, Q-P47); Specials are a choice."""
    steps = PROGRAMS.steps[BATTLE]
    question = steps[game.stack[frame + STEP]].name
    if question == "Continue":
        return [NO] if ceases(game, frame) else [YES]
    if question == "DefenderRetreat":
        game.note("R-42.4")
        return [NO]
    if question == "AdvanceOrStay":
        if not game.rules.mahdi_always_advances and not game.cells[SIETCHES + game.stack[frame + TO_AREA]]:
            return options
        game.note("Q-P47")
        return [YES]
    return options


def discard_for_dice(game: State, wanted: int) -> int:
    """Discard Reinforcements from the top for Combat dice, none under the Landsraad Ban (R-42.1, R-43.12, Q-P54)."""
    if wanted <= 0 or not game.reinforcements:
        return 0
    if game.bans[LANDSRAAD]:
        game.note("R-43.12")
        return 0
    game.note("R-42.1")
    count = min(wanted, len(game.reinforcements))
    for _ in range(count):
        card = game.reinforcements[-1] % KNOWN_FACE
        game.reinforcements = game.reinforcements[:-1]
        discard(game, card)
    return count


# --- Carryalls


def rescuers(game: State, frame: int, options: list[int]) -> list[int]:
    """Save the Harvester if that leaves as many for the Deep Desert ones still in danger as could be (R-38.6)."""
    area = game.stack[frame + AREA]
    zones = [slot - PICK_ZONE for slot in options if slot >= PICK_ZONE]
    waiting = [a for a in game.placed_worms if a != area and _will_need_rescue(game, a)]
    free = [zone for zone in range(8) if game.zones[zone] == CARRYALL]
    best = most_rescued(waiting, free)
    after = [most_rescued(waiting, [z for z in free if z != zone]) for zone in zones]
    if is_deep_desert(game, area):
        zones = keep(game, "R-38.6", zones, after)
    else:
        kept = [zone for zone, rescued in zip(zones, after, strict=True) if rescued == best]
        if len(kept) < len(zones):
            game.note("R-38.6")
        zones = kept
    return [PICK_ZONE + zone for zone in zones] if zones else [NO]


def _will_need_rescue(game: State, area: int) -> bool:
    if not game.cells[HARVESTERS + area] or not is_deep_desert(game, area):
        return False
    return not strength(game, HARKONNEN, area) or len(retreat_areas(game, HARKONNEN, area)) > 0


def most_rescued(areas: list[int], zones: list[int]) -> int:
    """How many Harvesters of *areas* the Carryalls in *zones* can save, one each."""
    if not areas:
        return 0
    rest = areas[1:]
    best = most_rescued(rest, zones)
    for zone in ZONES_OF[areas[0]]:
        if zone in zones:
            best = max(best, 1 + most_rescued(rest, [z for z in zones if z != zone]))
    return best
