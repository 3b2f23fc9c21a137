"""Tables of rulings: documents that say which families of scenarios are answered, and what their columns are."""
