"""What `scripts/speed.py` measures, one subject a file."""
