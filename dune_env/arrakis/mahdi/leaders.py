"""What Mahdi does with the special Actions of its Leaders (R-39.1, R-40.6, R-40.7, R-43.13, R-43.14)."""

from __future__ import annotations

from dune_env.arrakis.leaders.entering import (
    BARON_HARKONNEN,
    BEAST_RABBAN,
    CAPTAIN_ARAMSHAM,
    FEYD_RAUTHA,
    GAIUS_HELEN_MOHIAM,
    SHADDAM_IV,
    THUFIR_HAWAT,
)
from dune_env.arrakis.mahdi.charts import mahdi_special
from dune_env.arrakis.mahdi.verbs import Deploy, Move, MoveAndAttack, Play, Replace
from dune_env.arrakis.names import CORRINO_ALLY, ELITE, HOUSE_HARKONNEN, REGULAR, SPECIAL

mahdi_special(BARON_HARKONNEN, Replace(3, REGULAR, ELITE))
mahdi_special(BEAST_RABBAN, Move(of=[BEAST_RABBAN]), Move(of=[BEAST_RABBAN]))
mahdi_special(FEYD_RAUTHA, MoveAndAttack(of=[FEYD_RAUTHA]))
mahdi_special(CAPTAIN_ARAMSHAM, Deploy(regular=2, special=1))
mahdi_special(SHADDAM_IV, Replace(3, ELITE, SPECIAL))

# 3 cards of their deck, drawn and played at once.
mahdi_special(THUFIR_HAWAT, Play(3, HOUSE_HARKONNEN))
mahdi_special(GAIUS_HELEN_MOHIAM, Play(3, CORRINO_ALLY))
