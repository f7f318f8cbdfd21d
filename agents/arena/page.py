"""The page of results, written from the kept files alone."""

from __future__ import annotations

from typing import Any

Part = dict[str, Any]
SMALLER = "the smaller set"


def part_page(part: Part, pictures: bool = True) -> str:
    """One part of the results as Markdown."""
    plan, rows = part["plan"], part["rows"]
    lines = [f"## {plan['title']}", ""]
    if plan["about"]:
        lines += [plan["about"].strip(), ""]
    lines += [sizes(part), ""]
    if plan["kind"] == "round_robin":
        lines += [*crossing(plan, rows), "", *duel_lines(part["duels"]), *rating_lines(part["ratings"]), ""]
    else:
        lines += [*ladder(plan, rows), ""]
    if pictures:
        lines += [f"![{plan['title']}](results/{plan['name']}.png)", ""]
    for row in rows:
        if "inside" in row:
            lines += inside_lines(row, pictures, plan["name"], rows.index(row))
    lines += ["Made by:", "", "```", *commands(part), "```", "", provenance(rows), ""]
    return "\n".join(lines)


def sizes(part: Part) -> str:
    """How many games stand behind each line, and whether that is fewer than planned."""
    plan, rows = part["plan"], part["rows"]
    games = rows[0]["played"]
    last = plan["first_seed"] + games - 1
    text = f"{games:,} games in each line, seeds {plan['first_seed']}-{last}, the same for all."
    if plan["smaller"]:
        text += f" This is {SMALLER}: searches take longer."
    if part["scale"] != 1:
        text += f" **Only tried out: {games:,} of {plan['games']:,} games.**"
    return text


def commands(part: Part) -> list[str]:
    """What makes a part anew."""
    name = part["plan"]["name"]
    scale = "" if part["scale"] == 1 else f" --scale {part['scale']:g} --out FOLDER"
    return [f"python scripts/results.py --only {name}{scale}"]


def label_of(row: dict[str, Any]) -> str:
    return " ".join(filter(None, [row["agent"], row["label"]]))


def percent(row: dict[str, Any]) -> str:
    """A win rate with its interval."""
    figures = row["figures"]
    low, high = figures["win_rate_95"]
    return f"{100 * figures['win_rate']:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def ladder(plan: dict[str, Any], rows: list[dict[str, Any]]) -> list[str]:
    """A line for each agent and setting."""
    with_labels = any(row["label"] for row in rows)
    first = "agent" + (" | setting" if with_labels else "")
    marks = "| --- |" + (" --- |" if with_labels else "") + " ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    compared = against_whom(plan)
    games = f"games ({SMALLER})" if plan["smaller"] else "games"
    lines = [f"| {first} | {games} | won | win rate (95 %) | margin | {compared} | rounds | ms | ends |", marks]
    for row in rows:
        figures = row["figures"]
        ends = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in sorted(figures["ends"].items()))
        cells = [f"`{row['agent']}`"] + ([row["label"]] if with_labels else [])
        cells += [f"{row['played']:,}", f"{figures['wins']:,}", percent(row), f"{figures['margin']:+.3f}"]
        cells += [gain(figures), f"{figures['rounds']:.1f}", milliseconds(row), ends]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def milliseconds(row: dict[str, Any]) -> str:
    """Processor time of a decision, the rules and the other side included."""
    return f"{1000 * row['seconds'] / max(1, sum(row['games']['decisions'])):.1f}"


def against_whom(plan: dict[str, Any]) -> str:
    if plan["compare_with"]:
        return f"over `{plan['compare_with']}`: margin (95 %), games won by one alone (p)"
    if len(plan["settings"]) > 1:
        return f"over {plan['settings'][0]['label']}: margin (95 %), games won there alone (p)"
    return "compared with"


def gain(figures: dict[str, Any]) -> str:
    """The comparison on the same seeds: the margin's interval, and the games that only one of the two won."""
    if "margin_over_first_95" not in figures:
        return ""
    low, high = figures["margin_over_first_95"]
    wins = figures["wins_against_first"]
    return f"{low:+.3f} to {high:+.3f}, {wins['only_ours']}:{wins['only_theirs']} (p {wins['p']:.2g})"


def crossing(plan: dict[str, Any], rows: list[dict[str, Any]]) -> list[str]:
    """Atreides agents down, Harkonnen agents across, with the Atreides' win rates."""
    by_pair = {(row["agent"], row["opponent"]): row for row in rows}
    games = f", {SMALLER}" if plan["smaller"] else ""
    lines = [
        f"| Atreides win rate (95 %){games} | " + " | ".join(f"`{name}`" for name in plan["harkonnen"]) + " |",
        "| --- |" + " ---: |" * len(plan["harkonnen"]),
    ]
    for ours in plan["atreides"]:
        cells = [percent(by_pair[ours, theirs]) for theirs in plan["harkonnen"]]
        lines.append(f"| `{ours}` | " + " | ".join(cells) + " |")
    return lines


def duel_lines(found: list[dict[str, Any]]) -> list[str]:
    """Agents that met on both sides, the games of both together."""
    if not found:
        return []
    lines = ["| both sides together | games | won | win rate (95 %) | lost |", "| --- | ---: | ---: | ---: | ---: |"]
    for each in found:
        share = percent({"figures": each})
        pair = f"`{each['agent']}` against `{each['opponent']}`"
        lines.append(f"| {pair} | {each['games']:,} | {each['wins']:,} | {share} | {each['losses']:,} |")
    return [*lines, ""]


def rating_lines(found: list[dict[str, Any]]) -> list[str]:
    """The ratings as a table."""
    lines = ["| side | agent | rating | less and plus two spreads |", "| --- | --- | ---: | ---: |"]
    for each in found:
        low, high = each["mean"] - 2 * each["spread"], each["mean"] + 2 * each["spread"]
        lines.append(f"| {each['side']} | `{each['agent']}` | {each['mean']:.1f} | {low:.1f} to {high:.1f} |")
    return lines


def inside_lines(row: dict[str, Any], pictures: bool, name: str, at: int) -> list[str]:
    """What the games of a line were won and lost by, as a table."""
    inside = row["inside"]
    groups = list(inside["means"])
    heads = [f"{group} ({inside['games'][group]})" for group in groups]
    lines = [f"### Inside games of `{label_of(row)}`", ""]
    lines += ["Played again one by one, each with an agent of its own, so a few end otherwise than above.", ""]
    lines += [f"| means a game | {' | '.join(heads)} |"]
    lines.append("| --- |" + " ---: |" * len(groups))
    for title, what in SHOWN.items():
        keys = list(dict.fromkeys(key for group in groups for key in inside["means"][group][what]))
        for key in sorted(keys, key=int) if what == "sietches_lost" else keys:
            numbers = [f"{inside['means'][group][what].get(key, 0.0):.2f}" for group in groups]
            lines.append(f"| {title}: {key.replace('_', ' ')} | {' | '.join(numbers)} |")
    rounds = [f"{inside['means'][group]['rounds']:.2f}" for group in groups]
    lines += [f"| length in rounds | {' | '.join(rounds)} |", ""]
    return lines + calibration_lines(inside["calibration"], pictures, f"{name}_{at}")


SHOWN = {
    "Prescience steps": "markers",
    "Supremacy steps": "supremacy",
    "Sietches lost in round": "sietches_lost",
    "Planning cards": "cards",
    "dice": "dice",
    "Actions": "actions",
    "deeds": "deeds",
}


def calibration_lines(found: dict[str, Any] | None, pictures: bool, name: str) -> list[str]:
    """How the agent's estimates compare with what came."""
    if not found:
        return []
    lines = [
        f"Estimates at {found['positions']:,} decisions: mean squared error {found['squared_error']:.3f}; always "
        f"saying the mean result would have {found['squared_error_of_the_mean']:.3f}.",
        "",
        "| expected | positions | mean expected | mean result |",
        "| --- | ---: | ---: | ---: |",
    ]
    for each in found["bins"]:
        span = f"{each['from']:+.1f} to {each['to']:+.1f}"
        lines.append(f"| {span} | {each['positions']:,} | {each['expected']:+.2f} | {each['came']:+.2f} |")
    if pictures:
        lines += ["", f"![calibration](results/{name}_calibration.png)"]
    return [*lines, ""]


def provenance(rows: list[dict[str, Any]]) -> str:
    """Machine, date, version, content and weights of a part."""
    machines = sorted({f"{row['machine']}, {'compiled' if row['compiled'] else 'interpreted'}" for row in rows})
    dates, versions = sorted({row["date"] for row in rows}), sorted({row["version"] for row in rows})
    contents = sorted({row["content"] for row in rows})
    seconds = sum(row["seconds"] for row in rows)
    days = " to ".join(dict.fromkeys([dates[0], dates[-1]]))
    text = (
        f"{' and '.join(machines)}; {days}; dune_env {', '.join(versions)}; "
        f"content {', '.join(f'`{each}`' for each in contents)}; {seconds / 60:,.1f} minutes of processor time."
    )
    weights = {each["agent"]: each["sha256"] for row in rows for each in row["weights"]}
    for agent, found in sorted(weights.items()):
        text += f" Weights of `{agent}`: `{found[:16]}`."
    return text


HEAD = """# Results

Made by `make results` (`python scripts/results.py`) from the plans in [configs](../configs) and kept in
[docs/results](results), game by game; a test holds this page against those files. Win rates are those of the side that
is measured, with 95 % Wilson intervals. The margin is the share of the Secret Objective reached less the share of the
Supremacy track, at the end, from that side (1 to -1). Comparisons are made on the same seeds: the 95 % interval of the
mean difference of margins (t), and the games that only one of the two won with the probability of McNemar's exact test.
Games of 20 rounds without a winner are broken off and count as not won. The column ms is the processor time of a whole
game, rules and opponent included, divided by the decisions of the side measured.

What is the same on the same seeds is the game. An agent draws its own random numbers, by which the heuristic breaks
ties, from one stream for a batch of games, 32 or 4 for searches, so the last games of a line may end otherwise where
another part has the same seeds in batches that end elsewhere.

A result is kept until something that it hangs on changes: the plan, the code or the weights of the agents, the content,
or the course of a few random games, which stands for the rules.
"""


def page(parts: list[Part]) -> str:
    """The whole page."""
    return HEAD + "\n" + "\n".join(part_page(part) for part in parts).rstrip() + "\n"


BEGIN = "<!-- results: written by scripts/results.py -->"
END = "<!-- end of results -->"


def readme_block(part: Part) -> str:
    """The table of one part for the README."""
    rows = part["rows"]
    lines = [BEGIN, *ladder(part["plan"], rows), "", sizes(part) + " " + provenance(rows), END]
    return "\n".join(lines)


def with_block(text: str, block: str) -> str:
    """*text* with the block between its marks replaced; ValueError if they are not there."""
    if BEGIN not in text or END not in text:
        raise ValueError(f"README.md: takes the marks {BEGIN!r} and {END!r} around the table of results")
    return text[: text.index(BEGIN)] + block + text[text.index(END) + len(END) :]
