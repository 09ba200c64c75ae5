"""What `make bench` measures: commands through the service, folding, deciding, memory, watchers and past versions.

Read it in this order: `recording` (the self-play that all of it is measured on), `folding`, `kernel_times`, `memory`,
`throughput` with its contenders in `servers` and `bare` and its callers in `load`, `watching`, `past` with its
`long_games`, and `report`.
"""
