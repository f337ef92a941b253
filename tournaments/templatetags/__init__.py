"""What pages of the score keeper show of tournaments."""
