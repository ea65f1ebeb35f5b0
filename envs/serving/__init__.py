"""Worlds behind the Model Context Protocol: a server for any registered world, and a world that a server is."""
