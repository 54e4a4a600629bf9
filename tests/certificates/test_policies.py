"""Policies: certificates whose strategy follows a rule of play to the end, which a checker plays out."""

import io
import itertools
import random
import subprocess
from functools import cache

import pytest

import plywise as pw
from plywise.certificates.checker import Claim, NotProved, check, read_claim
from plywise.certificates.goal import Goal
from plywise.certificates.making import Certificate, can_count, follow_strategy, make_certificate
from plywise.certificates.plan import Making
from plywise.certificates.policies import Policy, find_policy, own_policy, policies_of
from plywise.certificates.rule_sources import hash_sources
from plywise.certificates.strategy_files import read_strategy_file
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
MAKER = """
def order(game, argument):
    cells = [int(each) for each in argument]
    return lambda game, state: next(each for each in cells if each in game.actions(state))
"""
SIGNS = "!@|+=-."


def first(game, state):
    return min(game.actions(state))


@cache
def follow(text, side, goal, *policies):
    """Return a game, and the certificate of a goal whose strategy may follow policies."""
    game = pw.make(text)
    chosen = tuple(find_policy(policy, game) if isinstance(policy, str) else policy for policy in policies)
    making = Making(game, game.initial(), Goal(side, goal), engine="reference", policies=chosen)
    position = game.format_state(game.initial())
    return game, make_certificate(making._replace(soonest=can_count(making)), position)


def accepts(game, content, policies, start=None):
    """Return whether the checker accepts the bytes of a certificate."""
    file = io.BytesIO(content)
    try:
        check(game, game.initial() if start is None else start, read_claim(file), file, policies)
    except NotProved:
        return False
    return True


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """The checker of Connect Four in C."""
    found = tmp_path_factory.mktemp("checkers") / "connect4"
    subprocess.run(["cc", "-O1", "-o", found, ROOT / "checkers/connect4.c"], check=True)
    return found


def follow_file(folder, game, start, side, goal, lines):
    """Return the certificate of a strategy file with these lines."""
    file = folder / "strategy.txt"
    file.write_text("".join("\t".join(line) + "\n" for line in lines))
    making = Making(game, start, Goal(side, goal))
    return follow_strategy(making, read_strategy_file(file, game), game.format_state(start))


def holds(game, signs, state, side):
    """Return whether a diagram keeps at least a draw for a side: the rules of the page, cell by cell, without sets."""
    if game.terminal(state):
        return game.utility(state) * side >= 0
    after = {action: game.result(state, action) for action in game.actions(state)}
    if game.player(state) != side:
        return all(holds(game, signs, child, side) for child in after.values())
    if any(game.terminal(child) and game.utility(child) * side >= 0 for child in after.values()):
        return True
    safe = [action for action, child in after.items() if not loses_at_once(game, child, side)]
    if not safe:
        return False
    sign = {}
    for action in after:
        column, row = divmod(action, game.height + 1)
        sign[action] = signs[(game.height - 1 - row) * game.width + column]
    marked = list(sign.values()).count("@")
    ranked = [SIGNS.index("." if sign[action] == "@" and marked > 1 else sign[action]) for action in safe]
    return holds(game, signs, after[safe[ranked.index(min(ranked))]], side)


def loses_at_once(game, state, side):
    """Return whether the other player can win by the next action."""
    after = [game.result(state, action) for action in game.actions(state)]
    return any(game.terminal(child) and game.utility(child) * side < 0 for child in after)


@pytest.mark.parametrize("board", SMALL_BOARDS)
def test_a_policy_saves_entries(board):
    text, side, goal = SMALL_BOARDS[board]
    game, found = follow(text, side, goal, "follow_up", "parity")
    policies = [POLICIES["follow_up"], POLICIES["parity"]]
    assert found.claim.policies == "follow_up parity"
    assert accepts(game, found.to_bytes(), policies)
    assert found.claim.entries < made(game, side, goal).claim.entries
    assert not accepts(game, found.to_bytes(), [])


@pytest.mark.slow_with("4x4, second")
@pytest.mark.parametrize("board", list(SMALL_BOARDS)[:3])
def test_the_checker_in_c_gives_the_same_verdict_of_mutants(board, program):
    text, side, goal = SMALL_BOARDS[board]
    game, found = follow(text, side, goal, "follow_up", "parity")
    source, verdicts = random.Random(9), []
    contents = [found.to_bytes()] + [with_body(found, mutate(found.body, source)) for _ in range(100)]
    for content in contents:
        verdicts.append(accepts(game, content, [POLICIES["follow_up"], POLICIES["parity"]]))
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


@pytest.mark.parametrize(("size", "side"), [("4,4,4", MAX), ("5,4,4", MIN), ("3,5,3", MAX)])
def test_diagrams_are_checked_alike_in_python_and_c(size, side, program, tmp_path):
    width, height, connect = map(int, size.split(","))
    game = pw.make(f"connect4:width={width},height={height},connect={connect}")
    source, verdicts = random.Random(width), []
    for start in itertools.islice(choices(game, side, source), 60):
        signs = "".join(source.choices(SIGNS, k=width * height))
        action = source.choice(list(game.actions(start)))
        line = (game.format_state(start), game.format_action(start, action), f"diagram({signs})")
        try:
            found = follow_file(tmp_path, game, start, side, "draw", [line])
        except InputError:
            assert not holds(game, signs, game.result(start, action), side)
            continue
        for changed in (signs, *mutants(signs, source)):
            content = found.to_bytes().replace(signs.encode(), changed.encode())
            verdict = accepts(game, content, policies_of(f"diagram({changed})", game, []), start)
            done = subprocess.run([program], input=content, capture_output=True, timeout=60)
            assert (done.returncode == 0) == verdict
            assert not verdict or holds(game, changed, game.result(start, action), side)
            verdicts.append(verdict)
    assert set(verdicts) == {True, False}


def choices(game, side, source):
    """Yield positions in which a side has a choice, and no win."""
    while True:
        state = game.initial()
        for _ in range(source.randrange(game.max_plies // 2, game.max_plies)):
            if not game.terminal(state):
                state = game.result(state, source.choice(list(game.actions(state))))
        if game.terminal(state) or game.player(state) != side or len(list(game.candidates(state))) < 2:
            continue
        if not any(game.terminal(game.result(state, action)) for action in game.actions(state)):
            yield state


def mutants(signs, source):
    """Return diagrams with other signs in two cells."""
    for _ in range(2):
        cells = list(signs)
        for place in source.sample(range(len(signs)), 2):
            cells[place] = source.choice(SIGNS)
        yield "".join(cells)


def test_a_diagram_may_differ_left_and_right():
    game = pw.make("connect4:width=4,height=4")
    for signs in map("".join, itertools.islice(itertools.permutations("!|+...........=-"), 0, 40, 7)):
        choose = find_policy(f"diagram({signs})", game).choose
        mirrored = find_policy(
            f"diagram({''.join(signs[row : row + 4][::-1] for row in range(0, 16, 4))})", game
        ).choose
        state = game.parse_state("1")
        cells = {each: SIGNS.index(signs[12 + each // 5]) for each in (5, 10, 15)}
        assert cells[choose(game, state)] == min(cells[cell] for cell in cells)
        image = mirrored(game, next(game.symmetries(state)))
        assert cells[game.mirror(1 << image).bit_length() - 1] == cells[choose(game, state)]


@pytest.mark.parametrize(
    "text",
    ["diagram", "diagram()", "diagram(...)", f"diagram({'?' * 16})", f"diagram({'.' * 17})", f"diagram({'.' * 16}",
     f"diagram({'.' * 16}))", f"diagram({'.' * 16})(x)", "follow_up()", "follow_up(x)", "(", ")", "()", "",
     f"diagram({'.' * 16}) ", f" diagram({'.' * 16})", f"diagram({'.' * 2**20})"],
)  # fmt: skip
def test_a_header_with_a_policy_that_is_none_is_refused_in_one_line(text, program, tmp_path):
    game = "connect4:width=4,height=4,connect=4"
    claim = Claim(
        game, "empty", None, "MAX", "draw", None, None, text or " ", hash_sources(pw.make(game)), 9, 0, "0" * 8
    )
    content = Certificate(claim, b"").to_bytes()
    path = tmp_path / "hostile.cert"
    path.write_bytes(content)
    with pytest.raises(NotProved, match=r"policy|header") as refusal:
        verify(str(path))
    assert len(str(refusal.value).splitlines()) == 1
    assert len(str(refusal.value)) < 300
    done = subprocess.run([program], input=content, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.splitlines() in (
        [b"not proved: it names an unknown policy"],
        [b"not proved: there is no header"],
    )


def test_a_user_s_maker_gets_the_argument(tmp_path):
    file = tmp_path / "rules.py"
    file.write_text(MAKER)
    policy = f"{file}:order"
    _, found = follow("tictactoe", MIN, "draw", f"{policy}(402681357)", f"{policy}(420681357)")
    path = tmp_path / "draw.cert"
    path.write_bytes(found.to_bytes())
    assert found.claim.entries < 14  # without a policy
    assert found.claim.policies.count("rules.py:order@") == 2
    assert verify(str(path), policies=[own_policy(policy)]).claim == found.claim
    with pytest.raises(InputError, match="pass it with --policy"):
        verify(str(path))
    path.write_bytes(found.to_bytes().replace(b"(402681357)", b"(40268135x)"))
    with pytest.raises(NotProved, match="40268135x"):
        verify(str(path), policies=[own_policy(policy)])
    with pytest.raises(InputError, match="cannot hold its argument"):
        find_policy(f"{policy}(4 0)", pw.make("tictactoe"))


def test_a_strategy_file_is_followed_and_not_trusted(tmp_path):
    game, where = pw.make("connect4:width=4,height=4"), "443431"
    start = game.parse_state(where)
    found = follow_file(tmp_path, game, start, MAX, "draw", [(where, "4", "follow_up")])
    assert found.claim.policies == "follow_up"
    assert found.claim.entries == 1
    assert accepts(game, found.to_bytes(), [POLICIES["follow_up"]], start)
    with pytest.raises(InputError, match="no line at"):
        follow_file(tmp_path, game, start, MAX, "draw", [(where, "4")])
    with pytest.raises(InputError, match=r"not reached|every action loses"):
        follow_file(tmp_path, game, start, MAX, "win", [(where, "4", "follow_up")])
    for wrong in [("443431", "9"), ("443431",), ("443431", "4", "diagram(.)"), ("443431", "4", "", "")]:
        with pytest.raises(InputError):
            follow_file(tmp_path, game, start, MAX, "draw", [wrong])
