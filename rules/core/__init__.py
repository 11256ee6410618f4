"""What every rule system shares: values and functions to import, never a base class."""
