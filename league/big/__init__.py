"""A database of any size to measure with: what many clubs would have after years, written in minutes.

Every row is as the site's own door would have written it; only the way there is shorter.
"""
