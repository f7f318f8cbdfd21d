"""Observations as named blocks of small whole numbers laid end to end in one buffer."""

from __future__ import annotations


class Row:
    """One row of a block: what its numbers say, their largest value, and the value that is scaled to 1."""

    def __init__(self, name: str, high: int, unit: int, doc: str) -> None:
        if not 1 <= high <= 255:
            raise ValueError(f"row {name!r}: its largest value takes 1 to 255, got {high}")
        if unit < 1:
            raise ValueError(f"row {name!r}: the value scaled to 1 takes 1 or more, got {unit}")
        self.name = name
        self.high = high
        self.unit = unit
        self.doc = doc


class Block:
    """A named piece of an observation.

    Raw entries are whole numbers in [0, high]; scaled ones, raw / unit, lie in `range`.

    Args:
        name: how the block is called.
        shape: its shape as an array.
        high: the largest raw value, 255 at most.
        unit: the raw value that is scaled to 1.
        doc: one sentence that says what it holds.
        rows: where the first axis lists different things, one Row for each; *high* and *unit* then follow from them.
    """

    def __init__(
        self, name: str, shape: tuple[int, ...], high: int, unit: int, doc: str, rows: list[Row] | None = None
    ) -> None:
        self.name = name
        self.shape = shape
        self.doc = doc
        self.start = 0
        self.size = 1
        for length in shape:
            self.size *= length
        self.rows = rows if rows is not None else [Row("", high, unit, doc)]
        if rows is not None and len(rows) != shape[0]:
            raise ValueError(f"block {name!r}: {shape[0]} rows by its shape, {len(rows)} described")
        self.high = max(row.high for row in self.rows)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the largest scaled value."""
        return 0.0, max(row.high / row.unit for row in self.rows)

    def row_size(self) -> int:
        """How many entries each described row has."""
        return self.size // len(self.rows)

    def highs(self) -> list[int]:
        """The largest raw value of each entry."""
        return [row.high for row in self.rows for _ in range(self.row_size())]

    def scales(self) -> list[float]:
        """What each raw entry is multiplied by."""
        return [1.0 / row.unit for row in self.rows for _ in range(self.row_size())]


class Layout:
    """Blocks laid end to end. A raw entry times its scale is the float32 observation; raw entries alone fit uint8."""

    def __init__(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.size = 0
        self.highs: list[int] = []
        self.scales: list[float] = []
        self.by_name: dict[str, Block] = {}
        for block in blocks:
            if block.name in self.by_name:
                raise ValueError(f"two blocks are called {block.name!r}")
            block.start = self.size
            self.size += block.size
            self.highs.extend(block.highs())
            self.scales.extend(block.scales())
            self.by_name[block.name] = block

    def block(self, name: str) -> Block:
        """The block called *name*; KeyError names it when there is none."""
        if name not in self.by_name:
            raise KeyError(f"no block is called {name!r}; there are {', '.join(self.by_name)}")
        return self.by_name[name]

    def start(self, name: str) -> int:
        """Where the block called *name* begins."""
        return self.block(name).start

    def row_start(self, name: str, row: str) -> int:
        """Where the row *row* of the block called *name* begins."""
        block = self.block(name)
        for at, described in enumerate(block.rows):
            if described.name == row:
                return block.start + at * block.row_size()
        raise KeyError(f"block {name!r} has no row {row!r}")

    def name_of(self, index: int) -> str:
        """What the entry *index* belongs to, as `block.row[i]`, for messages and tests."""
        for block in self.blocks:
            if block.start <= index < block.start + block.size:
                row, at = divmod(index - block.start, block.row_size())
                label = block.rows[row].name
                return f"{block.name}.{label}[{at}]" if label else f"{block.name}[{at}]"
        raise IndexError(f"no entry {index}: entries run from 0 to {self.size - 1}")
