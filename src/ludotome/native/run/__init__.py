"""Run: C compiled, loaded and called: states, decisions, batches, search, contests."""
