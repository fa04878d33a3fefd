"""Emit: lowered expressions, plans and indexes as the text of one C file."""
