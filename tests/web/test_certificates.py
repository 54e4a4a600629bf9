"""The certificate that pages look at: what is refused before there is a page, and what a server answers."""

import subprocess

import pytest

import plywise as pw
from plywise.certificates.checker import NotProved
from plywise.errors import InputError
from plywise.game import MIN
from plywise.live import limits
from plywise.web.certificates import ShownCertificate
from tests.helpers.certificates import made, with_body
from tests.helpers.page_server import PageServer
from tests.helpers.program import PROGRAM

TICTACTOE = pw.make("tictactoe")


@pytest.fixture(scope="module")
def draw():
    return made(TICTACTOE, MIN, "draw", position="." * 9)


@pytest.fixture
def kept(draw, tmp_path):
    """Return a function that keeps the bytes of a certificate, and returns its path."""

    def keep(content=None):
        path = tmp_path / "one.cert"
        path.write_bytes(draw.to_bytes() if content is None else content)
        return str(path)

    return keep


def lying(certificate):
    """Return a certificate of which all fits but the strategy."""
    body = bytearray(certificate.body)
    body[0] = (body[0] + 1) % 9
    return with_body(certificate, body)


def test_what_it_claims_is_told_in_words(kept, draw):
    told = ShownCertificate(kept(), None).describe()
    assert told["claim"] == "O gets at least a draw"
    assert told["from"] == ""
    assert (told["positions"], told["entries"]) == (draw.claim.positions, draw.claim.entries)
    assert told["bytes"] == len(draw.to_bytes())
    assert told["rules"] == ["tictactoe.py"]


def test_another_start_is_told(kept):
    start = TICTACTOE.parse_state("X........")
    told = ShownCertificate(kept(made(TICTACTOE, MIN, "draw", position="X........", start=start).to_bytes()), None)
    assert told.describe()["from"] == "X........"


def test_no_proof_is_refused_before_there_is_a_page(kept, draw, monkeypatch):
    whole = draw.to_bytes()
    for content in (b"", b"PK\x03\x04", whole[:-1], whole + b"\0", whole[:-1] + bytes([whole[-1] ^ 1])):
        with pytest.raises(NotProved):
            ShownCertificate(kept(content), None)
    with pytest.raises(NotProved, match="other rules"):
        ShownCertificate(kept(with_body(draw, draw.body, rules="0" * 64)), None)
    with pytest.raises(NotProved, match="it is about 'tictactoe', not 'nim"):
        ShownCertificate(kept(), "nim")
    monkeypatch.setattr("plywise.web.certificates.MAX_CERTIFICATE_POSITIONS", draw.claim.positions - 1)
    with pytest.raises(NotProved, match="remembered at most"):
        ShownCertificate(kept(), None)


def test_rules_that_a_header_names_are_not_run(kept, draw, tmp_path):
    (tmp_path / "rules.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    content = with_body(draw, draw.body, game=f"{tmp_path / 'rules.py'}:Stones")
    with pytest.raises(InputError, match="pass them with --game"):
        ShownCertificate(kept(content), None)
    assert not (tmp_path / "ran").exists()


def test_the_positions_that_are_read_fit_into_the_memory_that_there_is():
    assert limits.MAX_CERTIFICATE_POSITIONS * 200 < limits.CERTIFICATE_MEGABYTES * 1e6


def test_a_server_follows_lines_for_pages(kept):
    with PageServer("--certificate", kept(), "--workers", "1") as server, server.page("one-page") as page:
        assert page.ask("games")["certificate"]["claim"] == "O gets at least a draw"
        found = page.ask("follow", line=["0"])
        assert found["step"]["text"] == "O plays 4: chosen by the certificate"
        assert found["read"]["checked"]
        assert page.ask("follow", line=["0", "8"])["error"] == "move 2: the certificate plays 4, not 8"
        for line in ("0", [0], ["\n"], ["0"] * 3000):
            assert page.ask("follow", line=line)["error"].startswith("follow: line is ")


@pytest.mark.slow
def test_a_server_without_a_certificate_says_so():
    with PageServer("--workers", "1") as server, server.page("one-page") as page:
        assert page.ask("games")["certificate"] is None
        assert "--certificate FILE" in page.ask("follow", line=[])["error"]


@pytest.mark.slow
def test_what_proves_nothing_is_one_line_and_ends_the_server(kept, draw):
    server = PageServer("--certificate", kept(lying(draw)), "--workers", "1")
    server.process.wait(30)
    assert server.end() == 1
    first, last = server.errors.splitlines()
    assert first == "serving the page until Ctrl-C"
    assert last.startswith("not proved: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--certificate", "nowhere.cert"], 2, "cannot be read"),
        (["--certificate", "."], 2, "cannot be read"),
        (["--certificate", __file__], 1, "not proved: "),
        (["--game", "tictactoe"], 2, "--certificate FILE"),
    ],
)
def test_the_command_refuses_in_one_line(words, code, said):
    command = [PROGRAM, "serve", "--port", "0", "--no-browser", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == code
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
