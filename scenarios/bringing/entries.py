"""Entries and abilities in the notation, written down as the catalogue's files write them."""

from __future__ import annotations

from typing import Any


def as_yaml(value: Any) -> str:
    """The value in YAML: a list of abilities one below the other, mappings within them on one line where they fit."""
    import yaml

    class _Writer(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            return True

        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            del indentless
            super().increase_indent(flow, False)

    text: str = yaml.dump(
        value, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
    )
    return text
