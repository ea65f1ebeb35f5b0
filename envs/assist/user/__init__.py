"""The simulated person."""
