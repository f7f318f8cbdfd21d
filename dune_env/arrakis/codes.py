"""Numbers as the bytes of an observation: tables that are looked up instead of written entry by entry."""

from __future__ import annotations

from typing import Final

Piece = bytes | bytearray  # of an observation, to be joined with others


def one_hot(size: int) -> list[bytes]:
    """Pieces of *size* entries: entry i is 1 in piece i + 1; none is in piece 0, which stands for NONE."""
    pieces = [bytes(size)]
    for at in range(size):
        piece = bytearray(size)
        piece[at] = 1
        pieces.append(bytes(piece))
    return pieces


ONE_BYTE: Final[list[bytes]] = [bytes([value]) for value in range(256)]


def _bits(value: int) -> bytes:
    return bytes([value >> bit & 1 for bit in range(8)])


BITS: Final[list[bytes]] = [_bits(value) for value in range(256)]  # low bit first


def bits16(value: int) -> bytes:
    """The low 16 bits of *value*, an entry each, low bit first."""
    return BITS[value & 255] + BITS[value >> 8 & 255]


def write_digits(out: bytearray, at: int, stride: int, digits: int, value: int) -> None:
    """Write *value* over zeros in digits of base 256, *stride* entries apart."""
    for _ in range(digits):
        if not value:
            return
        out[at] = value & 255
        value >>= 8
        at += stride
