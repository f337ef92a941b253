"""HTTP only: access on the first line, then form, one call, answer."""
