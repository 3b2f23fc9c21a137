"""What can happen: the rules as pure functions over immutable situations, and the search over every decision."""
