"""The path that most readers take; all that --short runs."""

from page_test import FIRST_SENTENCE, PageTest


class MainPathTest(PageTest):
    def test_from_typing_to_the_heat_map_the_beam_and_an_error(self):
        page = self.page
        page.wait_for_state("body", "done")
        page.shoot("1-first-visit")
        self.translate()
        self.assertTrue(self.output().strip())
        self.assertEqual(page.run("return document.querySelector('#output').lang"), "de")
        page.shoot("2-translated")
        self.look_at_attention()
        self.look_at_beam()
        self.set_slider("#beam", 6)
        page.wait_for_state("#output", "done")
        self.check_looks()
        self.stumble()
        self.check_phone()

    def look_at_attention(self):
        self.page.open_panel("#panel-attention")
        self.page.wait_for_state("#panel-attention", "done")
        picture = self.page.wait_for("#panel-attention .heat-picture")
        self.page.point_at(picture)
        self.assertTrue(self.page.text("#panel-attention .heat-value").strip())
        self.page.shoot("3-attention")

    def look_at_beam(self):
        self.page.open_panel("#panel-beam")
        self.page.wait_for_state("#panel-beam", "done")
        self.assertGreater(len(self.page.find_all("#panel-beam .beam-node")), 2)
        self.page.shoot("4-beam")

    def stumble(self):
        """Over a text that is too long."""
        self.page.type(FIRST_SENTENCE * 20)
        self.page.wait_for_state("#output", "error")
        self.page.wait_for("#problem[data-code=text_too_long]")
        self.page.shoot("5-too-long")
        self.translate()
        self.assertFalse(self.page.find("#problem").is_displayed())

    def check_phone(self):
        self.page.size(360, 740, mobile=True)
        self.translate()
        self.check_looks()
        self.page.shoot("6-phone")

    # The service refuses the text that is too long, and Chromium writes that down.
    expected_in_console = ("413",)
