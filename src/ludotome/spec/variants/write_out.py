"""write_out: a merged document → one text without `extends` and `remove` that means the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from ludotome.spec.blocks import YamlValue
from ludotome.spec.document import GameSpecDoc

_WIDTH = 110
_DROPPED = ("remove",)


class _Dumper(yaml.SafeDumper):
    """Writes a list inside a mapping with its dashes indented, as people do, and uses no aliases."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def write_out(doc: GameSpecDoc, title: str) -> str:
    """Return *doc* as a Markdown document with one block for each section."""
    blocks = [f"# {title}\n"]
    for section, value in doc.sections.items():
        if section not in _DROPPED:
            blocks.append(f"```yaml\n{_dumped({section: _without_extends(section, value)})}```\n")
    return "\n".join(blocks)


def _without_extends(section: str, value: YamlValue) -> YamlValue:
    if section != "metadata" or not isinstance(value, dict):
        return value
    return {key: below for key, below in value.items() if key != "extends"}


def _dumped(value: Mapping[str, YamlValue]) -> str:
    text = yaml.dump(
        dict(value), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH, default_flow_style=None
    )
    return str(text)
