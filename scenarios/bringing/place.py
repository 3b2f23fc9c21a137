"""Where imported cards are kept; apart from the store, so that looking whether there are any costs nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def directory() -> Path:
    """The user's data directory: ANYORDER_DATA, or what the system has for data of programs (XDG_DATA_HOME)."""
    if own := os.environ.get("ANYORDER_DATA"):
        return Path(own).expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
        return Path(base) / "anyorder"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "anyorder"
    base = os.environ.get("XDG_DATA_HOME") or ""
    if not os.path.isabs(base):  # the specification has relative paths ignored
        base = str(Path.home() / ".local" / "share")
    return Path(base) / "anyorder"


def path() -> Path:
    """The file of the store."""
    return directory() / "cards.sqlite"
