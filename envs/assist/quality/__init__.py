"""The quality of single messages, by rules and by a model (IVG Table 21)."""
