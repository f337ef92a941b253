"""The sign-in of the demonstration, which everybody may read here and nobody may use in earnest."""

NAME = "host"
PASSWORD = "пять костей на стол"  # noqa: S105 - it opens a demonstration
