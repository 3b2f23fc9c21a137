"""Which replacement and prevention effects commute on an event, tried over all pairs and triples of them."""
