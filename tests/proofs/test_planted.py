"""Mistakes planted in shipped files are found; `python -m tests.proofs.planted` tries those of all files."""

from __future__ import annotations

from tests.proofs.planted import PLANTED, missed

QUICK = ("euchre", "whist")


def test_a_mistake_planted_in_a_shipped_file_is_found_by_its_kind() -> None:
    told = [missed(one) for one in PLANTED if one.file in QUICK and one.code]
    assert len(told) > 10
    assert not any(told), told


def test_a_case_that_reads_a_very_large_quantity_is_told() -> None:
    assert not any(map(missed, (one for one in PLANTED if one.file == "schafkopf" and "value = 14" in one.new)))
