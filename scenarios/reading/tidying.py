"""Makes rules text uniform: today's wording, ``~`` for the card itself, one ability a paragraph, no reminder text."""

from __future__ import annotations

import re

#: What never changes what a text means, in order: (pattern, what takes its place).
_UNIFORM: tuple[tuple[str, str], ...] = (
    ("[\u2018\u2019\u02bc]", "'"),
    ("[\u201c\u201d]", '"'),
    ("\u2212", "-"),
    (r"\s*\u2014\s*", " \u2014 "),
    (r"[ \t\u00a0]+", " "),
)
#: Older wordings and what they are today.
_OLDER: tuple[tuple[str, str], ...] = (
    (r"\benters? the battlefield\b", lambda match: match[0].split()[0]),  # type: ignore[list-item]
    (r"\bentered the battlefield\b", "entered"),
    (r"\bentering the battlefield\b", "entering"),
    (r"\bcomes? into play\b", lambda match: "enters" if match[0].startswith("comes") else "enter"),  # type: ignore[list-item]
    (r"\bfrom play\b", "from the battlefield"),
    (r"\binto play\b", "onto the battlefield"),
    (r"\bin play\b", "on the battlefield"),
    (
        r"\b([Rr])emove(s?|d?) (.{1,80}?) from the game\b",
        lambda match: f"{'E' if match[1] == 'R' else 'e'}xile{match[2]} {match[3]}",
    ),  # type: ignore[list-item]
    (r"\b(is|are) removed from the game\b", r"\1 exiled"),
    (r"\bremoved from the game\b", "exiled"),
    (r" to (?:your|their|his or her|that player's|its controller's) mana pool\b", ""),
    (r"\bhis or her\b", "their"),
    (r"\bhe or she\b", "they"),
    (r"\bhim or her\b", "them"),
    (r"\bconverted mana cost\b", "mana value"),
    (r"\bcan't be countered by spells or abilities\b", "can't be countered"),
    (
        r"\bput(s?) (an?|one|two|three|four|five|six|seven|eight|nine|ten|X|that many|twice that many) ((?:[^.,]*? )?tokens?(?: with [^.,]*?| named [^.,]*?| that's [^.,]*?)?) onto the battlefield",
        r"create\1 \2 \3",
    ),
    (r"\bshuffles? (?:your|their) library\b", lambda match: match[0].split()[0]),  # type: ignore[list-item]
    (r"\bplays? (a|that|this) spell\b", r"cast \1 spell"),
    (r"\bthat source's controller\b", "its controller"),
    (r"\bplainscycling|islandcycling|swampcycling|mountaincycling|forestcycling\b", lambda match: match[0]),  # type: ignore[list-item]
)
_REMINDER = re.compile(r"\s*\([^()]*(?:\([^()]*\)[^()]*)*\)")
#: Where a line of a file was broken within a sentence, the next one begins with a small letter.
_BROKEN = re.compile(r"\n(?=[a-z,;])")
#: A flavor word or ability word (207.2c-d) before an ability.
_PREFACE = re.compile(r"^[A-Z\u00c0-\u024f][^.{}:\"\u2014\u2022]*? \u2014 (?=[A-Z{~\"])")


def paragraphs(text: str, name: str, type_line: str = "") -> tuple[str, ...]:
    """The abilities of a face as uniform text: ``~`` stands for the card, reminder text is gone (207.2)."""
    for pattern, new in _UNIFORM:
        text = re.sub(pattern, new, text)
    text = _BROKEN.sub(" ", text)
    text = itself(text, name)
    found = []
    for line in text.split("\n"):
        tidy = _REMINDER.sub("", line).strip()
        for pattern, new in _OLDER:
            tidy = re.sub(pattern, new, tidy)
        if tidy.startswith("\u2022") and found:
            found[-1] += " | " + tidy.removeprefix("\u2022").strip()
        elif tidy:
            found.append(tidy)
    del type_line
    return tuple(found)


def itself(text: str, name: str) -> str:
    """``~`` for the card's name, whole or as it is shortened (201.5b): before a comma, or before "of", "the" ..."""
    name = name.replace("\u2019", "'")
    for form in short_names(name):
        text = re.sub(rf"(?<![\w]){re.escape(form)}(?![\w])", "~", text)
    return re.sub(
        r"\b[Tt]his (?:creature|land|artifact|enchantment|permanent|planeswalker|battle|Aura|Equipment|Vehicle|Saga|Class|"
        r"Room|Case|Siege|Spacecraft|token|Fortification|Attraction|card|spell)\b",
        "~",
        text,
    )


def short_names(name: str) -> tuple[str, ...]:
    """The names by which a card's text calls the card (201.5, 201.5b)."""
    found = [name]
    for mark in (",", " of ", " the "):
        head = name.split(mark)[0].strip()
        if head != name and len(head) > 2 and head not in {"The", "A", "An"}:
            found.append(head)
    return tuple(dict.fromkeys(found))


def without_preface(paragraph: str) -> str:
    """A paragraph without the ability word or flavor word before it (207.2c-d), which have no rules meaning."""
    return _PREFACE.sub("", paragraph, count=1)
