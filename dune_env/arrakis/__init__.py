"""The board game Dune: War for Arrakis: its rules, cards and leaders, without any learning library."""

# Cards and special Actions number their Programs as they are imported; numbers stand in observations and fingerprints.
# So all are imported here, in one order, whatever module is asked for first.
import dune_env.arrakis.game  # noqa: F401
