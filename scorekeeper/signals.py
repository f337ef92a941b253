"""What the score keeper says to whoever builds upon it, and knows nothing of."""

from django.dispatch import Signal

players_merging = Signal()
"""``kept`` and ``gone`` are about to be one player: who knows them as two raises
actions.MergeRefused."""

players_changing = Signal()
"""``players``: numbers of players who are about to change: whoever writes them together with
records of their own locks those records here, before the players."""

player_forgotten = Signal()
"""``player``: who has no name any more · ``keys``: what the name, and those merged into it, were
found by: whoever keeps words of people puts the player's number in their place."""

game_reopening = Signal()
"""``game``: number of a closed game that is about to be open again: whoever says that it stays
closed raises actions.StaysClosed. Sent before anything of it is locked."""

demonstration_loaded = Signal()
"""``club``, ``host``: the demonstration's, just made: whoever builds upon it may add to it."""
