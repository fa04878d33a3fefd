"""Agents: choose a decision from what one seat may see.

This room never looks at what is hidden from the seat it plays for.
"""
