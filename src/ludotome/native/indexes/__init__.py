"""Indexes: data that is updated incrementally with a state, when it pays, and the C that updates it.

One module for each index. `index` defines what an index must provide; `kept` lists all indexes and orders their parts.
`foreseen`, `takings` and `near_sets` are not indexes: they decide which trials can be foreseen from kept groups and
numbers.
"""
