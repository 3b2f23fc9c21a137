"""The questions that are answered by values, by kind; what answers them is imported when it is asked."""

#: Those about the faces of cards.
FACES = ("faces", "mana_value", "can_play", "transform")
#: The questions of this kind.
KINDS = (
    "can_activate", "can_choose", "can_target", "format_legal", "count", "could_produce", "characteristics", *FACES,
)  # fmt: skip
#: Those whose answers are a list, or for one thing asked about the answer alone.
LISTED = ("can_activate", "can_choose", "can_target", "format_legal", "count")
#: Those about the outcomes themselves, and about reasons (scenarios.reasoning).
REASONED = ("order_matters", "can_force", "why", "why_not")
