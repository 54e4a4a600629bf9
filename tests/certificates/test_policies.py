"""Policies: certificates whose strategy follows a rule of play to the end, which a checker plays out."""

import io
import random
import subprocess

import pytest

import plywise as pw
from plywise.certificates.checker import NotProved, check, read_claim
from plywise.certificates.goal import Goal
from plywise.certificates.making import can_count, make_certificate
from plywise.certificates.plan import Making
from plywise.certificates.policies import Policy, find_policy, own_policy
from plywise.certificates.verifying import verify
from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.games.connect4_policies import POLICIES
from tests.helpers.certificates import Circle, made, mutate, with_body
from tests.helpers.paths import ROOT

SMALL_BOARDS = {
    "4x4, first": ("connect4:width=4,height=4", MAX, "draw"),
    "4x4, second": ("connect4:width=4,height=4", MIN, "draw"),
    "4x3, three in a row": ("connect4:width=4,height=3,connect=3", MAX, "win"),
    "5x3, three in a row": ("connect4:width=5,height=3,connect=3", MAX, "win"),
}
CENTRE = """
def centre(game, state):
    actions = list(game.actions(state))
    return next((each for each in (4, 0, 2, 6, 8) if each in actions), actions[0])
"""


def first(game, state):
    return min(game.actions(state))


def follow(text, side, goal, *policies):
    """Return a game, and the certificate of a goal whose strategy may follow policies."""
    game = pw.make(text)
    chosen = tuple(find_policy(policy, game) if isinstance(policy, str) else policy for policy in policies)
    making = Making(game, game.initial(), Goal(side, goal), engine="reference", policies=chosen)
    position = game.format_state(game.initial())
    return game, make_certificate(making._replace(soonest=can_count(making)), position)


def accepts(game, content, policies):
    """Return whether the checker accepts the bytes of a certificate."""
    file = io.BytesIO(content)
    try:
        check(game, game.initial(), read_claim(file), file, policies)
    except NotProved:
        return False
    return True


@pytest.mark.parametrize("board", SMALL_BOARDS)
def test_a_policy_saves_entries(board):
    text, side, goal = SMALL_BOARDS[board]
    game, found = follow(text, side, goal, "follow_up", "parity")
    policies = [POLICIES["follow_up"], POLICIES["parity"]]
    assert found.claim.policies == "follow_up parity"
    assert accepts(game, found.to_bytes(), policies)
    assert found.claim.entries < made(game, side, goal).claim.entries
    assert not accepts(game, found.to_bytes(), [])


@pytest.mark.parametrize("board", list(SMALL_BOARDS)[:3])
def test_the_checker_in_c_gives_the_same_verdict_of_mutants(board, tmp_path):
    text, side, goal = SMALL_BOARDS[board]
    game, found = follow(text, side, goal, "follow_up", "same_column")
    program = tmp_path / "connect4"
    subprocess.run(["cc", "-O1", "-o", program, ROOT / "checkers/connect4.c"], check=True)
    source, verdicts = random.Random(9), []
    contents = [found.to_bytes()] + [with_body(found, mutate(found.body, source)) for _ in range(100)]
    for content in contents:
        verdicts.append(accepts(game, content, [POLICIES["follow_up"], POLICIES["same_column"]]))
        done = subprocess.run([program], input=content, capture_output=True, timeout=60)
        assert (done.returncode == 0) == verdicts[-1]
    assert verdicts[0]
    assert False in verdicts
    unknown = found.to_bytes().replace(b"policies follow_up", b"policies follow_us")
    assert subprocess.run([program], input=unknown, capture_output=True, timeout=60).returncode == 1


def test_a_policy_that_loses_is_refused():
    game, found = follow("tictactoe", MIN, "draw", Policy("first", first))
    entry = bytes([9 - 1 + 4])  # the centre, and then the first policy: 8 actions are legal
    assert not accepts(game, with_body(found, entry, policies="first"), [first])
    assert accepts(game, found.to_bytes(), [first])


def test_a_policy_must_name_a_legal_action():
    game, found = follow("tictactoe", MIN, "draw", Policy("first", first))
    assert not accepts(game, found.to_bytes(), [lambda game, state: 99])


def test_a_policy_in_circles_is_refused():
    game = Circle()
    body = bytes([2])  # step back, and follow the policy
    _, found = follow("tictactoe", MIN, "draw", Policy("first", first))
    content = with_body(found, body, player="MAX", goal="win", policies="turn", positions=9)
    assert not accepts(game, content, [lambda game, state: 1 if state.cell < 6 else -1])


def test_a_policy_in_a_file_is_run_only_if_the_user_passes_it(tmp_path):
    file, other = tmp_path / "rules.py", tmp_path / "other"
    file.write_text(CENTRE)
    policy = own_policy(f"{file}:centre")
    _, found = follow("tictactoe", MIN, "draw", policy)
    path = tmp_path / "draw.cert"
    path.write_bytes(found.to_bytes())
    assert found.claim.entries < 14  # without a policy
    with pytest.raises(InputError, match="pass it with --policy"):
        verify(str(path))
    assert verify(str(path), policies=[policy]).claim == found.claim
    other.mkdir()
    (other / "rules.py").write_text(CENTRE + "\n# changed\n")
    with pytest.raises(NotProved, match="another hash"):
        verify(str(path), policies=[own_policy(f"{other / 'rules.py'}:centre")])


@pytest.mark.parametrize("text", ["same_colum", "nowhere.py:policy", "centre"])
def test_a_policy_that_does_not_exist(text):
    with pytest.raises(InputError):
        find_policy(text, pw.make("connect4"))


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("size", [(4, 4), (5, 4), (7, 6)])
def test_built_in_policies_play_mirror_images_alike(name, size):
    game, source = pw.make(f"connect4:width={size[0]},height={size[1]}"), random.Random(4)
    for _ in range(30):
        state = game.initial()
        while not game.terminal(state):
            images = list(game.symmetries(state))
            if images and len(list(game.candidates(state))) > 1:
                cell = POLICIES[name](game, state)
                assert cell in game.actions(state)
                mirrored = game.mirror(1 << cell).bit_length() - 1
                assert POLICIES[name](game, images[0]) == mirrored
            state = game.result(state, source.choice(list(game.actions(state))))
