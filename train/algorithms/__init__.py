"""The algorithms of RL, one file each: pure functions over plain tensors, with their shapes stated.

Advantages: group, turns, anchors, gigpo, solver; scaling is what they share. Losses: grpo, gspo and cispo are
surrogates, kl and correction go with them, normaliser makes one number of a row, objective puts them together.
Weights of rows: row_weights, step_normaliser. Which groups teach nothing: dynamic_sampling.
"""
