"""The naive twin: a second, independent meaning of 614 to 616, slow and by the letter, for tests to compare with.

python-constraint lists every order of the decisions, each order is replayed one by one, and nothing is merged or
remembered. It shares no code with the explorer. What it does not model it refuses with OutOfScopeError.
"""

from solver.twin.counting import twin_outcomes

__all__ = ["twin_outcomes"]
