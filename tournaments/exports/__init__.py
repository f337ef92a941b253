"""The papers of a tournament: documents free of any format, and how they are printed."""
