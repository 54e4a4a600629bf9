r"""Tab completion: the scripts for bash, zsh and fish, and the answers that they ask the program for.

A script runs the program with the line up to the cursor in PLYWISE_LINE. The program answers with a line for each
completion: what to insert, and after a tab what it is; the line "\tfiles" asks for the names of files.
"""

import os
import re
from collections.abc import Iterator

import click
from click.shell_completion import ShellComplete

SHELL, LINE, BREAKS = "_PLYWISE_COMPLETE", "PLYWISE_LINE", "PLYWISE_BREAKS"
"""The variables by which a script asks: the shell's name, the line, and where bash breaks a word in two."""

FILES = "\tfiles"
OPEN_ENDS = (":", "=", ",")
"""A completion with such an end is unfinished: no space follows."""

BASH = """\
# Tab completion of plywise in bash. In ~/.bashrc:  eval "$(plywise completion bash)"
_plywise_complete() {
    local line value
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == $'\\tfiles' ]]; then
            compopt +o nospace -o default
        else
            COMPREPLY+=("${line%%$'\\t'*}")
        fi
    done < <(_PLYWISE_COMPLETE=bash PLYWISE_LINE="${COMP_LINE:0:COMP_POINT}" PLYWISE_BREAKS="$COMP_WORDBREAKS" \\
        "$1" 2>/dev/null)
}
complete -o nospace -F _plywise_complete plywise
"""

ZSH = """\
# Tab completion of plywise in zsh. In ~/.zshrc, after compinit:  eval "$(plywise completion zsh)"
_plywise_complete() {
    local line value
    local -a values shown
    for line in "${(@f)$(_PLYWISE_COMPLETE=zsh PLYWISE_LINE="$LBUFFER" "${words[1]}" 2>/dev/null)}"; do
        value="${line%%$'\\t'*}"
        if [[ "$line" == $'\\tfiles' ]]; then
            compset -P '*[:=@]'
            _files
            return
        elif [[ -n "$value" ]]; then
            values+=("$value")
            shown+=("${value% }${${line#*$'\\t'}:+  -- ${line#*$'\\t'}}")
        fi
    done
    if [[ "${shown[*]}" == *"  -- "* ]]; then
        compadd -l -Q -S '' -V plywise -d shown -a values
    else
        compadd -Q -S '' -a values
    fi
}
compdef _plywise_complete plywise
"""

FISH = """\
# Tab completion of plywise in fish:  plywise completion fish > ~/.config/fish/completions/plywise.fish
function __plywise_complete
    set -l words (commandline -opc)
    for line in (env _PLYWISE_COMPLETE=fish PLYWISE_LINE=(commandline -cp | string collect) $words[1] 2>/dev/null)
        if test "$line" = \\t"files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete --command plywise --no-files --arguments "(__plywise_complete)"
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}

INSTALL = {
    "bash": """echo 'eval "$(plywise completion bash)"' >> ~/.bashrc""",
    "zsh": """echo 'eval "$(plywise completion zsh)"' >> ~/.zshrc  # after compinit""",
    "fish": "plywise completion fish > ~/.config/fish/completions/plywise.fish",
}
"""What sets up completion in each shell."""


def is_asked() -> bool:
    """Return whether a shell's script is asking for completions."""
    return SHELL in os.environ and LINE in os.environ


def print_completions(program: click.Command) -> None:
    """Print what the script that runs this program asks for."""
    shell = os.environ.pop(SHELL)
    breaks = os.environ.get(BREAKS, "") if shell == "bash" else ""
    for line in completions(program, os.environ.pop(LINE), breaks):
        click.echo(re.sub(r" (?=\t|$)", "", line) if shell == "fish" else line)  # fish adds its own space


def completions(program: click.Command, line: str, breaks: str = "") -> Iterator[str]:
    """Yield the answers for a line up to the cursor. breaks: the letters at which bash splits a word."""
    words = split_line(line)
    begun = words.pop()
    cut = max((begun.rfind(letter) + 1 for letter in breaks if not letter.isspace()), default=0)
    found = ShellComplete(program, {}, "plywise", SHELL).get_completions(words[1:], begun)
    for item in found:
        if item.type != "plain":
            yield FILES
            return
        end = "" if item.value.endswith(OPEN_ENDS) else " "
        yield f"{item.value[cut:]}{end}" + (f"\t{item.help}" if item.help else "")


WORD = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"?|'[^']*'?|[^\s"'\\])+\\?""", re.DOTALL)
QUOTED = re.compile(r"""\\(.)|"((?:\\.|[^"\\])*)"?|'([^']*)'?""", re.DOTALL)


def split_line(line: str) -> list[str]:
    """Return the words of a line up to the cursor; the last is being typed, and empty after a space.

    >>> split_line("plywise search nim:he"), split_line('plywise play "uci:a b" ')
    (['plywise', 'search', 'nim:he'], ['plywise', 'play', 'uci:a b', ''])
    """
    found = list(WORD.finditer(line))
    words = [QUOTED.sub(lambda part: part[1] or part[2] or part[3] or "", match[0]) for match in found]
    is_open = bool(found) and found[-1].end() == len(line)
    return words if is_open else [*words, ""]
