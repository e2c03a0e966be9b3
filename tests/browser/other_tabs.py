"""The tabs beside the one that translates."""

import json
import shutil
import tempfile
import time
from pathlib import Path

from page_test import PageTest
from selenium.webdriver.common.keys import Keys
from service import Service


class CompletingTest(PageTest):
    def setUp(self):
        super().setUp()
        self.page.click("#tab-complete")
        self.page.wait_for("#complete-prompt")

    def complete(self, prompt):
        self.page.type(prompt, "#complete-prompt")
        self.page.click("#view-complete button[type=submit]")
        self.page.wait_for_state("#view-complete", "done")
        return self.page.text("#view-complete .completion-text")

    def test_a_prompt_goes_on_and_the_same_seed_draws_the_same(self):
        first = self.complete("Der ")
        self.page.shoot("11-completed")
        self.assertTrue(first)
        self.assertEqual(self.complete("Der "), first)
        self.check_looks()

    def test_tokens_tell_their_probabilities_by_keys(self):
        self.complete("Der ")
        self.page.tab_to("#view-complete [data-odds]")
        for key in (Keys.ARROW_RIGHT, Keys.END):
            self.page.press(key)
            token = self.page.run("return document.activeElement.dataset.odds")
            self.assertIn("%", token)
            self.assertEqual(self.page.text("#view-complete .completion output"), token)

    def test_a_language_model_alone_is_shown_first(self):
        with tempfile.TemporaryDirectory() as folder:
            with Service(self.start.program, folder, self.language_model) as service:
                self.page.open(service.url)
                self.page.wait_for("#complete-prompt")

    def test_texts_side_by_side_are_drawn_by_other_seeds(self):
        self.page.type("3", "#complete-texts")
        self.complete("Die ")
        texts = [text.text for text in self.page.find_all("#view-complete .completion-text")]
        self.assertEqual(len(texts), 3)
        self.assertGreater(len(set(texts)), 1)

    def test_a_character_that_the_model_does_not_know_is_told(self):
        self.page.type("漢", "#complete-prompt")
        self.page.click("#view-complete button[type=submit]")
        self.page.wait_for_state("#view-complete", "error")
        self.assertIn("漢", " ".join(self.page.problems()))
        self.assertEqual(self.page.text("#announcer"), "")
        self.expected_in_console = ("400",)

    def test_a_wrong_number_is_shown_where_the_settings_are_folded(self):
        self.page.type("Der ", "#complete-prompt")
        self.page.find("#complete-max_length").clear()
        self.page.click("#view-complete summary")
        self.page.click("#view-complete button[type=submit]")
        self.page.wait_for("#complete-max_length")
        self.page.wait("the focus there", lambda: self.page.focused("#complete-max_length"))

    def test_each_model_brings_its_own_settings(self):
        with tempfile.TemporaryDirectory() as folder:
            other = shutil.copytree(self.language_model, Path(folder) / "other")
            config = json.loads((other / "config.json").read_text(encoding="utf-8"))
            config["search"] = {"top_k": 7, "max_length": 50, "seed": 0}
            (other / "config.json").write_text(json.dumps(config), encoding="utf-8")
            with self.start(other, self.language_model) as service:
                self.page.open(service.url, "#complete")
                self.page.wait_for("#complete-model")
                self.assertEqual(self.shown_settings(), ["7", "50", "0"])
                self.page.find("#complete-model").send_keys("german")
                self.assertEqual(self.shown_settings(), ["0", "200", "1"])

    def shown_settings(self):
        fields = ["#complete-top_k", "#complete-max_length", "#complete-seed"]
        return [self.page.find(field).get_property("value") for field in fields]

    language_model = None  # set by `run`


class TrainingTest(PageTest):
    def setUp(self):
        super().setUp()
        self.page.click("#tab-training")
        self.page.wait_for_state("#view-training", "done")

    def card(self, name):
        return self.page.text(f"#view-training [data-card='{name}'] dd")

    def test_curves_and_samples_are_shown(self):
        lines = self.page.wait("curves", lambda: self.page.find_all("#view-training .chart-line"))
        self.assertGreaterEqual(len(lines), 4)
        self.assertIn("60", self.card("Update"))
        self.assertTrue(self.page.find_all("#view-training .training-samples td"))
        given = [row.text for row in self.page.find_all("#view-training .training-given")]
        self.assertTrue(given[0].startswith("source"))
        self.assertTrue(given[1].startswith("reference"))
        self.check_looks()
        self.page.shoot("12-training")

    def test_a_long_run_is_shown(self):
        update = self.page.run("""
            const rows = Array.from({ length: 200_000 }, (_, i) => [i + 1, 2.5]);
            return import('/page/training_tables.js').then(({ TrainingTables }) => {
              const tables = new TrainingTables();
              tables.take({ train: { columns: ['update', 'loss'], rows } });
              return tables.update;
            });""")
        self.assertEqual(update, 200_000)

    def test_a_validation_of_update_0_is_asked_for_until_it_is_there(self):
        known = self.page.run("""
            return import('/page/training_tables.js').then(({ TrainingTables }) => {
              const tables = new TrainingTables();
              const columns = ['update', 'loss'];
              const answers = [{}, { valid: { columns, rows: [[0, 2.5]] } },
                               { train: { columns, rows: [[50, 3]] } }];
              return answers.map((answer) => {
                tables.take(answer);
                return [tables.known, tables.update];
              });
            });""")
        self.assertEqual(known, [[-1, 0], [-1, 0], [0, 50]])

    def test_numbers_of_axes_are_brief(self):
        numbers = self.page.run("""
            return import('/page/chart_axis.js').then(({ shortNumber }) => (
              [0, 0.25, 20000, 2e-4, -3e-7, 5e14, 1e15, -2.5e21].map(shortNumber)));""")
        self.assertEqual(numbers, ["0", "0.25", "20k", "2e−4", "−3e−7", "500000G", "1e15", "−2.5e21"])

    def test_what_is_added_to_the_run_comes_by_itself(self):
        table = self.run_folder / "train.tsv"
        before = table.read_text(encoding="utf-8")
        update, rest = before.rstrip("\n").rsplit("\n", 1)[1].split("\t", 1)
        try:
            with table.open("a", encoding="utf-8") as file:
                file.write(f"{int(update) + 17}\t{rest}\n")
            self.page.wait("the new row", lambda: str(int(update) + 17) in self.card("Update"))
        finally:
            table.write_text(before, encoding="utf-8")

    run_folder = None  # set by `run`


class TabsTest(PageTest):
    def test_tabs_are_found_again(self):
        self.page.click("#tab-training")
        self.page.wait_for("#view-training")
        self.page.browser.refresh()
        self.page.wait_for("#view-training")
        self.page.browser.back()
        self.page.wait_for("#view-translate")

    def test_text_stays_while_another_tab_is_shown(self):
        self.translate()
        before = self.output()
        self.page.click("#tab-complete")
        time.sleep(0.1)
        self.page.click("#tab-translate")
        self.assertEqual(self.output(), before)
