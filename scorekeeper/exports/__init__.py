"""Writers of files: each takes a neutral report and returns bytes."""
