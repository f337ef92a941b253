"""Russian dates."""
