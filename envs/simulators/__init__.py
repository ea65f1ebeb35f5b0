"""Worlds at work: many episodes behind one face, in this process or in worker processes."""

from envs.simulators.local import LocalSimulators
from envs.simulators.recipe import WorldRecipe
from envs.simulators.simulators import Answer, Simulators, WorldSeconds
from envs.simulators.workers import WorkerSimulators

__all__ = ["Answer", "LocalSimulators", "Simulators", "WorkerSimulators", "WorldRecipe", "WorldSeconds"]
