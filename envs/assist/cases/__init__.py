"""Cases: the frozen benchmark and generators of training cases."""
