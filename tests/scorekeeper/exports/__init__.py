"""Tests of print and workbooks."""
