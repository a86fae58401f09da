"""The rules of euchre, as a judge of records.

The engine knows seats, cards and points; it knows no club, no person and no database. It reports what is wrong
with a record, or what the record is worth. Rule numbers (R22) are those of the rule page that the site scores by.
"""
