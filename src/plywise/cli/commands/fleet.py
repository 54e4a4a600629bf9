"""plywise fleet: the jobs in a journal, their progress, failures and cost."""

from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.files import check_outputs, write_file
from plywise.cli.fleet_options import duration
from plywise.cli.options import json_option, print_json
from plywise.cli.param_types import FILE
from plywise.cli.same_file import fills_stdout
from plywise.cli.tables import csv_of, parquet_of, require_parquet
from plywise.fleet.ledger import COLUMNS, Ledger, read_jobs, read_ledger
from plywise.teach.walkthrough import format_count

SHOWN = 60  # letters of a key


@click.command("fleet", cls=Command, epilog="Example: plywise fleet solved.journal")
@click.argument("journal", type=FILE, metavar="JOURNAL")
@click.option("--csv", "csv_file", type=FILE, metavar="FILE", help="Write a row for each job, as CSV.")
@click.option("--parquet", type=FILE, metavar="FILE", help="Write a row for each job, as Parquet (plywise[parquet]).")
@json_option
def command(journal: str, csv_file: str | None, parquet: str | None, as_json: bool) -> None:
    """Report progress, failures and cost from a journal of jobs.

    JOURNAL is a file written by --journal, of plywise match, tune, learn, batch, spread or certify. The run may still
    be under way.
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
    state = "running" if ledger.is_run else "not running"
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
            f"{_seconds(ledger.seconds)} in total, {_seconds(ledger.mean)} per job, the longest "
            f"{_seconds(ledger.longest)} ({_brief(ledger.longest_key)})"
        )
    lines += [
        f"  worker {cost.worker} on {cost.host}: {format_count(cost.jobs, 'job')}, {_seconds(cost.seconds)}"
        for cost in ledger.costs
    ]
    return "\n".join(lines)


def _failures(ledger: Ledger) -> list[str]:
    """Return the lines about failures."""
    lines = [f"  {_brief(job.key)} failed: {job.reason}" for job in ledger.failures]
    more = ledger.jobs["failed"] - len(ledger.failures)
    if more:
        lines.append(f"  and {more:,} more")
    for mishap in ledger.mishaps:
        lines.append(f"  {mishap.times:,} repeated, {_seconds(mishap.seconds)} lost: {mishap.reason}")
    if ledger.faults:
        differ = "answer differs" if ledger.faults == 1 else "answers differ"
        lines.append(
            f"  {ledger.faults:,} {differ} from an earlier answer to the same job: the task is not deterministic"
        )
    return lines


def _seconds(seconds: float) -> str:
    return f"{seconds:,.3g} s" if seconds < 100 else f"{seconds:,.0f} s"


def _brief(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
