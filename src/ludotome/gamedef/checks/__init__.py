"""Checks of a definition: one module, one code and one function `check` each; `validate` runs them in order.

A check gets the inference of the definition (symbols, declared types, findings) and adds its findings.
"""
