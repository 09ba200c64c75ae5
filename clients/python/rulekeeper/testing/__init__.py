"""Testing games: the pytest plugin, the conformance suite, self-play."""
