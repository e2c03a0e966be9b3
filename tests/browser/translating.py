"""The tab that translates."""

import json
import shutil
import tempfile
from pathlib import Path

from page_test import FIRST_SENTENCE, TEXT, PageTest
from selenium.webdriver.common.keys import Keys


class TranslatingTest(PageTest):
    def test_paragraphs_are_kept_and_sentences_can_be_chosen(self):
        self.translate()
        self.assertIn("\n\n", self.output())
        self.assertEqual(len(self.page.find_all("#sentence option")), 3)
        self.page.find("#sentence").send_keys(Keys.ARROW_DOWN)
        self.page.open_panel("#panel-attention")
        self.page.wait_for_state("#panel-attention", "done")

    def test_the_translation_is_the_service_s(self):
        self.translate(FIRST_SENTENCE)
        answer = self.page.run("""
            const body = JSON.stringify({ text: arguments[0] });
            const headers = { 'Content-Type': 'application/json' };
            return fetch('/v1/translate', { method: 'POST', headers, body }).then((answer) => answer.json());""",
            FIRST_SENTENCE)  # fmt: skip
        self.assertEqual(self.output().strip(), answer["translations"][0]["text"])

    def test_what_is_emptied_is_empty(self):
        for script in ("", "document.execCommand = undefined"):  # browsers may come to lack it
            self.page.run(script)
            self.translate()
            self.page.click("#clear")
            self.page.wait_for_state("#output", "idle")
            self.assertEqual(self.output().strip(), "")

    def test_the_example_is_translated(self):
        self.page.click("#example")
        self.page.wait_for_state("#output", "done")
        self.assertTrue(self.output().strip())

    def test_what_is_not_copied_is_told(self):
        self.translate(FIRST_SENTENCE)
        self.page.run("""
            navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
            document.execCommand = () => getSelection().toString() !== "" && window.allowed;""")
        for allowed, told in ((True, "Copied"), (False, "Not copied")):
            self.page.run("window.allowed = arguments[0]", allowed)
            self.page.click("#copy")
            self.page.wait(told, lambda told=told: self.page.text("#copy") == told)

    def test_what_is_emptied_or_swapped_comes_back_by_undo(self):
        with tempfile.TemporaryDirectory() as folder:
            other = self.translator_with({}, folder, source_language="de", target_language="en")
            with self.start(other) as service:
                self.page.open(service.url)
                for selector in ("#clear", "#swap"):
                    self.translate(FIRST_SENTENCE)
                    self.page.click(selector)
                    self.assertNotEqual(self.page.find("#source").get_property("value"), FIRST_SENTENCE)
                    self.page.find("#source").send_keys(Keys.CONTROL, "z")
                    self.assertEqual(self.page.find("#source").get_property("value"), FIRST_SENTENCE)

    def test_an_input_method_has_time_to_finish_a_text(self):
        self.page.click("#source")
        self.page.run("""
            const { setTimeout } = window;
            window.setTimeout = (task, pause) => {
              window.pause = pause;
              return setTimeout(task, pause);
            };""")
        self.compose("Input.imeSetComposition", text="the", selectionStart=3, selectionEnd=3)
        unfinished = self.page.wait("a pause", lambda: self.page.run("return window.pause"))
        self.page.wait_for_state("#output", "done")  # also where nothing finishes it
        before = self.output()
        self.compose("Input.insertText", text="The dog.")
        self.page.wait("a shorter pause", lambda: self.page.run("return window.pause") < unfinished)
        self.page.wait("another translation", lambda: self.page.state("#output") == "done" and self.output() != before)

    def test_leaving_a_composed_text_keeps_its_translation(self):
        self.page.click("#source")
        self.page.run("""
            window.ends = window.requests = 0;
            const { fetch } = window;
            window.fetch = (...request) => { ++window.requests; return fetch(...request); };
            navigator.clipboard.writeText = () => Promise.resolve();
            document.querySelector('#source').addEventListener('compositionend', () => { ++window.ends; });""")
        self.compose("Input.imeSetComposition", text="the dog", selectionStart=7, selectionEnd=7)
        self.page.wait_for_state("#output", "done")
        requests = self.page.run("return window.requests")
        self.assertEqual(self.page.run("return window.ends"), 0)
        self.page.click("#copy")
        self.page.wait("the end of composing", lambda: self.page.run("return window.ends") == 1)
        for told in ("Copied", "Copy"):  # the latter after longer than any pause
            self.page.wait(told, lambda told=told: self.page.text("#copy") == told)
        self.assertEqual(self.page.state("#output"), "done")
        self.assertEqual(self.page.run("return window.requests"), requests)

    def compose(self, command, **arguments):
        self.page.browser.execute_cdp_cmd(command, arguments)

    def test_typing_on_leaves_the_last_translation(self):
        field = self.page.click("#source")
        for letter in TEXT:
            field.send_keys(letter)
        self.page.wait_for_state("#output", "done")
        typed = self.output()
        self.translate(TEXT)
        self.assertEqual(self.output(), typed)

    def test_a_word_has_alternatives_and_another_goes_on_from_it(self):
        self.translate(FIRST_SENTENCE)
        before = self.output()
        self.words()[0].click()
        self.page.wait_for_state("#alternatives", "done")
        self.page.shoot("7-alternatives")
        choice = self.page.wait_for("#alternatives .choice strong").text
        self.page.click("#alternatives .choice")
        self.page.wait("another translation", lambda: self.page.state("#output") == "done" and self.output() != before)
        self.assertTrue(self.output().startswith(choice), f"{self.output()} does not begin with {choice}")

    def test_a_choice_is_not_lost_while_it_is_computed(self):
        self.translate(FIRST_SENTENCE)
        self.words()[0].click()
        self.page.wait_for_state("#alternatives", "done")
        choice = self.page.wait_for("#alternatives .choice strong").text
        self.page.run("""
            const { fetch } = window;
            const held = new Promise((resolve) => { window.release = resolve; });
            window.fetch = (...request) => held.then(() => fetch(...request));""")
        self.page.click("#alternatives .choice")
        self.words()[-1].click()
        self.assertFalse(self.page.find("#alternatives").is_displayed())
        self.page.run("window.release()")
        self.page.wait_for_state("#output", "done")
        self.assertTrue(self.output().startswith(choice), f"{self.output()} does not begin with {choice}")

    def test_no_beam_is_larger_than_the_service_allows(self):
        with self.start("--max-beam", 2) as service:  # the model's own beam, 4, is allowed
            self.page.open(service.url)
            self.page.wait_for("#source")
            self.assertEqual(self.page.find("#beam").get_property("max"), "4")
            self.translate(FIRST_SENTENCE)
            self.words()[0].click()
            self.page.wait_for_state("#alternatives", "done")
            self.page.press(Keys.ESCAPE)
            self.set_slider("#temperature", 1.5)
            self.set_slider("#num-best", 4)
            self.page.wait_for_state("#output", "done")
            self.assertEqual(len(self.page.find_all("#best li")), 2)

    def translator_with(self, search, folder, **data):
        """A copy of the translator in `folder`, with other settings of the search and of the data."""
        other = shutil.copytree(self.start.translator, Path(folder) / "other")
        config = json.loads((other / "config.json").read_text(encoding="utf-8"))
        config["search"].update(search)
        config["data"].update(data)
        (other / "config.json").write_text(json.dumps(config), encoding="utf-8")
        return other

    def test_a_model_s_own_beam_can_be_used(self):
        with tempfile.TemporaryDirectory() as folder:
            other = self.translator_with({"beam": 16}, folder)
            with self.start(other) as service:
                self.page.open(service.url)
                self.page.wait_for("#model").send_keys("other")
                self.assertEqual(self.page.find("#beam").get_property("value"), "16")

    def test_a_model_that_protects_parts_of_text_translates_plain_text(self):
        with tempfile.TemporaryDirectory() as folder:
            other = self.translator_with({"protect": ["default"]}, folder)
            with self.start(other) as service:
                self.page.open(service.url)
                self.page.wait_for("#model").send_keys("other")
                self.translate(FIRST_SENTENCE)
                self.words()[0].click()
                self.page.wait_for_state("#alternatives", "done")

    def test_languages_are_known_by_their_codes(self):
        labels = ["de", "DE", "pt_BR", "eng_Latn", "German", ""]
        languages = self.page.run("""
            return import('/page/languages.js').then(({ languageOfLabel }) => arguments[0].map((label) => {
              const { name, code } = languageOfLabel(label);
              return [name, code];
            }));""", labels)
        self.assertEqual(languages, [["German", "de"], ["German", "de"], ["Brazilian Portuguese", "pt-BR"],
                                     ["English (Latin)", "en-Latn"], ["German", None], [None, None]])  # fmt: skip

    def test_examples_are_of_the_model_s_language(self):
        examples = self.page.run("""
            const begin = (example) => example.split(' ')[0];
            return import('/page/languages.js').then(({ exampleOf }) => (
              ['fr-CA', 'DE', 'est', ''].map((label) => begin(exampleOf(label)))));""")
        self.assertEqual(examples, ["Une", "Eine", "A", "A"])

    def test_a_word_shows_what_it_looked_at(self):
        self.translate(FIRST_SENTENCE)
        marked = []
        for word in self.words():
            self.page.point_at(word)
            marked += self.page.find_all("#mirror mark")
        self.assertTrue(marked)

    def test_lines_between_words_fit_a_page_of_any_width(self):
        self.translate(FIRST_SENTENCE)
        for width, layout in (("150px", "columns"), ("", "rows")):
            self.page.run("document.querySelector('#alignment').style.width = arguments[0]", width)
            self.page.wait(layout, lambda layout=layout: self.layout() == layout)
        distances = self.page.run("""
            const left = (selector) => document.querySelector(selector).getBoundingClientRect().left;
            const distance = () => left('.strip-line') - left('.strip-word');
            const before = distance();
            document.querySelector('#alignment').style.width = '700px';
            return [before, distance()];  // nothing is drawn again yet, as on paper""")
        self.assertAlmostEqual(*distances, delta=1)

    def layout(self):
        return self.page.find("#strip").get_attribute("data-layout")

    def test_rings_are_drawn_only_where_tokens_are_those_of_the_translation(self):
        num_rings = [self.page.run("""
            const attention = [[[[0.5, 0.5], [0.5, 0.5], [0.5, 0.5]]]];
            const answer = { source_tokens: ['▁a', '</s>'], target_tokens: ['▁ei', 'n', '</s>'],
                             target_inputs: ['<s>', '▁ei', 'n'],
                             encoder: attention, decoder: attention, cross: attention };
            const root = document.createElement('div');
            const request = { api: { post: async () => answer }, model: 'm', source: 'a', target: 'ein',
                              tokens: arguments[0], alignment: [[0, 1]] };
            return import('/page/attention.js')
              .then(({ showAttention }) => showAttention(root, request, new AbortController().signal))
              .then(() => root.querySelectorAll('.heat-picture .heat-mark').length);""", tokens)
            for tokens in (["▁ei", "n"], ["▁e", "in"])]  # fmt: skip
        self.assertEqual(num_rings, [1, 0])

    def test_every_layer_and_head_has_a_picture(self):
        self.translate(FIRST_SENTENCE)
        self.page.open_panel("#panel-attention")
        self.page.wait_for_state("#panel-attention", "done")
        kinds = self.page.find_all("#panel-attention [data-kind]")
        self.assertEqual(len(kinds), 3)
        for kind in kinds:
            kind.click()
            name = kind.get_attribute("data-kind")
            heads = self.page.find_all("#panel-attention .head-button")
            self.assertEqual(len(heads), 2 * (4 + 1))  # layers, heads and their mean
            heads[0].click()
            self.assertTrue(self.page.text("#panel-attention .attention-picture h5").startswith("Layer 1, head 1"))
            self.page.wait_for("#panel-attention .heat-picture").send_keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
            self.assertIn("%", self.page.text("#panel-attention .heat-value"))
            self.page.shoot(f"8-attention-{name}")

    def test_the_beam_is_followed_step_by_step(self):
        self.translate(FIRST_SENTENCE)
        self.page.open_panel("#panel-beam")
        self.page.wait_for_state("#panel-beam", "done")
        body = "#panel-beam .panel-body"
        last = int(self.page.find(body).get_attribute("data-step"))
        back, _, forward = self.page.find_all("#panel-beam .beam-controls button")
        back.click()
        back.click()
        self.assertEqual(self.page.find(body).get_attribute("data-step"), str(last - 2))
        self.assertIn(f"Step {last - 2} of {last}", self.page.text("#panel-beam .beam-sentence"))
        forward.click()
        self.assertEqual(self.page.find(body).get_attribute("data-step"), str(last - 1))
        self.page.click(f"#panel-beam .beam-column[data-step='{last - 2}'] .beam-node.is-kept")
        self.assertTrue(self.page.find_all("#panel-beam .beam-tokens tbody tr"))
        self.page.shoot("9-beam-step")

    def test_a_larger_beam_keeps_more(self):
        self.page.type(FIRST_SENTENCE)
        for beam in (1, 3, 8):
            self.set_slider("#beam", beam)
            self.page.wait_for_state("#output", "done")
            self.page.open_panel("#panel-beam")
            self.page.wait_for_state("#panel-beam", "done")
            first = "#panel-beam .beam-column[data-step='1']"
            goes_on = self.page.find_all(f"{first} .is-kept, {first} .beam-node.is-finished")
            self.assertGreaterEqual(len(goes_on), beam)

    def test_drawn_translations_differ_and_several_are_shown(self):
        self.page.type(FIRST_SENTENCE)
        self.set_slider("#temperature", 1.5)
        self.set_slider("#num-best", 4)
        self.page.wait_for_state("#output", "done")
        self.assertEqual(len(self.page.find_all("#best li")), 4)
        first = self.output()
        self.page.click("#draw")
        self.page.wait("another draw", lambda: self.page.state("#output") == "done" and self.output() != first)
        self.page.shoot("10-drawn")
        self.page.click("#defaults")
        self.page.wait_for_state("#output", "done")

    def test_nothing_comes_from_elsewhere(self):
        self.translate()
        addresses = self.page.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
        self.assertTrue(addresses)
        self.assertEqual([one for one in addresses if not one.startswith(self.url)], [])

    def test_half_a_character_is_translated(self):
        self.page.wait_for("#source")
        self.page.run("""
            const field = document.querySelector('#source');
            field.value = 'The \\ud83d dog.';
            field.dispatchEvent(new Event('input', { bubbles: true }));""")
        self.page.wait_for_state("#output", "done")

    def test_markup_is_text(self):
        self.translate("<img src=x onerror=\"document.title='taken'\"> <b>The dog</b>")
        self.assertEqual(self.page.find_all("#output img, #output b, #inspector img"), [])
        self.assertNotEqual(self.page.browser.title, "taken")
