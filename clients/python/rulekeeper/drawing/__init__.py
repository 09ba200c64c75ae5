"""Scenes as people see them, whatever the game: as lines of text (`text`), and as HTML and SVG.

What is drawn comes from a scene and the furniture that it stands on, and from nothing else: nothing here knows a game.
"""
