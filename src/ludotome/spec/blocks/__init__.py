"""Blocks: from a Markdown document to YAML trees in which every node has its position.

Invariants:
    * total: a block that cannot be parsed yields slips, and the other blocks are still parsed;
    * bounded: depth, nodes and aliases are limited before anything is composed;
    * offsets count code points of the block's text; `Block.to_source` maps them to the document.

This package does not know the sections of a game.
"""

from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.fences import Block, yaml_blocks
from ludotome.spec.blocks.read_block import ReadBlock, read_block
from ludotome.spec.blocks.scalars import decoded_offsets
from ludotome.spec.blocks.trees import Budget, Place, Tree, YamlValue, grow_section, grow_tree, key_path

__all__ = [
    "Block",
    "yaml_blocks",
    "ReadBlock",
    "read_block",
    "Tree",
    "Place",
    "YamlValue",
    "Budget",
    "grow_tree",
    "grow_section",
    "key_path",
    "decoded_offsets",
    "mistakes",
]
