"""Tests of the games: the engine from the command line, and what it is made of."""
