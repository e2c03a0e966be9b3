"""Tests of what scripts/gpu-check does itself: what is found out once, what fails, and what the report says of it."""

import contextlib
import io
import json
import math
import os
import sys
import tempfile
import time
import unittest
import unittest.mock
from pathlib import Path
from types import SimpleNamespace

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(BENCH / "gpu"))
import building  # noqa: E402
import demo  # noqa: E402
import device_tests  # noqa: E402
import training  # noqa: E402
from records import Failed, Records, Stage  # noqa: E402
from report import write_report  # noqa: E402

SETTING = {"device": "cuda", "quick": False, "sources": "1"}


class WithFolder(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Path(place.name)
        quiet = contextlib.redirect_stderr(io.StringIO())
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def records(self, **changes):
        return Records(self.folder, SETTING | changes)

    def stage(self, seconds=60, **changes):
        return Stage(self.records(**changes), "demo", seconds)


class FoundOutOnce(WithFolder):
    def test_what_an_earlier_call_found_out_is_not_found_out_again(self):
        self.assertEqual(self.stage().once("a", lambda: {"x": 1}), {"x": 1})
        self.assertEqual(self.stage().once("a", lambda: self.fail("again")), {"x": 1})
        self.assertEqual(self.stage().once("a", lambda: {"x": 2}, again=True), {"x": 2})

    def test_other_sources_and_another_device_are_measured_anew(self):
        self.stage().once("a", lambda: {"x": 1})
        self.assertEqual(self.stage(sources="2").once("a", lambda: {"x": 2}), {"x": 2})
        self.assertEqual(self.stage(device="cpu").once("a", lambda: {"x": 3}), {"x": 3})
        self.assertEqual(self.stage().once("a", lambda: {"x": 4}), {"x": 1})

    def test_what_failed_is_tried_again(self):
        def fail():
            raise Failed("no luck")

        self.assertIsNone(self.stage().once("a", fail))
        self.assertEqual(self.records().find("demo", "a")["result"], {"failed": "no luck"})
        self.assertEqual(self.stage().once("a", lambda: {"x": 1}), {"x": 1})

    def test_nothing_is_begun_when_the_time_is_over(self):
        stage = self.stage(seconds=0)
        self.assertIsNone(stage.once("a", lambda: self.fail("begun")))
        self.assertEqual(stage.left_out, ["a"])

    def test_programs_that_fail_or_take_too_long_are_told_in_a_line(self):
        for seconds, code, says in ((60, "raise SystemExit(3)", "status 3"), (0.5, "import time; time.sleep(9)", "longer")):
            with self.assertRaisesRegex(Failed, says):
                self.stage(seconds).run([sys.executable, "-c", code])
        with self.assertRaisesRegex(Failed, "No such file"):
            self.stage().run([self.folder / "missing"])


    def test_what_takes_too_long_ends_with_all_that_it_started(self):
        """A child holds the pipe's other end: reading to its end would wait for it."""
        note = self.folder / "pid"
        child = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
        parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
        with self.assertRaisesRegex(Failed, "longer"):
            self.stage(seconds=2).run([sys.executable, "-c", parent])
        with self.assertRaises(ProcessLookupError):
            for _ in range(100):
                os.kill(int(note.read_text()), 0)
                time.sleep(0.05)


class Report(WithFolder):
    def report(self, **results):
        records = self.records()
        for stage, items in results.items():
            for item, result in items.items():
                records.add(stage, item, result, 6)
        return write_report(records, SimpleNamespace(folder=self.folder, device="cuda", quick=False))

    def test_a_check_that_does_not_hold_fails(self):
        for found, holds in ((0.5, True), (0.500001, False), (math.nan, False)):
            check = demo.Check("loss", found, 0.5).as_dict()
            self.assertEqual(check["holds"], holds)
            report, sound = self.report(demo={f"trainings {found}": {"checks": [check]}})
            self.assertEqual("## Failed" in report, not sound)
        self.assertFalse(sound)

    def test_tests_and_items_that_failed_are_named(self):
        report, sound = self.report(
            tests={"model_tests": {"tests": 3, "failures": {"a sentence": "ended by signal 11"}}},
            training={"big, fast-bf16, 1": {"failed": "no memory"}},
        )
        self.assertFalse(sound)
        self.assertIn("| model_tests | 3 | 1 |", report)
        self.assertIn("- tests, model_tests: a sentence", report)
        self.assertIn("- training, big, fast-bf16, 1: no memory", report)

    def test_training_stands_beside_the_loop_of_the_same_precision(self):
        speeds = {("dragoman-bf16", 1): 300, ("dragoman-bf16", 2): 500, ("fast-bf16", 1): 200, ("fast-fp32", 1): 100}
        items = {f"big, {side}, {n}": {"tokens_per_second": speed} for (side, n), speed in speeds.items()}
        items |= {"big, dragoman-processes-bf16, 1": {"tokens_per_second": 900}, "big, fast-ddp-bf16, 1": {"tokens_per_second": 600}}
        report, sound = self.report(training=items)
        self.assertTrue(sound)
        self.assertIn("| big | Dragoman, bf16, several processes | 900 | 900 to 900 | 1.50 |", report)
        self.assertIn("| big | Dragoman, bf16 | 400 | 300 to 500 | 2.00 |", report)
        self.assertEqual((self.folder / "report.md").read_text(), report)

    def test_translation_without_ctranslate2_says_why(self):
        ours = {"Dragoman bf16": {"setting": "128, 1x1", "tokens_per_second": 1000}}
        theirs = {"CTranslate2 float16": {"setting": "128, 1x1", "tokens_per_second": 800}}
        found = {"model": "base", "left_out": ["CTranslate2 was not measured: no libcublas"], "sides": ours}
        self.assertIn("not measured: no libcublas.", self.report(translation={"greedy, bf16": found})[0])
        found = {"model": "base", "left_out": [], "sides": ours | theirs}
        report, _ = self.report(translation={"beam, bf16": found})
        self.assertIn("| base, beam | Dragoman bf16 | 128, 1x1 | 1,000 | 1.25 |", report)


class Commands(WithFolder):
    def options(self, **changes):
        common = {"folder": self.folder, "build": self.folder / "build", "device": "cuda", "quick": False, "digest": "1"}
        return SimpleNamespace(**common | changes)

    def test_on_the_cpu_nothing_may_differ(self):
        for device, allowed in (("cuda", 0.3), ("cpu", 0.0)):
            check = demo.Demo(None, self.options(device=device)).check("BLEU", 0.1, "BLEU fp32")
            self.assertEqual((check["allowed"], check["holds"]), (allowed, device == "cuda"))

    def test_training_is_measured_on_the_device_with_the_same_recipe_for_all(self):
        for name in ("source", "target"):
            (self.folder / f"made-up.{name}").write_text("")
        command = training.command_for(self.stage(), self.options(), "big", "fast-bf16", 2)
        text = " ".join(map(str, command))
        for part in ("--work", "training-1 ", "--device cuda", "--sizes big --sides fast-bf16 --repeats 2", "--set train.update_tokens=32768"):
            self.assertIn(part, text)

    def test_with_several_gpus_as_many_processes_are_measured_with_larger_updates(self):
        for gpus, several in ((1, 0), (4, 4)):
            with unittest.mock.patch.object(training, "count_gpus", return_value=gpus):
                jobs = training.jobs_for(self.options())
                self.assertEqual(sum(side in training.SIDES_OF_SEVERAL for _, side in jobs), several)
        for name in ("source", "target"):
            (self.folder / f"made-up.{name}").write_text("")
        with unittest.mock.patch.object(training, "count_gpus", return_value=4):
            command = training.command_for(self.stage(), self.options(), "big", "dragoman-processes-bf16", 1)
        text = " ".join(map(str, command))
        for part in ("training-1-processes ", "--processes 4 ", "--set train.update_tokens=65536", "--set train.parts=4"):
            self.assertIn(part, text)

    def test_gpus_are_counted_for_what_takes_all(self):
        self.assertEqual([building.count_gpus(device) for device in ("cpu", "cuda:3")], [0, 1])

    def test_names_of_tests_are_taken_as_they_are(self):
        self.assertEqual(device_tests.pattern_of('a, "b" [c]'), 'a\\, \\"b\\" \\[c\\]')

    def test_a_device_that_is_not_there_fails_before_anything_is_compiled(self):
        options = self.options(device="cuda:77", torch=None, libraries=None)
        self.assertFalse(building.ensure_built(Stage(self.records(), "build", 60), options))
        self.assertIn("failed", self.records().find("build", "programs")["result"])
        self.assertFalse((self.folder / "build").exists())

    def test_compiles_with_as_many_jobs_as_a_container_has_memory_for(self):
        limit = self.folder / "memory.max"
        limit.write_text("2000000000\n")
        with unittest.mock.patch.object(building, "MEMORY_LIMIT", limit):
            self.assertEqual(building.build_jobs(), 1)
            limit.write_text("max\n")
            self.assertGreaterEqual(building.build_jobs(), 1)

    def test_the_digest_of_sources_is_that_of_what_is_compiled(self):
        def digest(**files):
            for name, text in files.items():
                (self.folder / name).mkdir(exist_ok=True)
                (self.folder / name / "a.cpp").write_text(text)
            return building.source_digest(self.folder)

        first = digest(train="1", docs="1", build="1")
        self.assertEqual(digest(docs="2", build="2"), first)
        self.assertNotEqual(digest(train="2"), first)
        self.assertNotEqual(digest(train="1", model="1"), first)

    def test_results_are_a_line_each(self):
        self.stage().once("a", lambda: {"x": 1})
        self.stage().once("b", lambda: {"x": 2})
        lines = [json.loads(line) for line in (self.folder / "results.jsonl").read_text().splitlines()]
        self.assertEqual([(line["item"], line["setting"]) for line in lines], [("a", SETTING), ("b", SETTING)])


if __name__ == "__main__":
    unittest.main()
