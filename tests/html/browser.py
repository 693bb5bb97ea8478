"""A browser that watches a page: what it says on its console, what it asks the network for, how wide it gets."""

import base64
import json
import os
import pathlib
import shutil

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def cannot(reason):
    """A test that cannot be run is left out, except where nobody would notice."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{reason}, and in CI no test is left out")
    pytest.skip(reason)


def artefacts():
    folder = pathlib.Path(os.environ.get("POISE_ARTEFACTS", ROOT / "build" / "artefacts"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def start():
    """A headless Chromium, or no test."""
    try:
        from selenium import webdriver
    except ImportError:
        cannot("the Python package selenium is not installed")
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        cannot("chromium and chromedriver (Debian: chromium, chromium-driver) are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--hide-scrollbars",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return Browser(webdriver.Chrome(options=options, service=webdriver.ChromeService(driver)))


class Browser:
    """Opens files and tells what happened."""

    def __init__(self, driver):
        self.driver = driver

    def quit(self):
        self.driver.quit()

    def open(self, path, width=1200, height=900):
        self.driver.get("about:blank")
        for log in ("browser", "performance"):
            self.driver.get_log(log)  # what was said before does not count
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 500,
        )
        self.driver.get(path.resolve().as_uri())

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def run(self, script):
        return self.driver.execute_script(script)

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Every address asked for; data: is in the page itself."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [m["params"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [p["request"]["url"] for p in sent if not p["request"]["url"].startswith("data:")]

    def sticks_out(self):
        """By how many pixels the page is wider than the screen."""
        return self.run("return document.documentElement.scrollWidth - window.innerWidth")

    def screenshot(self):
        return base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"])

    def pdf(self):
        return base64.b64decode(self.command("Page.printToPDF", printBackground=True)["data"])
