"""Where the page is served."""

import socket

import pytest

from plywise.errors import InputError
from plywise.web import serving

LOOPBACK = "127.0.0.1"


@pytest.fixture
def usual(monkeypatch):
    """Return a port that is free, and from now on the usual one."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port = probe.getsockname()[1]
    monkeypatch.setattr(serving, "USUAL_PORT", port)
    return port


def test_the_usual_port_is_taken_and_another_one_where_it_is_in_use(usual):
    with serving.bind_usual(LOOPBACK) as first:
        assert first.getsockname()[1] == usual
        with serving.bind_usual(LOOPBACK) as second:
            assert second.getsockname()[1] not in (0, usual)


def test_a_port_that_was_asked_for_is_never_another(usual):
    with serving.bind(LOOPBACK, usual), pytest.raises(InputError, match=f"port {usual}"):
        serving.bind(LOOPBACK, usual)
