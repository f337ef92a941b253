"""What an organiser types: text in, values out."""
