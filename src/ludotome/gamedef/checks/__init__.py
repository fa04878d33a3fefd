"""Checks of a definition: one file, one code, one function `check` each; `validate` runs them in order.

A check is given the inference of the definition (its symbols, its declared types, its findings) and adds what it finds.
"""
