"""Indexes: what is kept up to date beside a state, when that is worth it, and the C that keeps it.

One module for each index. `index` says what an index must provide; `kept` lists them all and puts their parts in
order. `foreseen`, `takings` and `near_sets` are no indexes: they say which trials kept groups and numbers can foresee.
"""
