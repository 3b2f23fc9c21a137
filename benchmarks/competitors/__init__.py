"""The methods that the explorer is compared with, one module each.

Each has one function ``outcomes(effects, start)`` that returns the set of the different amounts over all orders.
"""
