"""Mahdi, the printed solo bot: chapters 36-43."""
