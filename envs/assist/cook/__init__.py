"""CookSim: a kitchen, its recipes and layouts."""
