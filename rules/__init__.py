"""Adjudication of fights; runs without Discord."""
