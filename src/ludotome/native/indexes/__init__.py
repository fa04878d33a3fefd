"""Indexes: what is kept up to date beside a state, when that is worth it, and the C that keeps it."""
