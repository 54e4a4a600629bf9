"""The class of every command: it names the nearest option for a mistyped one, and may hide options from its help."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from plywise.arguments.names import hint
from plywise.cli.catalogue import COMMANDS

Function = TypeVar("Function", bound=Callable[..., Any])


class Command(click.Command):
    """A command of Plywise."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line. Raises UsageError that names the nearest option for a mistyped one."""
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise unknown_option(ctx, error.option_name) from None


def unknown_option(context: click.Context, word: str) -> click.UsageError:
    """Return the error for an option that a command does not have, with the nearest that it has, or a command."""
    named = [each for each in context.command.get_params(context) if isinstance(each, click.Option) and not each.hidden]
    options = [name for each in named for name in (*each.opts, *each.secondary_opts) if name.startswith("--")]
    written = word.partition("=")[0]
    command = written.removeprefix("--")
    if command in COMMANDS:
        there_are = f"there is a command for it: plywise {command}"
    else:
        there_are = f"{context.command_path} --help lists the options"
    near = hint(written, options, there_are=there_are)
    return click.UsageError(f"no option {written!r}; {near}", context)


def hidden(*decorators: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Return a decorator that adds options which a command accepts and its help does not list."""

    def add(function: Function) -> Function:
        before = len(getattr(function, "__click_params__", []))
        for decorator in reversed(decorators):
            function = decorator(function)
        for parameter in getattr(function, "__click_params__", [])[before:]:
            parameter.hidden = True
        return function

    return add
