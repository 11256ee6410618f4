"""Discord words in, commands out; views in, messages out. No rule, no state, no SQL, no system's name."""
