"""Prints a fingerprint of every state of a few seeded fights: run in processes with different hash seeds.

`python -m tests.contracts.ruleset_digests <ruleset>`
"""

import hashlib
import sys

from rules.core.codec import encode
from rules.registry import RULESETS
from tests.contracts.ruleset_play import AnyRuleset, play_on, started

FIGHTS = 3
STEPS = 60


def main(ruleset: AnyRuleset) -> None:
    for seed in range(FIGHTS):
        game = started(ruleset, seed)
        for command in play_on(game, STEPS, gm_acts=0.1):
            print(hashlib.sha256(encode((command, game.state))).hexdigest())
        print(hashlib.sha256(encode([(events, draws) for _, draws, events in game.log])).hexdigest())
        for viewer in game.viewers:
            print(hashlib.sha256(encode(ruleset.view(game.state, viewer))).hexdigest())


if __name__ == "__main__":
    main(next(each for each in RULESETS if each.id == sys.argv[1]))
