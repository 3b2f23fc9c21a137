"""Compiles a card's text into a catalogue entry, clause by clause; what is not understood is named."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from model.errors import AnyorderError, MalformedError
from scenarios.reading import layouts, resolving, tidying
from scenarios.reading.activated import placed
from scenarios.reading.families import family_of
from scenarios.reading.keywords import keywords
from scenarios.reading.meanings import NotSayableError
from scenarios.reading.parsing import NotReadError, read_words
from scenarios.reading.records import Clause, OracleCard, OracleFace, Reading
from scenarios.reading.wording import cut

_TARGETS = re.compile(r"\btargets?\b|\b(?:name|choose|choice|equip|enchant)", re.IGNORECASE)
_SPELLS = re.compile(r"\b(?:Instant|Sorcery|Interrupt)\b")


def read_card(record: OracleCard) -> Reading:
    """A card's entry in the notation with every clause that was understood, and all clauses with their fate."""
    clauses: list[Clause] = []
    left: list[str] = []
    faces = [_face(face, clauses, left, record.layout, place) for place, face in enumerate(record.faces)]
    if len(faces) == 1:
        entry = {**faces[0], "name": record.name}
        if record.layout in {"leveler", "saga", "class", "case", "station", "meld"}:
            entry["layout"] = record.layout
        into, lacking = layouts.meld_facts(record)
        left += lacking
        if into:
            entry["melds_into"] = into
    else:
        name = " // ".join(str(face["name"]) for face in faces)
        entry = {"name": name, "layout": layouts.layout_of(record), "faces": faces}
    left += [clause.stopped_at for clause in clauses if not clause.understood]
    if left:
        entry["left_out"] = left
    return Reading(entry, tuple(clauses))


def read_text(text: str, *, name: str = "", type_line: str = "") -> tuple[Clause, ...]:
    """The clauses of a pasted text."""
    clauses: list[Clause] = []
    _face(OracleFace(name or "~", type_line=type_line or "Artifact", text=text), clauses, [])
    return tuple(clauses)


def _face(
    face: OracleFace, clauses: list[Clause], left: list[str], layout: str = "normal", place: int = 0
) -> dict[str, Any]:
    """The entry of a face; its clauses and what of its facts the notation can't say are added to the lists."""
    face = layouts.station_lines(face) if layout == "station" else face
    entry, unknown = layouts.facts_of(face, layout)
    left += unknown
    if layouts.lacks_colors(face, layout, place):
        left.append(f"the colors of {face.name}")
    spell = bool(_SPELLS.search(face.type_line))
    abilities: list[Any] = []
    chosen: list[Any] = []
    paragraphs = tidying.paragraphs(face.text, face.name, face.type_line)
    for paragraph in layouts.apart(tidying.joined(paragraphs) if spell else paragraphs):
        family = family_of(paragraph)
        try:
            if inset := layouts.prototype_of(paragraph):
                entry["prototype"] = inset
                clauses.append(Clause(face.name, paragraph, family, ()))
                continue
            found, choices = layouts.read(paragraph, _paragraph, spell)
            if layout == "station" and found == ["station"] and (creature := layouts.station_creature(face)):
                found = [*found, creature]
            found = layouts.completed(found, face)
            _check(found, choices)
        except NotReadError as error:
            clauses.append(Clause(face.name, paragraph, family, None, error.stopped_at))
            continue
        except NotSayableError as error:
            clauses.append(Clause(face.name, paragraph, family, None, str(error)))
            continue
        clauses.append(Clause(face.name, paragraph, family, tuple(found)))
        abilities.extend(found)
        chosen.extend([*choices, *layouts.names_chosen(found)])
    if abilities:
        entry["abilities"] = abilities
    if chosen:
        entry["chooses"] = chosen
    return entry


@lru_cache(maxsize=65536)
def _paragraph(paragraph: str, spell: bool) -> tuple[list[Any], list[Any]]:
    """The abilities of a paragraph and what they have players choose. Raises NotReadError where reading stopped."""
    failed: NotReadError | None = None
    for text in dict.fromkeys((paragraph, tidying.without_preface(paragraph))):
        simple = keywords(text)
        if simple is not None:
            return simple, []
        for start in ("spell_ability", "ability") if spell else ("ability",):
            words = cut(text)
            try:
                found, chosen = resolving.resolve(read_words(words, start))
                ways = sum("activated" in one for one in found if isinstance(one, dict))  # "{3} or {G}: ..."
                if len(chosen) > len(_TARGETS.findall(text)) * max(1, ways):  # a target that is spoken of twice is one
                    raise NotSayableError("how many targets there are")
                return placed(found), chosen
            except NotSayableError as error:
                failed = failed or NotReadError(words, 0)
                failed.args = (str(error) or failed.stopped_at,)
            except NotReadError as error:
                if failed is None or error.place > failed.place:
                    failed = error
    assert failed is not None
    raise failed


def _check(abilities: list[Any], choices: list[Any]) -> None:
    """Let the notation's own reader look at what was compiled. Raises NotReadError where it refuses it."""
    from scenarios import chosen, notation

    try:
        for ability in abilities:
            notation.ability(ability, "")
        chosen.choices(choices, "")
        _refuse_card_types([abilities, choices])
    except AnyorderError as error:
        problem = NotReadError((), 0)
        problem.args = (f"the notation refuses it: {error}",)
        raise problem from None


_OF_THE_CHOSEN_TYPE = re.compile(
    r"\b(?<!creature )(?<!land )(?:spell|card|permanent|source|token)s?(?: [a-z' ]*)?? of the chosen type"
)


_SPELL_ELSEWHERE = re.compile(r"\bspell(?: [^,]*?)? in (?:[a-z' ]* )?(?:graveyard|hand|library|exile)\b")


def _refuse_card_types(value: Any) -> None:
    """Refuse "spells of the chosen type", which is a card type; the notation's chosen types are subtypes."""
    if isinstance(value, dict):
        value = [part for key, part in value.items() if key not in {"only", "rider"}]
    if isinstance(value, list):
        for part in value:
            _refuse_card_types(part)
    elif isinstance(value, str) and _OF_THE_CHOSEN_TYPE.search(value):
        raise MalformedError(f"{value!r}: the chosen type may be a card type")
    elif isinstance(value, str) and _SPELL_ELSEWHERE.search(value):
        raise MalformedError(f"{value!r}: a spell is on the stack, wherever it was cast from")
