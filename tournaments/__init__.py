"""Tournaments: entrants, rounds, seats at tables, standings."""
