"""Tools: the scripts that `make` runs, which are not part of the package."""
