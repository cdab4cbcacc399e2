"""A run over Dask: the same answer as on one core, and nothing is lost when a worker dies."""

from __future__ import annotations

import os
import signal
from functools import partial
from typing import TYPE_CHECKING

import pytest

from spadesdsl import load
from spadesdsl.simulation import Side, run
from spadesdsl.simulation.telling import to_json

if TYPE_CHECKING:
    from spadesdsl.simulation import Findings

distributed = pytest.importorskip("distributed")

SIDES = [Side("standard", partial(load, "standard")), Side("five", partial(load, "standard", bag_limit=5))]


def test_a_worker_that_dies_loses_nothing() -> None:
    alone = run(SIDES, bots="random", deals=1_500, seed=3)
    killed: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=50
    ) as cluster:
        workers = [worker.pid for worker in cluster.workers.values()]

        def kill(now: Findings) -> None:
            if now.games == 5:
                killed.append(workers[0])
                os.kill(workers[0], signal.SIGKILL)

        together = run(SIDES, bots="random", deals=1_500, seed=3, dask=cluster.scheduler_address, tell=kill)
    assert killed
    assert to_json(together) == to_json(alone)
