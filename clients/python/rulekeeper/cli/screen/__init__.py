"""The judge's terminal screen: timeline, table and facts of a game, and what a judge does with them."""
