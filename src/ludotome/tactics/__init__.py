"""Tactics: what a figure on a map can reach, see and hide behind.

This room knows walls, tables, smoke and characters; it knows no turn order and no game document.
"""
