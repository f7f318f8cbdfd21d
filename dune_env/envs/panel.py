"""What lies beside the board: round and phase above it; tracks, dice, Prescience cards and one's own hand below."""

from __future__ import annotations

from dune_env.arrakis.components import Content
from dune_env.arrakis.names import (
    ATREIDES,
    BAN_NAMES,
    HARKONNEN,
    IN_ROW,
    MARKER_NAMES,
    OFF_BOARD,
    PHASE_NAMES,
    REASON_NAMES,
    RESTING,
    SIDE_NAMES,
    TANK,
)
from dune_env.arrakis.state import PROGRAMS
from dune_env.arrakis.view import View
from dune_env.envs import glyphs
from dune_env.envs.ansi import mahdi_facts
from dune_env.envs.board_picture import HEADER, HEIGHT, MAP_HEIGHT, NIGHT, PAPER, WIDTH
from dune_env.envs.canvas import Canvas, text_width
from dune_env.envs.pieces_picture import initials

TOP = HEADER + MAP_HEIGHT
FAINT = "#a8957c"
BOX = "#3a2d22"
MARKER_COLORS = ["#cc79a7", "#0f9d76", "#56b4e9"]
MARKER_LETTERS = ["KH", "SD", "J"]


def draw_header(canvas: Canvas, view: View) -> None:
    """Round, phase, and who is asked what."""
    middle = HEADER / 2
    canvas.bold((16, middle), "War for Arrakis", 18, glyphs.GOLD, "lm")
    canvas.text((178, middle), f"Round {view.round}  ·  {words(PHASE_NAMES[view.phase])}", 16, PAPER, "lm")
    if view.winner in (ATREIDES, HARKONNEN):
        seat, text = view.winner, f"{SIDE_NAMES[view.winner].title()} win by {words(REASON_NAMES[view.reason])}"
    elif view.seat_to_act in (ATREIDES, HARKONNEN):
        seat, text = view.seat_to_act, f"{SIDE_NAMES[view.seat_to_act].title()} to decide:  {question_words(view)}"
    else:
        return
    width = text_width(text, 15) + 28
    canvas.rectangle((WIDTH - width - 12, 8), (width, HEADER - 16), glyphs.SIDE_COLORS[seat], PAPER, 1, 6)
    canvas.text((WIDTH - 12 - width / 2, middle), text, 15, "#ffffff")


def draw_panel(canvas: Canvas, view: View) -> None:
    """The strip under the board."""
    content = view.content
    canvas.rectangle((0, TOP), (WIDTH, HEIGHT - TOP), NIGHT)
    _tracks(canvas, view, content, 16)
    _sides(canvas, view, content, 448)
    _legend(canvas, 752)
    _prescience_row(canvas, view, content, 892)
    _hand(canvas, view, content, 1168)


def question_words(view: View) -> str:
    """The question asked: the Program and the Step that it has come to."""
    program, _, step = PROGRAMS.describe(view.stack).partition(".")
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in step).strip()
    return f"{words(program)}, {spaced}" if spaced else words(program)


def words(name: str) -> str:
    """An identifier as words."""
    return name.replace("_", " ").capitalize()


def _title(canvas: Canvas, x: float, text: str) -> None:
    canvas.bold((x, TOP + 18), text, 13, glyphs.GOLD, "lm")


def _tracks(canvas: Canvas, view: View, content: Content, x: float) -> None:
    _title(canvas, x, "Tracks")
    rows = [("Supremacy", view.supremacy, content.supremacy_last, "#e08a62", content.bene_gesserit_steps)]
    marked = [content.desert_leader_step, content.second_leader_step, content.atomics_step]
    for marker, name in enumerate(MARKER_NAMES):
        rows.append((words(name), view.prescience[marker], content.prescience_last, MARKER_COLORS[marker], marked))
    for row, (name, value, last, color, steps) in enumerate(rows):
        y = TOP + 44 + row * 26
        canvas.text((x, y), name, 13, PAPER, "lm")
        width = 230 / last
        for step in range(1, last + 1):
            left = x + 126 + (step - 1) * width
            canvas.rectangle((left, y - 9), (width - 3, 18), color if step <= value else BOX, None, 1, 3)
            if step in steps:
                canvas.circle((left + width / 2 - 1.5, y), 2.6, NIGHT if step <= value else FAINT)
        canvas.bold((x + 126 + 230 + 6, y), str(value), 14, PAPER, "lm")
    y = TOP + 44 + 4 * 26 + 4
    canvas.text((x, y), "Imperium", 13, PAPER, "lm")
    for ban, name in enumerate(BAN_NAMES):
        left = x + 126 + ban * 92
        banned = bool(view.bans[ban])
        canvas.rectangle((left, y - 10), (88, 20), "#7a1f12" if banned else BOX, None, 1, 4)
        label = {"choam": "CHOAM", "spacing_guild": "Guild", "landsraad": "Landsraad"}.get(name, name)
        canvas.text((left + 6, y), label, 11.5, PAPER, "lm")
        canvas.bold((left + 82, y), str(view.imperium[ban]), 12.5, PAPER, "rm")
    if view.spice_reserve:
        canvas.text((x, y + 24), f"Spice in reserve: {view.spice_reserve}", 12, FAINT, "lm")


def _sides(canvas: Canvas, view: View, content: Content, x: float) -> None:
    _title(canvas, x, "Dice and Leaders")
    for side in (ATREIDES, HARKONNEN):
        y = TOP + 48 + side * 80
        canvas.bold((x, y), SIDE_NAMES[side].title(), 14, PAPER, "lm")
        left = x + 98.0
        for result, letter in enumerate("LSDMH"):
            for _ in range(view.dice[side * 5 + result]):
                glyphs.die(canvas, (left, y), letter, side)
                left += 24
        for _ in range(view.unrolled if side == HARKONNEN else 0):
            glyphs.die(canvas, (left, y), "?", side)
            left += 24
        for _ in range(view.locked if side == HARKONNEN else 0):
            glyphs.die(canvas, (left, y), "-", side, faded=True)
            left += 24
        if left == x + 98:
            canvas.text((left - 8, y), "no dice left", 12, FAINT, "lm")
        hand = view.hand_size[2 * side] + view.hand_size[2 * side + 1]
        decks = view.deck_left[2 * side] + view.deck_left[2 * side + 1]
        if side == HARKONNEN and view.solo:
            _mahdi(canvas, view, x, y)
            continue
        line = f"{hand} in hand, {decks} in the decks  ·  Bene Gesserit {view.bene_gesserit[side]}"
        canvas.text((x, y + 22), line, 12, PAPER, "lm")
        canvas.text((x, y + 40), _leaders(view, content, side), 12, FAINT, "lm")


def _mahdi(canvas: Canvas, view: View, x: float, y: float) -> None:
    """What is known of Mahdi, in the place of a hand and decks."""
    target, *others = [fact.replace("_", " ") for fact in mahdi_facts(view)]
    canvas.text((x, y + 22), f"Mahdi: {target}", 12, PAPER, "lm")
    canvas.text((x, y + 39), ", ".join(others), 12, PAPER, "lm")
    canvas.text((x, y + 56), _leaders(view, view.content, HARKONNEN), 12, FAINT, "lm")


def _leaders(view: View, content: Content, side: int) -> str:
    """The Named Leaders of a side who are in play but not on the board."""
    own = [leader for leader in range(len(content.leader_names)) if content.leader_side[leader] == side]
    waiting = [initials(content.leader_names[x]) for x in own if view.leader_at[x] in (OFF_BOARD, RESTING)]
    tank = [initials(content.leader_names[x]) for x in own if view.leader_at[x] <= TANK]
    parts = ["off the board: " + " ".join(waiting)] if waiting else []
    parts += ["in the Tank: " + " ".join(tank)] if tank else []
    return "Leaders " + ", ".join(parts) if parts else "All Leaders in play are on the board"


def _legend(canvas: Canvas, x: float) -> None:
    _title(canvas, x, "Legions")
    middle = x + 14
    for kind, name in enumerate(["Regular", "Elite", "Special Elite", "Facedown token"]):
        y = TOP + 44 + kind * 27
        glyphs.plate(canvas, (middle, y), 28, 23, HARKONNEN)
        glyphs.grade(canvas.zoomed((middle, y), 0.85), (middle, y), kind, 1, HARKONNEN)
        canvas.text((x + 36, y), name, 12, PAPER, "lm")
    glyphs.generic_leader(canvas, (middle, TOP + 152), ATREIDES)
    canvas.text((x + 36, TOP + 152), "Naib, Bashar", 12, PAPER, "lm")
    glyphs.named_leader(canvas, (middle, TOP + 178), "PA", 24, ATREIDES)
    canvas.text((x + 36, TOP + 178), "Named Leader", 12, PAPER, "lm")


def _prescience_row(canvas: Canvas, view: View, content: Content, x: float) -> None:
    _title(canvas, x, "Prescience cards")
    row = [card for card in range(16) if view.prescience_at[card] == IN_ROW]
    height = min(32.0, 164 / max(1, len(row)))
    for index, card in enumerate(row):
        y = TOP + 34 + index * height
        canvas.rectangle((x, y), (256, height - 3), BOX, None, 1, 3)
        right = x + 250.0
        for marker in range(2, -1, -1):
            steps = content.prescience_steps[card][marker]
            if steps:
                score = f"{MARKER_LETTERS[marker]}{steps}"
                canvas.bold((right, y + height / 2 - 1.5), score, 11, MARKER_COLORS[marker], "rm")
                right -= 30
        name = content.prescience_names[card].replace("(name unknown) ", "")
        canvas.text((x + 6, y + height / 2 - 1.5), fitted(canvas, name, 12, right - x - 8), 12, PAPER, "lm")


def fitted(canvas: Canvas, text: str, size: float, width: float) -> str:
    """*text*, cut short where it would be wider than *width*."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _hand(canvas: Canvas, view: View, content: Content, x: float) -> None:
    """The hand and the Secret Objective of the seat whose view it is."""
    _title(canvas, x, f"Hand of the {SIDE_NAMES[view.seat].title()}")
    cards = [(kind, count) for kind, count in enumerate(view.hand) if count and _own(view, content, kind)]
    y = TOP + 40.0
    for kind, count in cards[:9]:
        text = content.card_names[kind] + (f"  x{count}" if count > 1 else "")
        canvas.text((x, y), fitted(canvas, text, 12.5, WIDTH - x - 12), 12.5, PAPER, "lm")
        y += 16
    if not cards:
        canvas.text((x, y), "no cards", 12.5, FAINT, "lm")
    for goal in view.objectives:
        scores = content.objectives[goal]
        canvas.text((x, TOP + 196), "Secret Objective:", 12.5, PAPER, "lm")
        for marker in range(3):
            text = f"{MARKER_LETTERS[marker]} {scores[marker]}"
            canvas.bold((x + 112 + marker * 44, TOP + 196), text, 12.5, MARKER_COLORS[marker], "lm")


def _own(view: View, content: Content, kind: int) -> bool:
    return kind < len(content.card_deck) and content.card_deck[kind] // 2 == view.seat
