"""The triggered abilities that keywords stand for: persist and undying (702.79, 702.93)."""

from __future__ import annotations

from functools import lru_cache

from model.abilities import Keyword, Triggered
from model.amounts import ONE, Binary, Call, Number
from model.effects import Watch, Words
from model.instructions import Do
from model.selectors import Aspect, Predicate, Selector, role

_THIS = role("this")
_OWNER = Selector(((Predicate(Aspect.OWNER_OF, "this"),),), phrase="this's owner")
_DIES = Watch("move", (("object", _THIS), ("from", Words(("battlefield",))), ("to", Words(("graveyard",)))))


@lru_cache(maxsize=1024)
def keyword_trigger(keyword: Keyword) -> Triggered | None:
    """The triggered ability of a keyword, if it stands for one that is modelled."""
    match keyword.name:
        case "persist":  # 702.79a
            return _returns("-1/-1")
        case "undying":  # 702.93a
            return _returns("+1/+1")
        case _:
            return None


def _returns(kind: str) -> Triggered:
    """When it dies without such a counter, it returns under its owner's control with one."""
    without = Binary("==", Call("counters", (kind, _THIS)), Number(0))
    back = Do("enter", (("object", _THIS), ("under", _OWNER), ("counters", ((kind, ONE),))))
    return Triggered((_DIES,), (back,), without)
