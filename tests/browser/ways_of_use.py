"""Dark and light, a phone, the keyboard alone, below a path of a proxy."""

from page_test import FIRST_SENTENCE, PageTest
from selenium.webdriver.common.keys import Keys
from sub_path import SubPath


class ThemeTest(PageTest):
    def theme(self):
        return self.page.run("return document.documentElement.dataset.theme")

    def open_everything(self):
        self.translate()
        for panel in ("#controls", "#panel-attention", "#panel-beam"):
            self.page.open_panel(panel)
        for panel in ("#panel-attention", "#panel-beam"):
            self.page.wait_for_state(panel, "done")

    def test_all_texts_stand_out_in_light_and_dark(self):
        self.open_everything()
        self.check_looks()
        self.page.click("#theme")
        self.assertEqual(self.theme(), "dark")
        self.check_looks()
        self.page.shoot("13-dark")

    def test_what_is_chosen_stands_out_in_high_contrast(self):
        features = [{"name": "forced-colors", "value": "active"}]
        self.page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        self.translate(FIRST_SENTENCE)
        self.set_slider("#num-best", 2)
        self.page.wait_for_state("#output", "done")
        self.page.point_at(self.words()[0])
        for chosen, other in (("#tab-translate", "#tab-training"),
                              ("#best [aria-pressed=true]", "#best [aria-pressed=false]"),
                              ("#output .word:hover", "#output .word:not(:hover)")):  # fmt: skip
            self.assertNotEqual(self.frame(chosen), self.frame(other), f"{chosen} looks like {other}")

    def frame(self, selector):
        return self.page.run("""
            const { outlineStyle, borderBottomColor } = getComputedStyle(document.querySelector(arguments[0]));
            return [outlineStyle, borderBottomColor];""", selector)  # fmt: skip

    def test_the_choice_holds_and_without_one_the_system_s(self):
        self.page.click("#theme")
        self.page.browser.refresh()
        self.assertEqual(self.theme(), "dark")
        self.page.click("#theme")
        self.page.prefer("dark")
        self.page.open(self.url)
        self.assertEqual(self.theme(), "dark")
        for tab in ("#tab-training", "#tab-complete"):
            self.page.click(tab)
            self.page.wait(tab, lambda: self.page.find_all("[role=tabpanel]:not([hidden]) :is(h2, form)"))
            self.check_looks()


class PhoneTest(PageTest):
    def setUp(self):
        super().setUp()
        self.page.size(360, 740, mobile=True)
        self.page.browser.refresh()

    def test_everything_fits_a_phone(self):
        self.translate()
        self.words()[0].click()
        self.page.wait_for_state("#alternatives", "done")
        self.check_looks()
        self.page.shoot("14-phone-alternatives")
        self.page.press(Keys.ESCAPE)
        for panel in ("#panel-attention", "#panel-beam"):
            self.page.open_panel(panel)
            self.page.wait_for_state(panel, "done")
        self.check_looks()
        self.page.shoot("15-phone-panels")
        for name in ("training", "complete"):
            self.page.click(f"#tab-{name}")
            self.page.wait_for(f"#view-{name}")
            self.page.wait("its content", lambda: self.page.text(f"#view-{name}").strip())
            self.check_looks()
            self.page.shoot(f"16-phone-{name}")

    def test_a_long_word_does_not_widen_the_page(self):
        self.translate("a" * 150)
        self.check_looks()


class DirectionTest(PageTest):
    def test_lines_of_another_direction_are_marked_where_they_are(self):
        self.page.wait_for("#source")
        edges = self.page.run("""
            return ['#mirror', '#output'].map((selector) => {
              const element = document.querySelector(selector);
              element.textContent = 'A dog.\\n\u05db\u05dc\u05d1.';
              const line = new Range();
              line.setStart(element.firstChild, 'A dog.\\n'.length);
              line.setEnd(element.firstChild, element.textContent.length);
              const { paddingRight } = getComputedStyle(element);
              const { right } = element.getBoundingClientRect();
              return right - parseFloat(paddingRight) - line.getBoundingClientRect().right;
            });""")
        self.assertLess(max(edges), 2, "text from the right does not begin there")

    def test_arrow_keys_follow_the_direction_of_each_line(self):
        page = self.page
        page.wait_for("#source")
        hebrew = ["\u05db\u05dc\u05d1", "\u05d0", "New", "York", "\u05d7\u05ea\u05d5\u05dc"]
        for lines in ([["A", "dog"], hebrew], [hebrew, ["A", "dog"]]):
            self.show_words(lines)
            for line in lines:
                keys = [Keys.ARROW_RIGHT, Keys.ARROW_LEFT]
                forward, back = reversed(keys) if line is hebrew else keys
                page.run("document.querySelector(`#output .word[data-word='${arguments[0]}']`).focus()", line[0])
                for key, words in ((forward, line[1:]), (back, line[-2::-1])):
                    for word in words:
                        page.press(key)
                        self.assertEqual(page.run("return document.activeElement.dataset.word"), word)

    def show_words(self, lines):
        """In the output, as if they were a translation."""
        self.page.run("""
            const element = (word) => {
              const made = document.createElement('span');
              Object.assign(made, { className: 'word', tabIndex: -1, textContent: word });
              made.dataset.word = word;
              return made;
            };
            const parts = arguments[0].map((line) => [...line.flatMap((word) => [element(word), ' ']), '\\n']);
            document.querySelector('#output').replaceChildren(...parts.flat());""", lines)  # fmt: skip


class KeyboardTest(PageTest):
    def test_all_of_translating_by_keys(self):
        page = self.page
        page.wait_for("#source")
        page.tab_to("#source")
        page.press(FIRST_SENTENCE)
        page.wait_for_state("#output", "done")
        page.tab_to("#output .word")
        page.press(Keys.ARROW_RIGHT)
        page.press(Keys.ARROW_LEFT)
        page.press(Keys.ENTER)
        page.wait_for_state("#alternatives", "done")
        page.wait("the focus in the alternatives", lambda: page.focused("#alternatives"))
        page.press(Keys.ARROW_DOWN)
        page.press(Keys.ESCAPE)
        self.assertFalse(page.find("#alternatives").is_displayed())
        self.assertTrue(page.focused("#output .word"))
        page.tab_to("#panel-attention > summary")
        page.press(Keys.ENTER)
        page.wait_for_state("#panel-attention", "done")
        page.tab_to("#panel-attention .heat-picture")
        page.press(Keys.ARROW_DOWN)
        self.assertIn("%", page.text("#panel-attention .heat-value"))
        page.tab_to("#panel-beam > summary")
        page.press(Keys.ENTER)
        page.wait_for_state("#panel-beam", "done")
        page.tab_to("#panel-beam .beam-node")
        page.press(Keys.ENTER)
        self.assertTrue(page.text("#panel-beam .beam-detail").strip())

    def test_tabs_and_theme_by_keys(self):
        self.page.wait_for("#source")
        self.page.tab_to("#tab-translate")
        self.page.press(Keys.ARROW_RIGHT)
        self.assertTrue(self.page.focused("#tab-training"))
        self.page.wait_for("#view-training")
        self.page.tab_to("#theme")
        self.page.press(Keys.ENTER)
        self.assertEqual(self.page.run("return document.documentElement.dataset.theme"), "dark")

    def test_skipping_to_the_content_stays_in_the_tab(self):
        page = self.page
        page.click("#tab-training")
        page.wait_for_state("#view-training", "done")
        page.run("document.querySelector('.skip').focus()")
        page.press(Keys.ENTER)
        self.assertTrue(page.focused("#main"))
        self.assertTrue(page.find("#view-training").is_displayed())

    def test_the_focus_is_seen(self):
        self.translate(FIRST_SENTENCE)
        page = self.page
        for selector in ("#theme", "#source", "#output .word", "#controls > summary", "#panel-beam > summary"):
            page.tab_to(selector)
            outline = page.run("""
                const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement);
                const around = getComputedStyle(document.activeElement.parentElement);
                return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none' ||
                  around.outlineStyle !== 'none' || around.boxShadow !== 'none' ||
                  !!document.activeElement.closest('.pane:focus-within');""")  # fmt: skip
            self.assertTrue(outline, f"nothing shows that {selector} has the focus")


class SubPathTest(PageTest):
    def test_every_view_works_below_a_path(self):
        page = self.page
        with SubPath(int(self.url.rsplit(":", 1)[1])) as proxy:
            page.open(proxy.url)
            self.translate(FIRST_SENTENCE)
            self.words()[0].click()
            page.wait_for_state("#alternatives", "done")
            page.press(Keys.ESCAPE)
            for panel in ("#panel-attention", "#panel-beam"):
                page.open_panel(panel)
                page.wait_for_state(panel, "done")
            page.click("#tab-training")
            page.wait_for("#view-training h2")
            page.click("#tab-complete")
            page.type("Der ", "#complete-prompt")
            page.click("#view-complete button[type=submit]")
            page.wait_for_state("#view-complete", "done")
