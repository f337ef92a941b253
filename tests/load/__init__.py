"""Load on a real server with a real database: many tables, many viewers, sudden death."""
