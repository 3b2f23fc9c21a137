"""Families: documents that span a space of scenarios, addressed by number and never listed (docs/explore.md)."""
