"""Timings of anyorder beside other ways to get the same answer; run with ``make bench``."""
