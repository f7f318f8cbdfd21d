"""Reading entries of a data file so that a wrong one is refused by its name."""

from __future__ import annotations

from importlib.resources import files
from typing import NoReturn


def shipped_text(file_name: str) -> str:
    """The text of a data file that the package ships."""
    return files("dune_env.arrakis").joinpath("data").joinpath(file_name).read_text(encoding="utf-8")


class Entry:
    """A value of a data file with its path, such as `tokens.wormsign.sand`, and the error that refuses it."""

    value: object
    path: str
    error: type[ValueError]

    def __init__(self, value: object, path: str, error: type[ValueError]) -> None:
        self.value = value
        self.path = path
        self.error = error

    def refuse(self, takes: str) -> NoReturn:
        """Raise the file's error: the entry, what it takes and what it holds."""
        raise self.error(f"{self.path or 'the file'}: takes {takes}, got {shortened(self.value)}")

    def below(self, key: str, value: object) -> Entry:
        return Entry(value, f"{self.path}.{key}" if self.path else key, self.error)

    def record(self, keys: list[str], optional: list[str] | None = None) -> Entry:
        """This entry, once it is known to be an object with exactly these keys, or some optional ones beside them."""
        allowed = keys + (optional or [])
        if not isinstance(self.value, dict):
            self.refuse("an object with " + ", ".join(keys) if keys else "an object")
        for key, value in self.value.items():
            if key not in allowed:
                self.below(str(key), value).refuse("nothing: the key is unknown; known here: " + ", ".join(allowed))
        for key in keys:
            if key not in self.value:
                raise self.error(f"{self.below(key, None).path}: is missing")
        return self

    def get(self, key: str) -> Entry:
        """The entry under a key that must be there."""
        if not isinstance(self.value, dict):
            self.refuse(f"an object with {key}")
        if key not in self.value:
            raise self.error(f"{self.below(key, None).path}: is missing")
        return self.below(key, self.value[key])

    def keys(self) -> list[str]:
        if not isinstance(self.value, dict):
            self.refuse("an object")
        return [str(key) for key in self.value]

    def items(self, count: int = -1) -> list[Entry]:
        """The entries of a list, each named by its id where it has one."""
        if not isinstance(self.value, list):
            self.refuse("a list")
        if count >= 0 and len(self.value) != count:
            raise self.error(f"{self.path}: takes {count} entries, got {len(self.value)}")
        found: list[Entry] = []
        for index, value in enumerate(self.value):
            name = value.get("id", index) if isinstance(value, dict) else index
            found.append(self.below(str(name), value))
        return found

    def integer(self, low: int, high: int) -> int:
        # A bool is an int to isinstance, but no number in a data file.
        if not isinstance(self.value, int) or isinstance(self.value, bool) or not low <= self.value <= high:
            self.refuse(f"{low}" if low == high else f"a whole number from {low} to {high}")
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value:
            self.refuse("a text")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.refuse("true or false")
        return self.value

    def choice(self, names: list[str]) -> int:
        """The place of this text in a list of names."""
        if not isinstance(self.value, str) or self.value not in names:
            self.refuse("one of " + ", ".join(names) if len(names) <= 20 else f"one of {len(names)} known ids")
        return names.index(self.value)

    def choices(self, names: list[str], count: int = -1) -> list[int]:
        return [item.choice(names) for item in self.items(count)]


def unique_ids(items: list[Entry]) -> list[str]:
    """The `id` of each entry, refusing one that appears twice."""
    ids: list[str] = []
    for item in items:
        name = item.get("id").text()
        if name in ids:
            item.get("id").refuse("an id that no other entry has")
        ids.append(name)
    return ids


def override(shipped: object, own: object, path: str, error: type[ValueError]) -> object:
    """The shipped facts with one's own in their place: objects by key, lists of entries with ids by id."""
    if isinstance(shipped, dict) and isinstance(own, dict):
        merged: dict[str, object] = dict(shipped)
        for key, value in own.items():
            below = f"{path}.{key}" if path else key
            merged[key] = override(shipped[key], value, below, error) if key in shipped else value
        return merged
    if isinstance(shipped, list) and isinstance(own, list) and has_ids(shipped) and has_ids(own):
        entries: dict[str, object] = {item["id"]: item for item in shipped}
        for item in own:
            name = item["id"]
            if name not in entries:
                # What an entry does is written in the rules under its id, so a file can change facts, not add ids.
                raise error(f"{path}.{name}: takes one of the shipped ids: " + ", ".join(entries))
            entries[name] = override(entries[name], item, f"{path}.{name}", error)
        return list(entries.values())
    return own


def has_ids(items: list[object]) -> bool:
    return all(isinstance(item, dict) and isinstance(item.get("id"), str) for item in items)


def collect_provenance(labels: dict[str, str], value: object, path: str) -> None:
    """Note, by entry path, every provenance that the file states."""
    prefix = f"{path}." if path else ""
    if isinstance(value, dict):
        for key, below in value.items():
            if key != "provenance":
                collect_provenance(labels, below, f"{prefix}{key}")
            elif isinstance(below, dict):
                for name, label in below.items():
                    labels[f"{prefix}{name}"] = str(label)
            else:
                labels[path] = str(below)
    elif isinstance(value, list):
        for index, below in enumerate(value):
            name = below.get("id", index) if isinstance(below, dict) else index
            collect_provenance(labels, below, f"{prefix}{name}")


def shortened(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
