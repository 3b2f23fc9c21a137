"""Tables of rulings: every scenario of a table answered, and the table written in several formats."""
