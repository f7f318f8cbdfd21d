"""What holds at every question of every game: conservation, counters, legal Legions."""

from __future__ import annotations

from dune_env.arrakis.board import AREA_IDS, SIETCH_AREAS
from dune_env.arrakis.game import Game
from dune_env.arrakis.names import (
    ACTION_RESOLUTION,
    ATREIDES,
    ATREIDES_TOKENS,
    CARRYALL,
    DESERT_HAZARDS,
    GENERIC,
    HARKONNEN,
    HARVESTER,
    ORNITHOPTER,
    OUT_OF_THE_GAME,
    SIDE_NAMES,
    STARTING_TOKENS,
    SUPPLY,
    TANK,
    TOKEN_IN_HAND,
    TOKENS,
)
from dune_env.arrakis.pieces import (
    figures,
    leaders,
    named_leaders,
    stacking_limit,
    strength,
    tokens,
    vehicles_in_supply,
)
from dune_env.arrakis.programs import (
    AREA,
    CARD_REGISTER,
    CASUALTIES,
    ENTER_WORMSIGN,
    FALL_ALONE,
    PLACE_WORM,
    PLAY_PLANNING_CARD,
    SETUP,
    SIDE,
    TRIM,
    WORM_CONSEQUENCE,
    WORM_STRIKES,
)
from dune_env.arrakis.programs import DESERT_HAZARDS as HAZARDS_PROGRAM
from dune_env.arrakis.state import (
    FACEDOWN_TOKENS,
    HARVESTERS,
    N_AREAS,
    NAMED,
    PROGRAMS,
    SIETCHES,
    SIGNS,
    STATIONS,
    STRENGTH,
    TOWNS,
    WORMS,
)
from dune_env.engine.steps import FRAME, NONE, PROGRAM

# While one of these is under way a worm may stand on the Legion that it is about to drive out or attack.
WORM_PROGRAMS = {ENTER_WORMSIGN, PLACE_WORM, WORM_CONSEQUENCE, WORM_STRIKES, HAZARDS_PROGRAM}


def programs(game: Game) -> list[int]:
    """The Programs under way, outermost first."""
    return game.stack[PROGRAM::FRAME]


def frames_of(game: Game, program: int) -> list[int]:
    return [frame for frame in range(0, len(game.stack), FRAME) if game.stack[frame + PROGRAM] == program]


def check(game: Game) -> None:
    """AssertionError names what does not hold."""
    check_counters(game)
    check_figures(game)
    check_dice(game)
    check_cards(game)
    check_pieces(game)
    check_legions(game)
    if not game.over:
        assert game.asked, "nothing is asked"
        assert len(set(game.asked)) == len(game.asked), f"an answer twice: {game.asked}"
        assert set(game.extras) <= set(game.asked)


def check_counters(game: Game) -> None:
    """What is kept beside the pieces agrees with them."""
    cells = game.cells
    for side in (ATREIDES, HARKONNEN):
        mine = range(ATREIDES_TOKENS) if side == ATREIDES else range(ATREIDES_TOKENS, TOKENS)
        for area in range(N_AREAS):
            facedown = sum(game.token_at[token] == area for token in mine)
            assert cells[FACEDOWN_TOKENS + side * N_AREAS + area] == facedown, AREA_IDS[area]
            units = sum(figures(game, side, area, grade) for grade in range(GENERIC))
            assert cells[STRENGTH + side * N_AREAS + area] == units + facedown, AREA_IDS[area]
            assert cells[NAMED + side * N_AREAS + area] == sum(
                at == area and game.content.leader_side[x] == side for x, at in enumerate(game.leader_at)
            ), AREA_IDS[area]
    assert min(cells) >= 0


def check_figures(game: Game) -> None:
    """Board, supply and what is out of the game are what the box holds."""
    for side in (ATREIDES, HARKONNEN):
        for figure in range(4):
            base = (side * 4 + figure) * N_AREAS
            gone = game.figures_gone[figure] if side == ATREIDES and figure < GENERIC else 0
            total = sum(game.cells[base : base + N_AREAS]) + game.figure_supply[side * 4 + figure] + gone
            assert total == game.content.figures[side][figure], f"{SIDE_NAMES[side]} figure {figure}: {total}"
    assert min(game.figure_supply) >= 0


def check_dice(game: Game) -> None:
    """No die is lost, and Bene Gesserit tokens stay within their number."""
    tokens_out = sum(game.bene_gesserit) + sum(at != NONE for at in game.bene_gesserit_at)
    assert tokens_out + game.bene_gesserit_reserve <= game.content.bene_gesserit
    assert min(game.dice + game.used + [game.unrolled, game.locked]) >= 0
    if game.phase == ACTION_RESOLUTION and game.turn_side != NONE:
        for side in (ATREIDES, HARKONNEN):
            dice = sum(game.dice[side * 5 : side * 5 + 5]) + sum(game.used[side * 5 : side * 5 + 5])
            if side == HARKONNEN:
                dice += game.locked + game.unrolled
            assert dice == game.content.action_dice[side], f"{SIDE_NAMES[side]} dice: {dice}"
        for side in (ATREIDES, HARKONNEN):
            if not (game.solo and side == HARKONNEN):
                assert max(game.dice[side * 5 : side * 5 + 5]) <= game.content.result_slots[side]


def check_cards(game: Game) -> None:
    """Every Planning card is in one place."""
    content = game.content
    in_frames = [0] * len(content.card_ids)
    played = [PLAY_PLANNING_CARD]
    if "mahdi_card" in PROGRAMS.names:
        played.append(PROGRAMS.names.index("mahdi_card"))
    for program in played:
        for frame in frames_of(game, program):
            if game.stack[frame + CARD_REGISTER] != NONE:
                in_frames[game.stack[frame + CARD_REGISTER]] += 1
    for kind, copies in enumerate(content.card_copies):
        found = game.deck[kind] + game.hand[kind] + game.discards[kind] + in_frames[kind]
        found += sum(x % 128 == kind for x in game.reinforcements)
        found += game.attached[::2].count(kind)
        if content.card_ids[kind] == "hawats_scheming":
            found += game.parked_scheming
            assert found <= copies  # those that removed him may leave the game
            continue
        # A win ends the effect under way, its card included.
        assert found == copies or (game.over and found < copies), f"{content.card_ids[kind]}: {found} of {copies}"
    for deck in range(4):
        kinds = [kind for kind, d in enumerate(content.card_deck) if d == deck]
        assert game.deck_left[deck] == sum(game.deck[kind] for kind in kinds)
        assert game.hand_size[deck] == sum(game.hand[kind] for kind in kinds)


def check_pieces(game: Game) -> None:
    """Vehicles, worms, Wormsigns, Stations, settlements, tokens, tracks and Leaders off the board."""
    cells, content = game.cells, game.content
    for vehicle in (HARVESTER, ORNITHOPTER, CARRYALL):
        assert vehicles_in_supply(game, vehicle) >= 0
    worms = cells[WORMS : WORMS + N_AREAS]
    assert worms.count(1) <= content.sandworms and worms.count(2) <= content.wild_makers
    signs = [sign for sign in cells[SIGNS : SIGNS + N_AREAS] if sign]
    facedown, faceup = signs.count(1), len(signs) - signs.count(1)
    total = sum(content.wormsigns)
    assert len(signs) + game.signs_aside <= total
    assert facedown + (total - len(signs) - game.signs_aside) <= sum(game.signs_left) <= total - faceup
    assert min(game.signs_left) >= 0
    assert cells[STATIONS : STATIONS + N_AREAS].count(1) == sum(game.stations_left)
    for sietch in range(8):
        at = game.sietch_at[sietch]
        assert at == NONE or cells[SIETCHES + at] == sietch + 1
    assert sum(x > 0 for x in cells[SIETCHES : SIETCHES + N_AREAS]) == sum(at != NONE for at in game.sietch_at)
    assert sum(game.sietch_at[s] == SIETCH_AREAS[s] for s in range(8)) >= 0
    if SETUP not in programs(game):
        assert SUPPLY not in game.token_at[:STARTING_TOKENS]
        in_hand = game.token_at.count(TOKEN_IN_HAND)
        in_effect = game.seat_to_act == ATREIDES and game.question() != "turn.ChooseDie"
        assert in_hand == 0 or in_effect, "a token in hand"
    assert all(0 <= step <= content.prescience_last for step in game.prescience)
    assert 0 <= game.supremacy <= content.supremacy_last and all(1 <= step <= 5 for step in game.imperium)
    for side in (ATREIDES, HARKONNEN):
        slots = [at for x, at in enumerate(game.leader_at) if at <= TANK and content.leader_side[x] == side]
        assert len(set(slots)) == len(slots) and all(TANK - at < content.tank_slots[side] for at in slots)
    assert all(OUT_OF_THE_GAME - 1 <= at < N_AREAS or at <= TANK for at in game.leader_at)


def check_legions(game: Game) -> None:
    """Stacking, no Legion with an enemy, an enemy settlement or a worm, no Leader alone."""
    under_way = set(programs(game))
    cells = game.cells
    for side in (ATREIDES, HARKONNEN):
        trimming = [game.stack[f + AREA] for f in frames_of(game, TRIM) if game.stack[f + SIDE] == side]
        falling = [
            game.stack[f + AREA]
            for program in (FALL_ALONE, CASUALTIES)
            for f in frames_of(game, program)
            if game.stack[f + SIDE] == side
        ]
        for area in range(N_AREAS):
            units = strength(game, side, area)
            if units > stacking_limit(game, side) and not _gathering(game):
                assert area in trimming, f"{units} Units in {AREA_IDS[area]}"
            if leaders(game, side, area) and not units:
                assert area in falling, f"a Leader alone in {AREA_IDS[area]}: {named_leaders(game, side, area)}"
            if not units:
                continue
            assert not strength(game, 1 - side, area), f"two sides in {AREA_IDS[area]}"
            enemy = cells[(TOWNS if side == ATREIDES else SIETCHES) + area]
            assert not enemy, f"a Legion in an enemy settlement: {AREA_IDS[area]}"
            if cells[WORMS + area]:
                assert under_way & WORM_PROGRAMS, f"a Legion with a worm in {AREA_IDS[area]}"
            if side == ATREIDES and cells[HARVESTERS + area]:
                raise AssertionError(f"Atreides beside a Harvester in {AREA_IDS[area]}")
    assert game.phase == DESERT_HAZARDS or not game.placed_worms
    assert all(len(tokens(game, s, a)) >= 0 for s in (0, 1) for a in (0,))


def _gathering(game: Game) -> bool:
    """Whether figures come together one after the other, so that the limit is looked at when all are there (R-3.23)."""
    names = [PROGRAMS.names[program] for program in programs(game)]
    return bool({"the_lisan_al_gaib", "place_figures", "setup"} & set(names))
