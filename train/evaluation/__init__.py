"""Playing a task list with any policy, and reporting what came of it."""
