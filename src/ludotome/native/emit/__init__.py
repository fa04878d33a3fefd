"""Emit: generate the C file of a game from lowered expressions, plans and indexes."""
