"""The kinds of decisions that can be owed, one file each."""
