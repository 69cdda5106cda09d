"""The op table: every elementwise operation, reduction and scan, stated once as data.

One file holds one family.  A file only describes; ``_core`` runs what is described.
"""
