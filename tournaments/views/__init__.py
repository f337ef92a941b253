"""What the addresses of a tournament answer."""
