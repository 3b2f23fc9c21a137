"""Type lines: supertypes, card types and subtypes (205)."""

from __future__ import annotations

from dataclasses import dataclass, replace

#: The last three are those of cards for casual play.
SUPERTYPES = ("basic", "legendary", "ongoing", "snow", "world", "poly", "mono", "continuous")
#: What stands among the supertypes of a permanent that an effect makes a token; no type line is printed with it.
TOKEN = "token"
CARD_TYPES = (
    "artifact", "battle", "conspiracy", "creature", "dungeon", "enchantment", "instant", "kindred", "land",
    "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "vanguard",
)  # fmt: skip
BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
#: Types whose objects can be on the battlefield (110.4).
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})


@dataclass(frozen=True, slots=True)
class TypeLine:
    """Supertypes and card types in lower case, subtypes as printed, each in the order printed."""

    supertypes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> TypeLine:
        """Read ``"Legendary Creature — Human Cleric"`` (a dash of any length between spaces)."""
        head, dash, tail = text.replace("\u2013", "—").replace(" - ", " — ").partition("—")
        words = head.split()
        supertypes = tuple(word.lower() for word in words if word.lower() in SUPERTYPES)
        types = tuple(word.lower() for word in words if word.lower() not in SUPERTYPES)
        tail = tail.strip().replace("Time Lord", "Time\u00a0Lord")
        subtypes = tuple(word.replace("\u00a0", " ") for word in tail.split()) if dash else ()
        return cls(supertypes, types, subtypes)

    def __str__(self) -> str:
        """The line as printed."""
        head = " ".join(word.title() for word in (*self.supertypes, *self.types))
        return f"{head} — {' '.join(self.subtypes)}" if self.subtypes else head

    @property
    def is_permanent(self) -> bool:
        """Whether an object with these types can be on the battlefield."""
        return any(kind in PERMANENT_TYPES for kind in self.types)

    def adding(self, types: tuple[str, ...] = (), subtypes: tuple[str, ...] = ()) -> TypeLine:
        """This line with further card types and subtypes, none twice."""
        return replace(
            self,
            types=self.types + tuple(kind for kind in types if kind not in self.types),
            subtypes=self.subtypes + tuple(kind for kind in subtypes if kind not in self.subtypes),
        )
