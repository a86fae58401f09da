"""How dates are written: day first, the clock with 24 hours, in English too."""
