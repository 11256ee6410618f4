"""Where fights are kept."""
