"""English dates, with the month in letters: 11/12 is read in two ways."""
