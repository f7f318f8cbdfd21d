"""The board game Dune: War for Arrakis: its rules, cards and leaders, without any learning library."""
