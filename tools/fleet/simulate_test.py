#!/usr/bin/env python3
"""Compares what simulate.py gives with numbers that were counted by hand."""
import dataclasses
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import simulate  # noqa: E402

SMALL = simulate.Fleet(
    devices=2, drivers=3, tests=2, tier_seconds=40, action_seconds=1, server_seconds=3, install_seconds=100,
    run_bytes=1000, sent_bytes=10, page_seconds=5, page_bytes=7)


class SimulateTest(unittest.TestCase):

    def test_a_device_runs_its_tests_one_after_the_other(self):
        # 100 + (3 + 1 + 20) * 2 of the first; the second waits 3 for the server, once.
        self.assertEqual(simulate.ends_of(SMALL), [148, 151])

    def test_the_server_hands_out_one_at_a_time(self):
        many = dataclasses.replace(SMALL, devices=100, tests=1)
        self.assertEqual(simulate.ends_of(many)[-1], 100 + 100 * 3 + 1 + 40)

    def test_a_week(self):
        week = simulate.week_of(SMALL)
        self.assertEqual(week.actions, 12)
        self.assertEqual(week.half_seconds, 148)
        self.assertEqual(week.all_seconds, 151)
        self.assertAlmostEqual(week.device_busy, 3 * 142 / 604800)
        self.assertAlmostEqual(week.server_busy, 36 / 604800)
        self.assertEqual(week.stored_bytes, 6000)
        self.assertEqual(week.sent_bytes, 60)
        self.assertEqual(week.matrix_seconds, 10)
        self.assertEqual(week.matrix_bytes, 14)

    def test_readme_has_the_table(self):
        readme = (pathlib.Path(__file__).resolve().parent / "README.md").read_text(encoding="utf-8")
        self.assertIn(simulate.table(simulate.Fleet()), readme)


if __name__ == "__main__":
    unittest.main()
