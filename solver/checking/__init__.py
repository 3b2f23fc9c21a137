"""Replaying a derivation step by step: the parts of ``solver.checker``.

Nothing here imports the process of 616, its search or its rewriting, so that a mistake there is not repeated here. What
effects exist, what their phrases and amounts mean, and what an event that happens changes is read where it is defined.
"""
