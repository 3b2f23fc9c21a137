"""Cards that people bring: files of them, the store they are kept in, and how much of them is understood."""
