"""What tests of several commands need: answers in JSON."""

import json

import pytest


@pytest.fixture
def answers(plywise):
    """Run a command with --json: words -> the objects printed, one a line."""

    def call(*words, stdin="", code=0):
        got, out, err = plywise(*words, "--json", stdin=stdin)
        assert (got, err) == (code, ""), err
        return [json.loads(line) for line in out.splitlines()]

    return call


@pytest.fixture
def answer(answers):
    """Run a command with --json that prints one object."""

    def call(*words, **options):
        (found,) = answers(*words, **options)
        return found

    return call
