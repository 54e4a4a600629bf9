"""The browser in which the site is looked at, and the site, built once and served from a folder below the root."""

import shutil

import pytest
from playwright.sync_api import sync_playwright

from tests.helpers.site_pages import build_site, served, site_pages


@pytest.fixture(scope="module")  # while it is there, no other event loop can run in this process
def browser():
    path = shutil.which("chromium")
    assert path, "Chromium is not installed: make setup does it, where it may"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("www") / "some/folder"
    build_site(folder)
    return folder


@pytest.fixture(scope="session")
def address(site):
    """The address at which the site is served."""
    with served(site.parent.parent) as host:
        yield f"{host}/some/folder/"


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page; afterwards nothing may have gone wrong, and no other host been asked."""
    with site_pages(browser) as open_page:
        yield open_page
