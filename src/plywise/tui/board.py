"""The board widget, with a cursor; cells are touched by key or mouse."""

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from plywise.play.clicks import Place
from plywise.tui.board_drawing import Board, BoardDrawing, Marks


class BoardView(Widget):
    """A board. It knows no rules: it posts Touched for cells, and its owner sets the marks."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"board--{look}"
        for look in (
            "line", "label", "name", "dark", "last", "target", "path", "cursor", "value", "white", "black",
            "disc-black", "disc-white", "disc-red", "disc-yellow",
        )
    }  # fmt: skip

    DEFAULT_CSS = """
    BoardView { width: auto; height: auto; }
    BoardView > .board--line { color: $foreground 30%; }
    BoardView > .board--label { color: $foreground 70%; }
    BoardView > .board--name { color: $foreground 55%; }
    BoardView > .board--value { text-style: bold; }
    BoardView > .board--dark { background: $surface-lighten-2; }
    BoardView > .board--white { text-style: bold; }
    BoardView > .board--black { color: $text-accent; }
    BoardView > .board--disc-white { text-style: bold; }
    BoardView > .board--disc-black { color: $text-accent; }
    BoardView > .board--disc-red { color: $text-error; text-style: bold; }
    BoardView > .board--disc-yellow { color: $text-warning; text-style: bold; }
    BoardView > .board--last { text-style: bold underline; }
    BoardView > .board--target { background: $success-muted; }
    BoardView > .board--path { background: $primary-muted; text-style: bold; }
    BoardView > .board--cursor { text-style: bold reverse; }
    """

    class Touched(Message):
        """The user has touched a cell."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__(id="board")
        self.drawing: BoardDrawing | None = None
        self.cursor: Place | None = None
        self.marks = Marks()
        self._board: Board | None = None
        self._flipped, self._room = False, 0
        self._styles: dict[tuple[str, tuple[str, ...]], Style] = {}

    def show(self, board: Board, marks: Marks, flipped: bool, room: int) -> None:
        """Show a board. marks: all except the cursor; room: available lines."""
        if board is not self._board or (flipped, room) != (self._flipped, self._room) or self.drawing is None:
            self._board, self._flipped, self._room = board, flipped, room
            self.drawing = BoardDrawing(board, flipped, room)
            rows = self.drawing.rows
            row, column = self.cursor or (len(rows), 0)
            if rows and not (row < len(rows) and column < len(rows[row])):
                self.cursor = self.drawing.middle()
            self.call_after_refresh(self.show_cursor)
        self.marks = marks
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width in columns."""
        return self.drawing.size()[0] if self.drawing else 1

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height in lines."""
        return self.drawing.size()[1] if self.drawing else 1

    def render(self) -> Text:
        """Draw the board."""
        drawn = Text(no_wrap=True)
        if self.drawing is not None:
            for number, line in enumerate(self.drawing.lines(self.marks._replace(cursor=self.cursor))):
                drawn.append("\n" if number else "")
                for run in line:
                    drawn.append(run.text, self._style(run.looks))
        return drawn

    def _style(self, looks: tuple[str, ...]) -> Style:
        key = self.app.theme, looks
        if key not in self._styles:
            self._styles[key] = self._mix(looks)
        return self._styles[key]

    def _mix(self, looks: tuple[str, ...]) -> Style:
        found = Style()
        for look in looks:
            found += self.get_component_rich_style(f"board--{look}", partial=True)
            color = self.get_component_styles(f"board--{look}").color
            if color.a < 1:  # terminals have no transparent text
                found += Style(color=(self.background_colors[1] + color).rich_color)
        return found

    def put_cursor(self, place: Place) -> None:
        """Move the cursor to a cell and scroll to it."""
        self.cursor = place
        self.refresh()
        self.show_cursor()

    def show_cursor(self) -> None:
        """Scroll to the cursor."""
        if self.drawing is not None and self.cursor is not None:
            x, y = self.drawing.corner_of(self.cursor)
            self.scroll_visible_region(Region(x, y, self.drawing.width, 1))

    def scroll_visible_region(self, region: Region) -> None:
        """Scroll to a part of the board."""
        if self.parent is not None and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(region, animate=False, force=True)

    def move(self, down: int, across: int) -> None:
        """Move the cursor."""
        if self.drawing is not None and self.cursor is not None:
            self.put_cursor(self.drawing.step(self.cursor, down, across))

    def touch(self) -> None:
        """Touch the cell under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Touched(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Touch the clicked cell."""
        offset = event.get_content_offset(self)
        place = None if offset is None or self.drawing is None else self.drawing.place_at(offset.x, offset.y)
        if place is not None:
            self.put_cursor(place)
            self.post_message(self.Touched(place))
