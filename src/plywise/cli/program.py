"""The program: its commands, and the handling of errors. Bad input gives one line on stderr and exit code 2."""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from plywise import __version__
from plywise.arguments.names import find_name, hint
from plywise.cli.catalogue import COMMANDS, LISTED
from plywise.cli.command import Command
from plywise.cli.completion import is_asked, print_completions
from plywise.cli.messages import cautions_said, say
from plywise.cli.streams import discard_unwritten, escape_unencodable, prepare_streams
from plywise.errors import InputError
from plywise.games.user_files import USER_FILES, first_line, place_of
from plywise.process.extras import REQUIRED, missing
from plywise.process.prints import prints_diverted
from plywise.process.signals import interrupt_again
from plywise.process.startup import expect_interrupts

INTERRUPTED = 130
BAD_INPUT = 2
UNKNOWN = f"{__name__}.unknown"
"""Whether the command line names a command that does not exist, in a context's `meta`."""


class Commands(click.Group, Command):
    """The commands in their groups; a command's module is imported only when the command is used."""

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
        """Return the command that the first word names, and the other words. The error names the nearest command."""
        word = args[0]
        found = find_name(word, COMMANDS)
        if found is None and not ctx.resilient_parsing:
            ctx.fail(f"no command {word!r}; {hint(word, COMMANDS, there_are='plywise --help lists the commands')}")
        ctx.meta[UNKNOWN] = found is None
        return super().resolve_command(ctx, [found or word, *args[1:]])

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the groups, with their summaries all in one column; no command is imported for it."""
        width = max(map(len, COMMANDS))
        for title, group in LISTED.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), summary) for name, summary in group.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin as a word does."""
        if ctx.meta.get(UNKNOWN):
            return []
        if incomplete.startswith("-"):
            return click.Command.shell_complete(self, ctx, incomplete)
        listed = (pair for group in LISTED.values() for pair in group.items())
        return [CompletionItem(name, help=summary) for name, summary in listed if name.startswith(incomplete)]


@click.group(
    "plywise",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: plywise tree 3 5 6 9 1 2 0 -1 --explain",
    subcommand_metavar="COMMAND [ARGS]",
)
@click.version_option(__version__, package_name="plywise", message="%(prog)s %(version)s")
@click.pass_context
def program(context: click.Context) -> None:
    """Adversarial search: minimax and alpha-beta, shown, explained and played.

    GAME is a registered name (see plywise games) or your own path/file.py:Class, either with parameters, as in
    connect4:width=6,height=5; or a game of another library, such as openspiel:hex(board_size=4).
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(words: Sequence[str] | None = None) -> None:
    """Run the program with the words of the command line, and exit with its exit code."""
    prepare_streams()
    if not os.environ.get("PLYWISE_DEBUG"):
        sys.unraisablehook = interrupt_again  # compiling that is interrupted leaves such exceptions behind
    code = run(words)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # only the interpreter's own cleaning up is left
    discard_unwritten()
    sys.exit(code)


def run(words: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code. No exception passes."""
    try:
        return _run(words)
    except KeyboardInterrupt:  # during a report, or a second one
        say("interrupted")
        return INTERRUPTED


def _run(words: Sequence[str] | None) -> int:
    """Run the program, and report any exception. Only Ctrl-C passes."""
    try:
        expect_interrupts()
        escape_unencodable()
        if words is None and is_asked():
            print_completions(program)
            return 0
        # Not program.main(), which handles interruptions and closed pipes in its own way.
        given = list(sys.argv[1:] if words is None else words)
        with cautions_said(), prints_diverted(), program.make_context("plywise", given) as context:
            code = program.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as error:
        return _refuse(_command_of(error), error.format_message())
    except InputError as error:
        return _refuse("plywise", str(error))
    except BaseException as error:  # noqa: BLE001 - the last line of defence: users see no traceback
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
        return _refuse("plywise", "stdin or stdout is closed")
    if isinstance(error, OSError):
        return _refuse("plywise", f"input or output failed: {error.strerror or first_line(error)}")
    if isinstance(error, MemoryError):
        return _refuse("plywise", "out of memory")
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
    """Print one line on what is wrong; return the exit code."""
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
        return f"{files}: a rule returned an unusable value ({what}); plywise check can find which"
    return f"internal error, please report it (PLYWISE_DEBUG=1 shows the traceback): {what}"
