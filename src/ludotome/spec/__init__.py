"""Spec: from a Markdown document to a GameDef, with diagnostics for every mistake.

A pure function of text: it opens no file and knows no kernel.
"""
