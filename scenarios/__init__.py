"""Questions as data: the notation of cards and scenario documents, the catalogue, and how outcomes are written."""
