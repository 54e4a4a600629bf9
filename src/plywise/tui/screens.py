"""Modal screens: a page to read, and a list to choose from."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Label, OptionList, Static
from textual.widgets.option_list import Option

from plywise.errors import printable


class ReadScreen(ModalScreen[None]):
    """A text to read, until a key is pressed."""

    DEFAULT_CSS = """
    ReadScreen { align: center middle; }
    ReadScreen > VerticalScroll { width: 90%; max-width: 90; height: 90%; border: round $primary; padding: 0 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q,f1", "dismiss", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Yield the text."""
        with VerticalScroll() as page:
            page.border_subtitle = "Esc: close"
            yield Static("\n".join(map(printable, self._text.expandtabs().split("\n"))), markup=False)

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one(VerticalScroll).focus()


class ChoiceScreen(ModalScreen[int | None]):
    """A list to choose from. It returns the index of the choice, or None."""

    DEFAULT_CSS = """
    ChoiceScreen { align: center middle; }
    ChoiceScreen > Vertical { width: auto; min-width: 30; max-width: 90%; height: auto; max-height: 90%;
        border: round $primary; padding: 0 1; }
    ChoiceScreen OptionList, ChoiceScreen OptionList:focus {
        width: auto; min-width: 28; height: auto; max-height: 16; border: none; padding: 0;
        scrollbar-size-vertical: 1; }
    ChoiceScreen Label { width: auto; max-width: 100%; text-style: bold; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Close")]

    def __init__(self, question: str, choices: Sequence[str], chosen: int = 0) -> None:
        super().__init__()
        self._question, self._choices, self._chosen = question, choices, chosen

    def compose(self) -> ComposeResult:
        """Yield the question and the choices."""
        with Vertical():
            yield Label(printable(self._question), markup=False)
            yield OptionList(*(Option(printable(text)) for text in self._choices), markup=False)

    def on_mount(self) -> None:
        """Let the arrow keys choose."""
        listed = self.query_one(OptionList)
        listed.highlighted = self._chosen
        listed.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer."""
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
