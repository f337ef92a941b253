"""The nine games, one file of data each (rules.md §2). catalog.py lists them."""
