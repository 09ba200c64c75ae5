"""Who looks, and who may see.

A viewer is an int: a seat (from 0), `SPECTATOR` or `JUDGE`. An audience is a set of viewers as bits: bit 0
stands for the spectators, bit 1 + n for seat n. Judges see everything and need no bit.
"""

from __future__ import annotations

Viewer = int
Audience = int

SPECTATOR: Viewer = -1
JUDGE: Viewer = -2

JUDGES: Audience = 0
"""Nobody but judges."""

MOST_SEATS = 7
"""The most seats that an audience, and so an id of a card, has room for."""


def only(*seats: int) -> Audience:
    """The audience of just these seats. ValueError for what no table has: a judge may name any number."""
    audience = 0
    for seat in seats:
        if seat >= MOST_SEATS:
            raise ValueError(f"there is no seat {seat}")
        audience |= 2 << seat
    return audience


def everyone(seats: int) -> Audience:
    """The audience of a table of so many seats, with the spectators."""
    return (2 << seats) - 1


def sees(audience: Audience, viewer: Viewer) -> bool:
    """May the viewer see what is shown to that audience?"""
    return viewer == JUDGE or bool(audience & (1 if viewer == SPECTATOR else 2 << viewer))
