"""Neutral reports, and what they become: printed pages and workbooks."""
