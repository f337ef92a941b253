"""Journeys: what people at a table do, in a real browser, against the core's own figures."""
