"""`longana arena`: computers, and bots from elsewhere, against each other in many matches.

`plan` says who plays which deals where, `matches` plays in this program and `bot_matches` with bots
from elsewhere, `tally` adds up, `report` writes it down, `command` is the shell around them.
"""
