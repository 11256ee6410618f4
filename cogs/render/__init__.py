"""From views to screens."""
