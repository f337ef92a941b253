"""That the program starts as it should, and that each tier of tests has its instrument."""
