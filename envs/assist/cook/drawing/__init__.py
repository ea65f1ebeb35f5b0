"""How the kitchen looks: a pen on small transparent pictures, and with it the food, the stations and the cook."""
