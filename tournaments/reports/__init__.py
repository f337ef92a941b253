"""What the pages and prints of a tournament show: values in, rows of words and figures out."""
