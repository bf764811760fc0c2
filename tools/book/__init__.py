"""Generates and checks the parts of the book that come from elsewhere: README.md says how."""
