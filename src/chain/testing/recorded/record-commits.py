"""Records commits of weights by Bittensor's own package: `python record-commits.py > commits-bittensor-core.json`.

The package uses the clock and has no parameter for the round. A negative block time moves the target to round 1000 of
drand's quicknet, whose signature is public, so that the commits can be opened. A very long block time shows how many
blocks the scheduler counted.
"""

import json
import random
import sys
import time

import bittensor_core

GENESIS, PERIOD, ROUND = 1692803367, 3, 1000
SIGNATURE = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"
rng = random.Random(4)


def commit(weights, schedule, block_time):
    return bittensor_core.get_encrypted_commit_v2(block_time=block_time, **weights, **schedule)


def a_schedule():
    tempo = rng.choice([1, 10, 99, 360, 1000])
    last = rng.randint(0, 9_000_000)
    current = last + rng.randint(0, tempo + 3)
    return dict(
        last_epoch_block=last,
        pending_epoch_at=rng.choice([0, 0, 0, current + rng.randint(0, 50), max(1, current - 2)]),
        subnet_epoch_index=rng.randint(0, 30_000),
        tempo=tempo,
        blocks_since_last_step=rng.choice([current - last, 50_399, 50_400, 50_401]),
        current_block=current,
        subnet_reveal_period_epochs=rng.randint(1, 4),
    )


def blocks_ahead(weights, schedule):
    block_time = 30_000.0
    _, reveal_round = commit(weights, schedule, block_time)
    return round((GENESIS + reveal_round * PERIOD - time.time()) / block_time)


commits = []
for size in [0, 1, 3, 256]:
    weights = dict(
        uids=list(range(size)),
        weights=[rng.randint(0, 65535) for _ in range(size)],
        version_key=rng.choice([0, 7, 2**64 - 1]),
        hotkey=rng.randbytes(32),
    )
    schedule = a_schedule()
    blocks = blocks_ahead(weights, schedule)
    block_time = (GENESIS + (ROUND + 0.5) * PERIOD - time.time()) / blocks
    data, reveal_round = commit(weights, schedule, block_time)
    assert reveal_round == ROUND, reveal_round
    commits.append({**weights, "hotkey": weights["hotkey"].hex(), "version_key": str(weights["version_key"]), "commit": data.hex()})

schedules = []
for _ in range(60):
    schedule = a_schedule()
    weights = dict(uids=[], weights=[], version_key=0, hotkey=bytes(32))
    schedules.append({**schedule, "blocks_ahead": blocks_ahead(weights, schedule)})

json.dump({"round": ROUND, "signature": SIGNATURE, "commits": commits, "schedules": schedules}, sys.stdout)
print()
