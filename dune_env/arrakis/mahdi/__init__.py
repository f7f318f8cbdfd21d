"""Mahdi, the printed solo bot (chapters 36-43): one file a chapter, each a few Programs of chart Steps.

A chart Step offers the answers that Mahdi's criteria leave (`ties.py`): one is carried out silently, several are a
question to the Atreides, or a draw with `ties="seeded"` (R-36.3). Nothing is stored between Steps but what was picked;
each recomputes its plans from the board and shares what follows the choice with the Programs of a human Harkonnen.
Harkonnen questions inside shared Programs are narrowed by `combat.py`.

Cards and Leaders give Mahdi a chart of their own:

    from dune_env.arrakis.mahdi import verbs as mahdi
    from dune_env.arrakis.mahdi.charts import mahdi_card, mahdi_special

    mahdi_card("arsunt_legion",
               mahdi.Place(SettlementAt(ARSUNT), regular=1, elite=1, leader=ANY_LEADER), mahdi.Fight(at=ARSUNT))

Parts run in order in one Frame, a `Branch` works as on other cards. The verbs:

* `Fight`, `Attack`, `Move`, `MoveAndAttack`: any Legion that fits `kind`, *this* Legion, the one *at* an Area, or that
  *of* a Leader; `flags` are those of a battle (SURPRISE, FREE_CONTINUE, ...).
* `Deploy`: by the Deployment criteria. `Place`, `PlaceApart`, `PlaceEach`, `Replace`: by the House criteria.
* `PlaceVehicles`; `Draw` onto the Reinforcements; `Play`: draw and play at once.
* For a part of your own: a Step whose `options` are narrowed by `verbs.nearest_to_target` (R-40.10) or
  `house.best_for_house`, followed by `Done()` or a call of `charts.mark_done(game)` where it did something.
  `movement.push_given_move` moves a Legion between two Areas that your Step has chosen.

A card goes to its discard pile if any part was done, else on the Reinforcements (R-40.11). A special Action that did
nothing was not possible: its card stays faceup and the regular Action follows (R-39.1). A card without a chart goes on
the Reinforcements.
"""
