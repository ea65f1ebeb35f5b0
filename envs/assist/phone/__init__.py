"""ScreenSim: a phone with its settings."""
