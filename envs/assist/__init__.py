"""Worlds in which the policy guides a simulated person and does not act itself (Interactive Visual Gym)."""
