"""How fast the site is, beside the plainest code that does the same thing on the same machine at the same time.

`make bench` runs it. Nothing here is imported by the site or collected as a test.
"""
