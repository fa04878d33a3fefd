"""Lower: what the C of a game computes, as data: lowered expressions, plans of actions, budgets and analyses; no C."""
