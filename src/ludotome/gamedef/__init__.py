"""GameDef: the contract between the language and the kernels.

Frozen structs, their JSON, their schema, and the one checker of a definition.

This room computes no play; it says only what a definition is and whether it is sound.
"""
