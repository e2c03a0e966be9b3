"""What all tests of the page have in common."""

import unittest

from looks import faint_texts

FIRST_SENTENCE = "The old man sees a dog."
TEXT = f"{FIRST_SENTENCE} Two women are singing.\n\nThe child sleeps."


class PageTest(unittest.TestCase):
    """`run` sets the members: page, url (of a service with a translator, a language model and a training run), start
    (starts another one)."""

    page = url = start = None
    expected_in_console = ()  # parts of entries that a test provokes

    def setUp(self):
        self.page.as_usual()
        self.page.open(self.url)

    def tearDown(self):
        entries = [entry["message"] for entry in self.page.console()]
        unexpected = [entry for entry in entries if not any(part in entry for part in self.expected_in_console)]
        self.assertEqual(unexpected, [], "the console has errors")

    def translate(self, text=TEXT):
        self.page.type(text)
        self.page.wait_for_state("#output", "done")

    def output(self):
        return self.page.run("return document.querySelector('#output').innerText")

    def words(self):
        return self.page.find_all("#output .word")

    def set_slider(self, selector, value):
        """By its keys, from the lowest value on."""
        self.page.open_panel("#controls")
        slider = self.page.wait_for(selector)
        slider.send_keys("\ue011")  # Home
        while float(slider.get_property("value")) < value:
            slider.send_keys("\ue014")  # right
        self.assertEqual(float(slider.get_property("value")), value)

    def check_looks(self):
        """No text is too faint, nothing is wider than the window."""
        self.assertEqual(faint_texts(self.page), [], "texts of too little contrast")
        inner, scroll = self.page.run("return [window.innerWidth, document.documentElement.scrollWidth]")
        self.assertLessEqual(scroll, inner, "the page is wider than the window")
