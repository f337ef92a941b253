"""The pure core of a tournament: it seats and it ranks, and knows no framework and no clock."""
