"""Slots: the int of a `Discrete` action and its name, `pick_area(carthag)`, looked up both ways at once."""

from __future__ import annotations


class SlotFamily:
    """A run of slots that name things of one kind, with capacity reserved for later content."""

    def __init__(self, name: str, labels: list[str], capacity: int = 0) -> None:
        if capacity and len(labels) > capacity:
            raise ValueError(f"slot family {name!r} holds {capacity} labels, got {len(labels)}")
        self.name = name
        self.labels = labels
        self.capacity = capacity or len(labels)
        self.start = 0

    def slot_name(self, index: int) -> str:
        label = self.labels[index] if index < len(self.labels) else f"reserved_{index}"
        return f"{self.name}({label})" if self.name else label


class SlotSpace:
    """Slot families laid end to end: the whole action space of a game."""

    def __init__(self, families: list[SlotFamily]) -> None:
        self.families = families
        self.names: list[str] = []
        for family in families:
            family.start = len(self.names)
            for index in range(family.capacity):
                self.names.append(family.slot_name(index))
        self.size = len(self.names)
        self.slots: dict[str, int] = {name: slot for slot, name in enumerate(self.names)}
        if len(self.slots) != self.size:
            raise ValueError("two slots share a name")

    def name(self, slot: int) -> str:
        """The name of *slot*; IndexError outside the space."""
        if not 0 <= slot < self.size:
            raise IndexError(f"no slot {slot}: slots run from 0 to {self.size - 1}")
        return self.names[slot]

    def slot(self, name: str) -> int:
        """The slot called *name*; KeyError names it when there is none."""
        if name not in self.slots:
            raise KeyError(f"no slot is called {name!r}")
        return self.slots[name]
