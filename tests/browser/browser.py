"""Chromium, and the page in it as its reader meets it."""

import base64
import shutil
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service as Driver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SECONDS = 30  # of patience
DESKTOP = (1280, 900)


def open_browser(folder):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en",
                     "--no-first-run", "--disable-extensions", "--disable-background-networking",
                     f"--user-data-dir={folder / 'profile'}", "--window-size={},{}".format(*DESKTOP)):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Driver(shutil.which("chromedriver")), options=options)


class Page:
    """The page of a service, in a browser that other pages may use before and after."""

    def __init__(self, browser, shots=None):
        self.browser = browser
        self.shots = shots  # folder for screenshots, or none

    def open(self, url, fragment=""):
        """As if for the first time."""
        self.browser.get(f"{url}/healthz")
        self.browser.execute_script("localStorage.clear(); sessionStorage.clear()")
        self.browser.get_log("browser")
        self.browser.get(f"{url}/{fragment}")

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def run(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def state(self, selector):
        return self.run("return document.querySelector(arguments[0])?.dataset.state", selector)

    def wait(self, what, condition):
        """Until condition() is true; what it gave."""
        end = time.monotonic() + SECONDS
        while not (value := condition()):
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}; the page says: {self.problems()}")
            time.sleep(0.02)
        return value

    def wait_for_state(self, selector, state):
        self.wait(f"{selector} to be {state}, it is {self.state(selector)}", lambda: self.state(selector) == state)

    def wait_for(self, selector):
        """An element that is there and shown."""
        return self.wait(selector, lambda: next((one for one in self.find_all(selector) if one.is_displayed()), None))

    def problems(self):
        boxes = "[...document.querySelectorAll('.problem:not([hidden])')]"
        return self.run(f"return {boxes}.map((box) => box.innerText)")

    def click(self, selector):
        """As a person would: it comes into view first."""
        element = self.wait_for(selector)
        self.run("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()
        return element

    def open_panel(self, selector):
        """A disclosure, opened by its summary."""
        if not self.run("return document.querySelector(arguments[0]).open", selector):
            self.click(f"{selector} > summary")

    def type(self, text, selector="#source"):
        """In place of what is there."""
        field = self.click(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)

    def press(self, *keys):
        """Wherever the focus is."""
        for key in keys:
            ActionChains(self.browser).send_keys(key).perform()

    def point_at(self, element):
        ActionChains(self.browser).move_to_element(element).perform()

    def focused(self, selector):
        """Whether the focus is on it, or in it."""
        return self.run("return !!document.activeElement.closest(arguments[0])", selector)

    def tab_to(self, selector, most=60):
        """By Tab alone."""
        for _ in range(most):
            if self.focused(selector):
                return
            self.press(Keys.TAB)
        place = self.run("return document.activeElement.outerHTML")
        raise AssertionError(f"Tab does not come to {selector}; it is at {place}")

    def size(self, width, height, mobile=False):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, theme):
        """What the system's settings say: light or dark."""
        wanted = {"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"}
        features = [{"name": name, "value": value} for name, value in wanted.items()]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def as_usual(self):
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.prefer("light")

    def console(self):
        """Returns errors and warnings since the last time. The browser may ask for an icon of /healthz, see open()."""
        entries = [entry for entry in self.browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        return [entry for entry in entries if "/favicon.ico" not in entry["message"]]

    def shoot(self, name):
        """A picture of the whole page."""
        if self.shots:
            time.sleep(0.3)  # what moves comes to rest
            shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True})
            (self.shots / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))
