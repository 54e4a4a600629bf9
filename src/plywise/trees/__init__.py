"""Trees: those written on the blackboard, and those that a search has walked through."""
