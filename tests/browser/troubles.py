"""What goes wrong is told in words, and can be mended."""

from page_test import FIRST_SENTENCE, PageTest


class StoppedServiceTest(PageTest):
    expected_in_console = ("Failed to load resource", "ERR_")

    def test_a_service_that_stops_is_told_and_asked_again(self):
        page = self.page
        service = self.start()
        page.open(service.url)
        self.translate(FIRST_SENTENCE)
        before = self.output()
        service.stop()
        page.find("#source").send_keys(" ")
        page.wait_for_state("#output", "error")
        page.wait_for("#problem[data-code=unreachable]")
        self.assertIn("does not answer", " ".join(page.problems()))
        self.assertTrue(page.find("#source").get_property("value").startswith(FIRST_SENTENCE))
        self.check_looks()
        page.shoot("17-stopped")
        with self.start(port=service.port):
            page.click("#problem button")
            page.wait_for_state("#output", "done")
            self.assertEqual(self.output().strip(), before.strip())

    def test_a_choice_that_failed_is_tried_again(self):
        page = self.page
        service = self.start()
        page.open(service.url)
        self.translate(FIRST_SENTENCE)
        self.words()[0].click()
        page.wait_for_state("#alternatives", "done")
        choice = page.wait_for("#alternatives .choice strong").text
        service.stop()
        page.click("#alternatives .choice")
        page.wait_for_state("#output", "error")
        with self.start(port=service.port):
            page.click("#problem button")
            page.wait_for_state("#output", "done")
            self.assertTrue(self.output().startswith(choice))

    def test_a_page_without_its_service_says_so_in_each_panel(self):
        page = self.page
        service = self.start()
        page.open(service.url)
        self.translate(FIRST_SENTENCE)
        service.stop()
        for panel in ("#panel-attention", "#panel-beam"):
            page.open_panel(panel)
            page.wait_for_state(panel, "error")
            page.wait_for(f"{panel} .problem[data-code=unreachable]")
        self.words()[0].click()
        page.wait_for_state("#alternatives", "error")
        page.click("#tab-training")
        page.wait_for("#trouble[data-code=unreachable]")
        with self.start(port=service.port):
            page.click("#trouble button")
            page.wait_for_state("#view-training", "done")
            self.assertFalse(page.find("#trouble").is_displayed())


class OtherServicesTest(PageTest):
    def test_a_key_is_asked_for(self):
        page = self.page
        with self.start(keys="a-key\n") as service:
            page.open(service.url)
            page.wait_for("#key")
            page.shoot("18-key")
            self.enter_key("wrong")
            page.wait("the form again", lambda: page.find("#key").get_property("value") == "")
            self.enter_key("a-key")
            page.wait_for("#source")
            self.assertTrue(page.focused("main"), "the focus is lost")
            self.translate(FIRST_SENTENCE)
        self.expected_in_console = ("401",)

    def test_an_open_panel_is_filled_after_a_new_key(self):
        page = self.page
        with self.start(keys="a-key\n") as service:
            page.open(service.url)
            self.translate_with_key("a-key")
        with self.start(keys="another\n", port=service.port):
            page.open_panel("#panel-attention")
            page.wait_for_state("#panel-attention", "error")
            self.enter_key("another")
            page.wait_for_state("#panel-attention", "done")
        self.expected_in_console = ("401",)

    def test_a_key_that_no_browser_can_send_is_not_accepted(self):
        page = self.page
        with self.start(keys="a-key\n") as service:
            page.open(service.url)
            self.enter_key("“a-key”")
            page.wait_for("#key-refused")
            self.assertEqual(page.problems(), [])
            page.browser.refresh()
            self.translate_with_key("a-key")
        self.expected_in_console = ("401",)

    def enter_key(self, key):
        self.page.type(key, "#key")
        self.page.click("#key-form button")

    def translate_with_key(self, key):
        self.enter_key(key)
        self.page.wait_for("#source")
        self.translate(FIRST_SENTENCE)

    def test_messages_of_the_service_are_sentences(self):
        advice = self.page.run("""
            return import('/page/problems.js').then(({ describe }) => (
              ['is too long', 'Is it?'].map((message) => describe({ code: 'text_too_long', message }).advice)));""")
        self.assertEqual(advice, ["is too long. Shorten it, or translate it in parts.",
                                  "Is it? Shorten it, or translate it in parts."])  # fmt: skip

    def test_errors_of_a_proxy_are_told_as_those_of_the_service(self):
        expected = {413: "body_too_large", 429: "queue_full", 502: "unreachable", 503: "unavailable", 504: "timeout",
                    418: "no_reason"}  # fmt: skip
        codes = self.page.run("""
            window.fetch = (address) => Promise.resolve(
              new Response('<html>', { status: Number(address.pathname.slice(1)) }));
            return import('/page/api.js').then(({ Api }) => Promise.all(arguments[0].map((status) => (
              new Api().get(`/${status}`).catch(({ code }) => code)))));""", list(expected))  # fmt: skip
        self.assertEqual(codes, list(expected.values()))

    def test_an_error_that_comes_after_an_abort_is_an_abort(self):
        name = self.page.run("""
            const json = () => Promise.reject(new DOMException('', 'AbortError'));
            window.fetch = () => Promise.resolve({ ok: false, status: 500, headers: new Headers(), json });
            return import('/page/api.js').then(({ Api }) => new Api().get('/')).catch((error) => error.name);""")
        self.assertEqual(name, "AbortError")

    def test_without_a_language_model_nothing_is_completed(self):
        with self.start() as service:
            self.page.open(service.url)
            self.page.wait_for("#source")
            self.assertFalse(self.page.find("#tab-complete").is_displayed())

    def test_without_a_run_none_is_followed(self):
        with self.start() as service:
            self.page.open(service.url, "#training")
            self.page.wait("advice", lambda: "--run" in self.page.text("#view-training"))
            self.check_looks()

    def test_a_text_that_takes_too_long_is_told(self):
        with self.start("--timeout", "0.01") as service:
            self.page.open(service.url)
            self.page.wait_for("#source")
            self.page.type(FIRST_SENTENCE * 100)
            self.page.wait_for_state("#output", "error")
            self.page.wait_for("#problem[data-code=timeout]")
        self.expected_in_console = ("504",)
