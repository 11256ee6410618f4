"""Asking without tells: nobody learns from a pause who has something to answer with."""
