"""Board state: a square board put together from segments, with tokens on it, and its mission files.

This room draws nothing but text and knows no rules of play.
"""
