"""A server of the page without a server: the browser's requests and messages are answered in the test itself.

Boards and moves are the real ones (OngoingGame, describe_board); what searches would find is made up. So the page is
tested with every game and with every mishap on the line, quickly, and always in the same way.
"""

import json
from functools import cache
from types import SimpleNamespace
from urllib.parse import urlparse

from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.games import REGISTRY, make
from plywise.games.loading import registered_class
from plywise.live.reviewing import describe_review
from plywise.live.teaching import ask_questions, mark_answers, show_lesson_tree
from plywise.play.board_view import describe_board, describe_picture
from plywise.play.ongoing import OngoingGame
from plywise.play.samples import sample_states
from plywise.teach.course_trees import COURSE_TREES
from plywise.teach.exercises.kinds import KINDS
from plywise.teach.quiz.questions import TOPICS
from plywise.teach.review.review import review
from plywise.web.catalogue import offered
from plywise.web.classes import Class
from plywise.web.course import STEPS, course_contents, course_page
from plywise.web.puzzle_book import PUBLIC
from plywise.web.trees import policy_of
from tests.helpers.paths import ROOT

STATIC = ROOT / "src/plywise/web/static"
ADDRESS = "http://plywise.test/"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
SIDES = {"MAX": MAX, "MIN": MIN}
OUTCOMES = (
    {"outcome": "win", "distance": 7},
    {"outcome": "draw", "distance": None},
    {"outcome": "loss", "distance": 12},
)


class Deaf:
    """A page of somebody else, which is told what nobody looks at."""

    def send(self, message):
        pass


class PageServer:
    """Answers for one page. games: by their ids. asked: every message. sockets: every connection that was made."""

    def __init__(self, page):
        self.games, self.asked, self.sockets = {}, [], []
        self.here = None
        self.clocks = None
        self.tree = "<p>A tree</p>"
        self.puzzles = {}
        self.solved = set()
        self.lesson = None
        self.silent = set()  # what is heard, but neither done nor answered
        self.refusing = False  # whether new connections are closed at once
        page.route(ADDRESS + "**", self.serve)
        page.route_web_socket("**/ws?*", self.connect)

    def serve(self, route):
        path = urlparse(route.request.url).path
        if path.startswith("/tree/"):
            headers = {"Content-Security-Policy": policy_of(self.tree), "Content-Type": "text/html"}
            route.fulfill(status=200, body=self.tree, headers=headers)
            return
        if path.startswith("/course/"):
            name = path.removeprefix("/course/")
            page = course_page(name)
            policy = policy_of(page) if page and name.endswith(STEPS) else POLICY
            headers = {"Content-Security-Policy": policy, "Content-Type": "text/html"}
            route.fulfill(status=200 if page else 404, body=page or "", headers=headers)
            return
        file = STATIC / ("index.html" if path == "/" else path.removeprefix("/static/"))
        headers = {"Content-Security-Policy": POLICY, "Content-Type": TYPES[file.suffix]}
        route.fulfill(status=200, body=file.read_bytes(), headers=headers)

    def connect(self, socket):
        if self.refusing:
            socket.close()
            return
        self.sockets.append(socket)
        socket.on_message(lambda text: self.answer(socket, json.loads(text)))

    def send(self, **message):
        self.sockets[-1].send(json.dumps(message))

    def answer(self, socket, asked):
        self.asked.append(asked)
        number, do = asked["id"], asked["do"]
        if do in self.silent:
            return
        given = {name: value for name, value in asked.items() if name not in ("id", "do")}
        try:
            told = {"id": number, "ok": True} | (getattr(self, f"do_{do}")(**given) or {})
        except InputError as error:
            told = {"id": number, "error": str(error)}
        socket.send(json.dumps(told))

    @property
    def ongoing(self):
        return self.games[self.here]

    def tell_board(self, ply=None):
        board = describe_board(self.ongoing, ply)
        self.send(event="board", game_id=self.here, name=self.ongoing.game.name, clocks=self.clocks, **board)

    def begin(self, ongoing):
        self.here = f"game-{len(self.games) + 1}"
        self.games[self.here] = ongoing
        self.tell_board()
        return {"game_id": self.here}

    def do_games(self):
        told = [(name, registered_class(name)) for name in REGISTRY]
        return {
            "games": [
                {
                    "name": name,
                    "title": name.title(),
                    "rules": "Rules in one line.",
                    "players": {"MAX": each.player_names[MAX], "MIN": each.player_names[MIN]},
                    "parameters": [each.to_dict() for each in offered(name) if each.label],
                    "picture": self.picture_of(name),
                }
                for name, each in told
            ]
        }

    @staticmethod
    @cache
    def picture_of(name):
        game = make(name)
        return describe_picture(game, *sample_states(game)[:-3:-1])

    def do_picture(self, game_id):
        ongoing = self.games[game_id]
        return {"picture": describe_picture(ongoing.game, ongoing.state)}

    def do_new(self, game, max, min, position=None, clock=None):  # noqa: A002
        return self.begin(OngoingGame(make(game), position, players={MAX: max, MIN: min}))

    def do_open(self, game_id):
        if game_id not in self.games:
            raise InputError(f"there is no game {game_id}")
        self.here = game_id
        self.tell_board()
        return {"game_id": game_id}

    def do_list(self):
        return {
            "games": [{"game_id": name, "game": each.game.name, "moves": each.ply} for name, each in self.games.items()]
        }

    def do_play(self, move, ply):
        if ply != self.ongoing.ply:
            raise InputError(f"{move} comes too late")
        self.ongoing.play(move)
        self.tell_board()

    def do_undo(self):
        self.ongoing.undo()
        self.tell_board()

    def do_redo(self):
        self.ongoing.redo()
        self.tell_board()

    def do_resign(self, side):
        self.ongoing.resign(SIDES[side])
        self.tell_board()

    def do_players(self, **players):
        for side, who in players.items():
            self.ongoing.players[SIDES[side.upper()]] = who
        self.tell_board()

    def do_go(self):
        self.ongoing.play(self.ongoing.legal()[0])
        self.tell_board()

    def do_stop(self):
        self.send(event="idle")

    def do_show(self, ply):
        self.tell_board(ply)

    def do_position(self, text):
        return self.begin(OngoingGame(self.ongoing.game, text, players=self.ongoing.players))

    def do_record(self, form):
        return {"text": f"{form}: {' '.join(self.ongoing.words)}"}

    def do_import(self, text):
        game, _, words = text.partition(":")
        ongoing = OngoingGame(make(game), players={MAX: "human", MIN: "human"})
        for word in words.split():
            ongoing.play(word)
        return self.begin(ongoing)

    def do_analyse(self, on, lines=1, ply=0, mark=0):
        if not on:
            return
        legal = describe_board(self.ongoing, ply)["legal"][:lines]
        found = [
            {
                "value": 0.5,
                "share": 0.7,
                "text": "+0.5",
                "proved": False,
                "pv": [each["word"]] * 3,
                "cells": each["cells"],
            }
            for each in legal
        ]
        self.send(event="analysis", ply=ply, mark=mark, depth=9, nodes=12345, seconds=1.5, lines=found, final=False)

    def do_values(self, ply=0, on=True, mark=0):
        if not on:
            return
        legal = describe_board(self.ongoing, ply)["legal"]
        values = {each["word"]: OUTCOMES[number % 3] | {"proved": True} for number, each in enumerate(legal)}
        self.send(event="values", ply=ply, mark=mark, values=values, final=True)

    def do_threats(self, ply):
        return {"sentences": ["They threaten to win here."], "cells": [[0, 0]]}

    def do_hint(self, ply):
        return {"move": self.ongoing.legal()[0], "text": "Look at the middle."}

    def do_why(self, ply, move=None):
        if move is not None:
            return {"sentences": [f"{move} loses at once."]}
        return {"sentences": ["The best move wins in 7 plies.", "<b>Every other</b> loses."]}

    def do_tree(self, ply, depth):
        return {"url": "/tree/1"}

    def do_back(self, ply):
        self.ongoing.undo(self.ongoing.ply - ply)
        self.tell_board()

    def do_review(self):
        game, record = self.ongoing.game, self.ongoing.to_record()
        self.send(event="thinking", what="reviewing", done=1, of=len(record.words), **{"for": "review"})
        found = describe_review(review(game, record, nodes=20_000, engine="reference"))
        return found | {"game_id": self.here, "plies": len(record.words), "puzzles": self.keep(found["puzzles"])}

    def keep(self, entries):
        self.puzzles |= {each["puzzle_id"]: each for each in entries}
        return [{key: each[key] for key in PUBLIC} | {"solved": each["puzzle_id"] in self.solved} for each in entries]

    def do_puzzles(self, game, seed=0, **difficulty):
        self.difficulty = difficulty
        entry = {
            "game": game, "player": "MAX", "task": "X to move and win.", "difficulty": 3, "best": "2",
            "answer": "Only 2 wins.", "line": ["2"], "refutations": {},
        }  # fmt: skip
        positions = ("XX.OO....", "XX..O...O")
        return {"puzzles": self.keep([{"puzzle_id": f"{seed}-{each}", "position": each} | entry for each in positions])}

    def boards(self, puzzle, line):
        ongoing = OngoingGame(make(puzzle["game"]), puzzle["position"], players={MAX: "human", MIN: "human"})
        found = [describe_board(ongoing)]
        for word in line:
            ongoing.play(word)
            found.append(describe_board(ongoing) | {"legal": []})
        return found

    def do_puzzle(self, puzzle_id):
        return {"puzzle_id": puzzle_id, "board": self.boards(self.puzzles[puzzle_id], [])[0]}

    def do_try(self, puzzle_id, move):
        puzzle = self.puzzles[puzzle_id]
        right = move == puzzle["best"]
        self.solved |= {puzzle_id} if right else set()
        line = puzzle["line"] if right else [move]
        text = puzzle["answer"] if right else puzzle["refutations"].get(move, f"After {move}, O does not lose.")
        return {"right": right, "move": move, "line": line, "boards": self.boards(puzzle, line), "text": text}

    def do_lessons(self):
        return {
            "course": course_contents(),
            "trees": [each._asdict() for each in COURSE_TREES],
            "kinds": [{"name": name, "title": kind.title} for name, kind in KINDS.items()],
            "topics": [{"name": name, "title": about} for name, about in TOPICS.items()],
            "levels": ["easy", "medium", "hard"],
        }

    def do_lesson_tree(self, minimizer_first, **given):
        self.tree = show_lesson_tree(SimpleNamespace(asked=given | {"max_first": not minimizer_first}))["html"]
        return {"url": "/tree/1"}

    def do_questions(self, **wish):
        return ask_questions(SimpleNamespace(asked=wish)) | wish

    def do_mark(self, **asked):
        return mark_answers(SimpleNamespace(asked=asked))

    def do_class_open(self, **wish):
        wish |= {"seed": 1}
        self.lesson = Class("ABCDE", "teacher", wish, ask_questions(SimpleNamespace(asked=wish))["questions"])
        self.lesson.join("pupil", Deaf())
        return {"code": "ABCDE"}

    def do_class_join(self, code):
        if self.lesson is None or code != self.lesson.code:
            raise InputError(f"there is no class {code}")
        return self.lesson.describe(self.role)

    role = "teacher"

    def do_class_ask(self, code, question):
        self.lesson.asked = question
        self.send(event="class", **self.lesson.describe(self.role))

    def do_class_answer(self, code, question, answers, name="me"):
        marked = mark_answers(SimpleNamespace(asked=self.lesson.wish | {"question": question, "answers": answers}))
        self.lesson.answers.setdefault(question, {})[name] = self.lesson.keep(marked, answers)

    def do_class_count(self, code):
        return self.lesson.count()

    def do_class_close(self, code):
        self.send(event="class", code=code, closed=True)
