"""Movement: where could a piece go, by which path, and what would it capture.

Three resolvers (visitor, compiled, fast path) and one occupancy filter, as the movement charter asks.

This room knows no turn, no rule of check, no game.
"""
