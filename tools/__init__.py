"""Tools of the house: what `make` calls that is not part of the package."""
