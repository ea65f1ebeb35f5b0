"""A model judge's replies on disk, by content hash, so that judging again costs nothing.

A file is written to a temporary name and moved, so a kill leaves no half reply under a real name. A damaged one counts
as absent and is written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from threading import get_ident
from typing import Any

from envs.strict_json import JsonError, loads


class VerdictCache:
    """Replies in a folder, which is made when the first one is kept; with None nothing is kept."""

    def __init__(self, folder: str | Path | None) -> None:
        self.folder = Path(folder) if folder is not None else None

    @staticmethod
    def key(**content: Any) -> str:
        """SHA-256 of JSON-plain content."""
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def get(self, key: str) -> Any:
        """The reply kept under a key; None where there is none, or a damaged one."""
        if self.folder is None:
            return None
        try:
            return loads(self._path(self.folder, key).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, JsonError):
            return None

    def put(self, key: str, reply: Mapping[str, Any]) -> None:
        """Keep a JSON-plain reply. OSError when the folder cannot be written."""
        if self.folder is None:
            return
        path = self._path(self.folder, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{key}.{os.getpid()}.{get_ident()}.part")
        part.write_text(json.dumps(reply), encoding="utf-8")
        os.replace(part, path)

    @staticmethod
    def _path(folder: Path, key: str) -> Path:
        return folder / key[:2] / f"{key}.json"
