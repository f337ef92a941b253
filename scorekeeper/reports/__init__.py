"""Values of a game → what is shown. Everything a template prints is decided here."""
