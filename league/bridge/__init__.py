"""The only place where rows and forms meet engine values: rows in, engine values out, and words for people."""
