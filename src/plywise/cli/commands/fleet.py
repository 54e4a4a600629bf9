"""plywise fleet: what a journal says of its jobs, and what they cost."""

from typing import Any

import click

from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import duration
from plywise.cli.options import json_option, print_json
from plywise.cli.same_file import fills_stdout
from plywise.cli.tables import csv_of, parquet_of, require_parquet
from plywise.fleet.ledger import COLUMNS, Ledger, read_jobs, read_ledger
from plywise.teach.walkthrough import format_count

SHOWN = 60  # letters of a key


@click.command("fleet", epilog="Example: plywise fleet solved.journal")
@click.argument("journal", metavar="JOURNAL")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a row for each job to FILE, as CSV.")
@click.option("--parquet", metavar="FILE", help="The same as Parquet; needs DuckDB (plywise[parquet]).")
@json_option
def command(journal: str, csv_file: str | None, parquet: str | None, as_json: bool) -> None:
    """Tell what runs, what is done, what failed and why, and what it cost.

    JOURNAL is a file that --journal kept of a match, of tuning or solving. Another process may be running it.
    """
    fills_stdout({"csv": csv_file, "parquet": parquet}, as_json)
    if parquet is not None:
        require_parquet()
    check_outputs([file for file in (csv_file, parquet) if file is not None], to_read=[journal])
    ledger = read_ledger(journal)
    if csv_file is not None:
        write_file(csv_file, csv_of(COLUMNS, read_jobs(journal)))
    if parquet is not None:
        write_file(parquet, parquet_of(COLUMNS, read_jobs(journal)))
    if as_json:
        print_json({"journal": journal} | ledger.to_dict())
    elif csv_file is None and parquet is None:
        click.echo(describe(journal, ledger))


def describe(journal: str, ledger: Ledger) -> str:
    """Return a ledger in plain text."""
    state = "a process is running it" if ledger.is_run else "nobody is running it"
    task = dict(ledger.task) if isinstance(ledger.task, dict) else {"kind": ledger.task}
    lines = [f"{journal}: {task.pop('kind', 'jobs')}, Plywise {ledger.version}; {state}"]
    lines += [f"  {name} {_brief(value)}" for name, value in task.items()]
    lines.append(", ".join(f"{count:,} {state}" for state, count in ledger.jobs.items()))
    lines += [
        f"  {_brief(job.key)}: for {duration(job.seconds)}, by worker {job.worker} on {job.host}"
        for job in ledger.running
    ]
    lines += _failures(ledger)
    if ledger.mean is not None and ledger.longest is not None:
        lines.append(
            f"{_seconds(ledger.seconds)} in all, {_seconds(ledger.mean)} a job, the longest {_seconds(ledger.longest)} "
            f"({_brief(ledger.longest_key)})"
        )
    lines += [
        f"  worker {cost.worker} on {cost.host}: {format_count(cost.jobs, 'job')}, {_seconds(cost.seconds)}"
        for cost in ledger.costs
    ]
    return "\n".join(lines)


def _failures(ledger: Ledger) -> list[str]:
    """Return the lines on what went wrong."""
    lines = [f"  {_brief(job.key)} failed: {job.reason}" for job in ledger.failures]
    more = ledger.jobs["failed"] - len(ledger.failures)
    if more:
        lines.append(f"  and {more:,} more")
    for mishap in ledger.mishaps:
        lines.append(f"  {mishap.times:,} done again, {_seconds(mishap.seconds)} lost: {mishap.reason}")
    if ledger.faults:
        differ = "answer differs" if ledger.faults == 1 else "answers differ"
        lines.append(f"  {ledger.faults:,} {differ} from an earlier one to the same job: the task is at fault")
    return lines


def _seconds(seconds: float) -> str:
    return f"{seconds:,.3g} s" if seconds < 100 else f"{seconds:,.0f} s"


def _brief(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
