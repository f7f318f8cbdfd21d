"""Reading a scenario: Leaders and cards by their fields."""

from __future__ import annotations

from typing import Final

from dune_env.arrakis.board import AREA_IDS
from dune_env.arrakis.entries import Entry
from dune_env.arrakis.game import Game
from dune_env.arrakis.leaders.entering import OUSTS, REPLACES, enter_play
from dune_env.arrakis.names import (
    DESERT_POWER_BOX,
    HARKONNEN,
    IN_DECK,
    IN_ROW,
    NOT_ENTERED,
    OFF_BOARD,
    OUT_OF_THE_GAME,
    REMOVED,
    RESTING,
    SIDE_NAMES,
    SPENT,
    TANK,
)
from dune_env.arrakis.pieces import in_play
from dune_env.arrakis.planning import deck_side, leave_deck
from dune_env.arrakis.position import distinct, key_entry, keys_of, listed, named, optional
from dune_env.arrakis.tank import lift, stand

PLACE_NAMES: Final = ["off_board", "not_entered", "out_of_the_game", "resting"]
PLACE_SLOTS: Final = [OFF_BOARD, NOT_ENTERED, OUT_OF_THE_GAME, RESTING]


def read_leaders(game: Game, root: Entry) -> None:
    """Named Leaders in Legions first, then those elsewhere."""
    placed: list[int] = []
    for area, legion in named(root, "legions", AREA_IDS):
        side = legion.get("side").choice(SIDE_NAMES)
        for item in listed(legion, "leaders"):
            leader = _leader(game, item, placed, True)
            if game.content.leader_side[leader] != side or game.content.leader_box[leader] == DESERT_POWER_BOX:
                item.refuse(f"a Leader of the {SIDE_NAMES[side]}")
            stand(game, leader, area)
    places = optional(root, "leaders")
    for name in keys_of(places):
        assert places is not None
        place = PLACE_SLOTS[places.get(name).choice(PLACE_NAMES)]
        entered = place not in (NOT_ENTERED, OUT_OF_THE_GAME)
        lift(game, _leader(game, key_entry(places, name), placed, entered), place)
    for side, tank in named(root, "tank", SIDE_NAMES):
        slots = tank.items()
        if len(slots) > game.content.tank_slots[side]:
            tank.refuse(f"at most {game.content.tank_slots[side]} slots, the leftmost first")
        for slot, item in enumerate(slots):
            if item.value is not None:
                leader = _leader(game, item, placed, True)
                if game.content.leader_side[leader] != side or game.content.leader_box[leader] == DESERT_POWER_BOX:
                    item.refuse(f"a Leader of the {SIDE_NAMES[side]}, or null")
                lift(game, leader, TANK - slot)
    _wild_maker(game, root)
    spent = distinct(root, "spent_cards", game.content.leader_ids)
    for item, leader in zip(listed(root, "spent_cards"), spent):
        if game.leader_at[leader] == NOT_ENTERED:
            item.refuse("a Leader who has entered")
        game.leader_card[leader] = SPENT


def _wild_maker(game: Game, root: Entry) -> None:
    """With its figure on the board the Wild Maker is in play; it is no Leader, so it has no place in the Tank."""
    maker = game.content.leader_box.index(DESERT_POWER_BOX)
    name = game.content.leader_ids[maker]
    places = optional(root, "leaders")
    if places is not None and name in keys_of(places):
        stated = places.get(name)
        if game.leader_at[maker] == RESTING:
            stated.refuse("a place of the Wild Maker, which never rests")
        if optional(root, "wild_maker") is not None and not in_play(game, maker):
            stated.refuse("off_board, as its figure stands on the board")
    if optional(root, "wild_maker") is not None:
        enter_play(game, maker)


def _leader(game: Game, entry: Entry, placed: list[int], entered: bool) -> int:
    """The Leader that *entry* names, entered, and named nowhere else."""
    leader = entry.choice(game.content.leader_ids)
    if leader in placed:
        entry.refuse("a Leader that is named nowhere else")
    placed.append(leader)
    if entered:
        for older in (REPLACES[leader], OUSTS[leader]):
            if older in placed and in_play(game, older):
                entry.refuse(f"no Leader for whom {game.content.leader_ids[older]}, named too, leaves the game")
        enter_play(game, leader)
    return leader


def read_cards(game: Game, root: Entry) -> None:
    """Planning cards in hands, discards and Reinforcements, Prescience cards, the Secret Objective."""
    for side, hand in named(root, "hands", SIDE_NAMES):
        for item in hand.items():
            if side == HARKONNEN and game.solo:
                item.refuse("nothing: Mahdi holds no hand, its cards are `reinforcements`")
            kind = _draw(game, item)
            if deck_side(game.content.card_deck[kind]) != side:
                item.refuse(f"a Planning card of the {SIDE_NAMES[side]}")
            game.hand[kind] += 1
            game.hand_size[game.content.card_deck[kind]] += 1
    for item in listed(root, "discards"):
        game.discards[_draw(game, item)] += 1
    for item in listed(root, "reinforcements"):
        kind = _draw(game, item)
        if not game.solo or deck_side(game.content.card_deck[kind]) != HARKONNEN:
            item.refuse("a Planning card of the harkonnen, in solo games only")
        game.reinforcements.append(kind)
    if optional(root, "objectives") is not None:
        known = [f"objective_{i + 1}" for i in range(len(game.content.objectives))]
        game.objectives = distinct(root, "objectives", known)
    for card in distinct(root, "removed_prescience", game.content.prescience_ids):
        game.prescience_at[card] = REMOVED
    for item in listed(root, "row"):
        card = item.choice(game.content.prescience_ids)
        if game.prescience_at[card] != IN_DECK:
            item.refuse("a Prescience card that is nowhere else")
        game.prescience_at[card] = IN_ROW


def _draw(game: Game, entry: Entry) -> int:
    """Take the Planning card that *entry* names off its deck."""
    kind = entry.choice(game.content.card_ids)
    if game.deck[kind] == 0:
        entry.refuse(f"at most {game.content.card_copies[kind]} of this card in all")
    leave_deck(game, kind)
    return kind
