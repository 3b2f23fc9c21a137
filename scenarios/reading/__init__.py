"""The reader of rules text: from the words of a card to the notation of docs/notation.md."""
