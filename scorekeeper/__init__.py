"""The score keeper: games at one table, their sheets, their settlement."""
