"""The program: its commands, and the handling of errors. Bad input gives one line on stderr and exit code 2."""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from plywise import __version__
from plywise.arguments.names import find_name, hint
from plywise.cli.messages import cautions_said, say
from plywise.cli.streams import discard_unwritten, escape_unencodable, prepare_streams
from plywise.errors import InputError
from plywise.games.user_files import USER_FILES, first_line, place_of
from plywise.process.extras import REQUIRED, missing
from plywise.process.signals import interrupt_again
from plywise.process.startup import expect_interrupts

COMMANDS = (
    "tree",
    "search",
    "solve",
    "certify",
    "verify",
    "explain",
    "compare",
    "count",
    "games",
    "show",
    "check",
    "adopt",
    "compile",
    "play",
    "match",
    "learn",
    "tune",
    "fleet",
    "exercise",
    "grade",
    "quiz",
    "puzzles",
    "review",
    "uci",
    "gtp",
    "serve",
    "bench",
    "demo",
    "help",
)

INTERRUPTED = 130
BAD_INPUT = 2


class Commands(click.Group):
    """Commands in the order of COMMANDS; a command's module is imported only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command with a given name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"plywise.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names, and the other words. An unknown one is told the nearest."""
        word = args[0]
        found = find_name(word, COMMANDS)
        if found is None and not word.startswith("-"):
            ctx.fail(f"No such command {word!r}; {hint(word, COMMANDS)}")
        return super().resolve_command(ctx, [found or word, *args[1:]])


@click.group(
    "plywise",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: plywise tree 3 5 6 9 1 2 0 -1 --explain",
)
@click.version_option(__version__, package_name="plywise", message="%(prog)s %(version)s")
@click.pass_context
def program(context: click.Context) -> None:
    """Adversarial search: minimax and alpha-beta, shown, explained and played.

    GAME is a registered name (see `plywise games`) or your own path/file.py:Class, either with :parameter=value,...; or
    another library's game, such as openspiel:hex(board_size=4) or pettingzoo:connect_four_v3.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(words: Sequence[str] | None = None) -> None:
    """Run the program with the words of the command line, and exit with its exit code."""
    prepare_streams()
    if not os.environ.get("PLYWISE_DEBUG"):
        sys.unraisablehook = interrupt_again  # compiling that is interrupted leaves such exceptions behind
    code = run(words)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done, but for the interpreter's own tidying up
    discard_unwritten()
    sys.exit(code)


def run(words: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code. No exception gets past here."""
    try:
        return _run(words)
    except KeyboardInterrupt:  # while something else was reported, or once more
        say("interrupted")
        return INTERRUPTED


def _run(words: Sequence[str] | None) -> int:
    """Run the program, and report whatever it raises. Only Ctrl-C gets past here."""
    try:
        expect_interrupts()
        escape_unencodable()
        # Not program.main(), which handles interruptions and closed pipes in its own way.
        given = list(sys.argv[1:] if words is None else words)
        with cautions_said(), program.make_context("plywise", given) as context:
            code = program.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return _refuse(_command_of(error), error.format_message())
    except InputError as error:
        return _refuse("plywise", str(error))
    except BaseException as error:  # noqa: BLE001 - the last line of defence: nobody sees a traceback
        return _exit_code_for(error)
    return code if isinstance(code, int) else 0


def _exit_code_for(error: BaseException) -> int:
    """Report an exception other than bad input; return the exit code."""
    if _was_interrupted(error):
        say("interrupted")
        return INTERRUPTED
    if place_of(error):
        return _refuse("plywise", _describe_unexpected(error))
    if isinstance(error, ImportError) and error.name in REQUIRED:
        return _refuse("plywise", missing(error.name, "this needs"))
    if isinstance(error, BrokenPipeError):  # the reader has gone, as after `| head`
        return 0
    if isinstance(error, OSError) and error.errno == errno.EBADF:
        return _refuse("plywise", "stdin or stdout is closed, and is needed")
    if isinstance(error, OSError):
        return _refuse("plywise", f"input or output failed: {error.strerror or first_line(error)}")
    if isinstance(error, MemoryError):
        return _refuse("plywise", "there is not enough memory for this")
    return _refuse("plywise", _describe_unexpected(error))


def _was_interrupted(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an exception: in the middle of an import it may come as an ImportError."""
    seen: list[BaseException] = []
    while error is not None and error not in seen:  # one that is raised again may stand behind itself
        if isinstance(error, (KeyboardInterrupt, click.Abort)):
            return True
        seen.append(error)
        error = error.__cause__ or error.__context__
    return False


def _refuse(who: str, message: str) -> int:
    """Print in one line what is wrong; return the exit code."""
    say(f"{who}: {message}")
    return BAD_INPUT


def _command_of(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "plywise"


def _describe_unexpected(error: BaseException) -> str:
    """Return one line on an exception from a user's rules, or from a bug of our own."""
    if os.environ.get("PLYWISE_DEBUG"):
        raise error
    place, what = place_of(error), f"{type(error).__name__}: {first_line(error)}"
    if place:
        return f"{place}: {what}"
    if USER_FILES:
        files = ", ".join(map(str, USER_FILES.values()))
        return f"{files}: the rules gave something that cannot be used ({what}); plywise check may say what"
    return f"an error of Plywise's own, please report it (PLYWISE_DEBUG=1 shows more): {what}"
