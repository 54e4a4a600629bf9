"""Game trees: explicit ones, as drawn on a blackboard, and recordings of the trees that searches explored."""
