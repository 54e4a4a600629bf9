"""The arena: matches between players of any game, and what they prove about who is stronger."""
