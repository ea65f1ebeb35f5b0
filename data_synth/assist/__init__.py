"""The expert assistant: it knows world and schedule, and says in time what a good assistant would."""
