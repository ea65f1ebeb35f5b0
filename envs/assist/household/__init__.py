"""VHSim: household tasks in the apartments of the home world."""
