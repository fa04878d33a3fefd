"""Kernel: what a game means, in plain Python over immutable states.

Obvious before fast; the native kernel must agree with it hash by hash.
"""
