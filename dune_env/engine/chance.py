"""The seeded generator behind every die, draw and shuffle: xoshiro128++ on four 32-bit words.

The words are small ints on every platform, so the same seed plays the same game under any Python, compiled or not.

No product has a factor of more than 30 bits: compiled, a larger one leaves the fast path, and an interrupt that falls
into it ends the process.
"""

from __future__ import annotations

from typing import Final

MASK16: Final = 0xFFFF
MASK32: Final = 0xFFFFFFFF
GOLDEN32: Final = 0x9E3779B9


class Generator:
    """A small copyable source of uniform ints."""

    __slots__ = ("a", "b", "c", "d")

    def __init__(self) -> None:
        self.a = 1
        self.b = 2
        self.c = 3
        self.d = 4

    def seed(self, seed: int) -> None:
        """Start the sequence that belongs to *seed*, a non-negative int of any size."""
        mixed = GOLDEN32
        while True:
            mixed = _mix32(mixed ^ (seed & MASK32))
            seed >>= 32
            if seed == 0:
                break
        words = [0, 0, 0, 0]
        for i in range(4):
            mixed = (mixed + GOLDEN32) & MASK32
            words[i] = _mix32(mixed)
        self.set_words(words)

    def words(self) -> list[int]:
        """The four words that hold the whole state."""
        return [self.a, self.b, self.c, self.d]

    def set_words(self, words: list[int]) -> None:
        """Restore what `words` returned; all zero is not a state of this generator."""
        if words[0] | words[1] | words[2] | words[3] == 0:
            words = [1, 2, 3, 4]
        self.a, self.b, self.c, self.d = words[0], words[1], words[2], words[3]

    def copy(self) -> Generator:
        twin = Generator()
        twin.a, twin.b, twin.c, twin.d = self.a, self.b, self.c, self.d
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.words(),)  # compiled, the words are no entries of a __dict__ that pickle could find

    def next32(self) -> int:
        """A uniform int of 32 bits."""
        a, b, c, d = self.a, self.b, self.c, self.d
        total = (a + d) & MASK32
        result = (((total << 7) & MASK32 | total >> 25) + a) & MASK32
        shifted = (b << 9) & MASK32
        c ^= a
        d ^= b
        self.b = b ^ c
        self.a = a ^ d
        self.c = c ^ shifted
        self.d = (d << 11) & MASK32 | d >> 21
        return result

    def below(self, n: int) -> int:
        """A uniform int in [0, n), without bias."""
        product = self._multiple(n)
        low = product & MASK32
        if low < n:
            floor = (MASK32 + 1 - n) % n
            while low < floor:
                product = self._multiple(n)
                low = product & MASK32
        return product >> 32

    def _multiple(self, n: int) -> int:
        """`next32` times *n*."""
        drawn = self.next32()
        return (((drawn >> 16) * n) << 16) + (drawn & MASK16) * n

    def weighted(self, weights: list[int]) -> int:
        """An index drawn in proportion to *weights*; at least one must be positive."""
        ticket = self.below(sum(weights))
        for index, weight in enumerate(weights):
            ticket -= weight
            if ticket < 0:
                return index
        raise ValueError("weights must hold a positive number")


def restored(words: list[int]) -> Generator:
    """A generator in the state that `Generator.words` told."""
    generator = Generator()
    generator.set_words(words)
    return generator


def _mix32(x: int) -> int:
    x = _times32(x ^ (x >> 16), 0x85EB, 0xCA6B)
    x = _times32(x ^ (x >> 13), 0xC2B2, 0xAE35)
    return x ^ (x >> 16)


def _times32(x: int, high: int, low: int) -> int:
    """The lower 32 bits of *x* times the factor whose halves are *high* and *low*."""
    return (((((x >> 16) * low + (x & MASK16) * high) & MASK16) << 16) + (x & MASK16) * low) & MASK32
