"""Play: one door over both kernels: load, Game, State, Record.

This room decides nothing about rules; it chooses a backend and keeps the books.
"""
