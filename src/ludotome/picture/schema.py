"""Schema: the JSON Schema of scenes and views, for other languages."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotome.picture.scene import Scene
from ludotome.picture.view import View


def json_schema() -> dict[str, Any]:
    """Return one schema with the definitions of both: `Scene` and `View`."""
    (scene, view), definitions = msgspec.json.schema_components((Scene, View), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ludotome scene or view",
        "anyOf": [scene, view],
        "$defs": dict(sorted(definitions.items())),
    }
