"""Simulate: many games, and what they say about a game.

This room prints nothing; it returns reports.
"""
