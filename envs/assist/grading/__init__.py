"""Grading from the event log alone."""
