"""The browser in which the page is looked at."""

import shutil

import pytest
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="module")  # while it is there, no other event loop can run in this process
def browser():
    path = shutil.which("chromium")
    assert path, "Chromium is not installed: make setup does it, where it may"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
