"""Run: compile, load and call the C: states, decisions, batches, search, contests."""
