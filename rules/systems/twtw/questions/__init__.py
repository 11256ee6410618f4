"""The decisions that somebody may owe, one file for each kind of matter."""
