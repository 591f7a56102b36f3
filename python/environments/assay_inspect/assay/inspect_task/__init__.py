"""Assay's shopping episodes as an Inspect task."""
