"""What templates need beside Django's own."""
