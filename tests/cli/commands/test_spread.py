"""plywise spread: the command for one hard position, which plywise solve --spread runs as well."""

import pytest

SMALL = "connect4:width=4,height=4"


def facts(found):
    return {name: value for name, value in found.items() if name not in ("cpu_s", "time_s", "compile_s")}


def test_it_solves_as_solve_does(answer):
    for options in ((), ("--conjecture", "1"), ("--job-nodes", "100")):
        words = (SMALL, "--moves", "2 2", "--ply", 2, *options)
        assert facts(answer("spread", *words)) == facts(answer("solve", *words, "--spread"))
    assert answer("spread", *words, "--workers", 2)["value"] == answer("solve", *words[:3])["value"]


def test_either_command_continues_the_journal_of_the_other(plywise, answer, tmp_path):
    journal = tmp_path / "journal"
    assert plywise("solve", SMALL, "--spread", "--ply", 2, "--journal", journal)[0] == 0
    done = answer("fleet", journal)["jobs"]
    assert answer("spread", SMALL, "--ply", 2, "--journal", journal, "--resume")["value"] == 0
    assert answer("fleet", journal)["jobs"] == done
    code, out, _ = plywise("spread", SMALL, "--journal", journal, "--unproved")
    assert code == 0
    assert "proved: the value is 0" in out


@pytest.mark.parametrize(("options", "says"), [
    (("--ply", "0"), "--ply 0: jobs start at ply 1 or later"),
    (("--job-nodes", "0"), "--job-nodes 0: a job enters at least 1 node"),
    (("--conjecture", "much"), "--conjecture 'much'"),
    (("--unproved",), "--unproved needs --journal: the file to read"),
    (("--resume",), "--resume needs --journal: the file to continue"),
    (("--batch", "x"), "no option '--batch'"),
    (("--threads", "2"), "no option '--threads'"),
])  # fmt: skip
def test_bad_options_are_refused_in_one_line(plywise, options, says):
    code, out, err = plywise("spread", SMALL, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
