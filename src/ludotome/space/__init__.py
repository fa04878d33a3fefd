"""Space: zones as the nodes of a graph, and what can be asked of it: directions, rays, distance, paths, sight.

Invariants:
    * every order is stated where it applies and never depends on a hash;
    * every search has a plain Python form and a C form with identical answers.

This room knows no piece, no player and no game.
"""
