"""A runner with actors of a Ray cluster, either started here for this process or an existing one.

This is the only module that imports Ray. An actor dies with its node, and its job is retried elsewhere. On each node
the first worker that compiles an engine puts it into the node's cache, while the others wait for it.
"""

import logging
import os
import platform
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from plywise.errors import InputError
from plywise.fleet.runner import Died, Ended, Event, Luggage, Ready, Refused
from plywise.fleet.work import attempt, reason_of, unpack
from plywise.process.extras import require

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_DEDUP_LOGS": "0",
    "RAY_enable_metrics_collection": "0",
}
"""Settings that suppress Ray's usage reports and its unrequested output."""

REACH_SECONDS = 10.0  # for the head node to answer; Ray itself would try for minutes


class _Worker:
    """The actor, in a process of the cluster."""

    def prepare(self, luggage: Luggage) -> tuple[str, ...]:
        """Get ready; return the message of a worker process."""
        try:
            self._work = unpack(luggage)
        except BaseException as error:  # noqa: BLE001 - a task may raise anything; the other process reports it
            return ("refused", reason_of(error))
        return ("ready", _place())

    def do(self, key: str) -> tuple[Any, ...]:
        """Run a job; return its key and result."""
        return ("ended", key, *attempt(self._work, key))


def _place() -> str:
    """Return the name of the machine, and of the node on it."""
    import ray

    return f"{platform.node()}/{ray.get_runtime_context().get_node_id()[:6]}"


class RayRunner:
    """Actors of a Ray cluster as workers. See `Runner`.

    address: as of `cluster`
    """

    def __init__(self, luggage: Luggage, workers: int, address: str) -> None:
        self._cluster = ExitStack()
        self._ray = self._cluster.enter_context(cluster(workers, address))
        self._luggage = self._ray.put(luggage)
        self._class = self._ray.remote(num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD")(_Worker)
        self._actors: dict[int, Any] = {}
        self._asked: dict[Any, int] = {}  # pending calls in order: reference -> worker

    def start(self, worker: int) -> None:
        """Start an actor, which begins when a node has capacity."""
        options = {"runtime_env": {"env_vars": {"PYTHONHASHSEED": os.environ.get("PYTHONHASHSEED", "0")}}}
        self._actors[worker] = self._class.options(**options).remote()
        self._asked[self._actors[worker].prepare.remote(self._luggage)] = worker

    def send(self, worker: int, key: str) -> None:
        """Give a job to an actor."""
        self._asked[self._actors[worker].do.remote(key)] = worker

    def wait(self, seconds: float) -> None:
        """Wait until an actor answers or dies."""
        self._ray.wait(list(self._asked), num_returns=1, timeout=seconds)

    def events(self) -> list[Event]:
        """Return the events since the last call."""
        if not self._asked:
            return []
        ready, _ = self._ray.wait(list(self._asked), num_returns=len(self._asked), timeout=0)
        found: list[Event] = []
        dead: dict[int, str] = {}
        for reference in ready:
            worker = self._asked.pop(reference, None)
            if worker is None or worker in dead:
                continue
            try:
                word, *rest = self._ray.get(reference)
                found.append(EVENTS[word](worker, *rest))
            except self._ray.exceptions.RayError as error:
                dead[worker] = _how(error)
        for event in list(found):
            if isinstance(event, Refused):
                self.stop(event.worker)
        for worker, how in dead.items():
            self.stop(worker)
            found.append(Died(worker, how))
        return found

    def stop(self, worker: int) -> None:
        """Kill an actor."""
        actor = self._actors.pop(worker, None)
        self._asked = {reference: other for reference, other in self._asked.items() if other != worker}
        if actor is not None:
            with suppress(self._ray.exceptions.RayError, ValueError):
                self._ray.kill(actor, no_restart=True)

    def close(self) -> None:
        """Kill all actors; end the cluster if it was started here."""
        for worker in list(self._actors):
            self.stop(worker)
        self._cluster.close()


EVENTS: dict[str, Any] = {"ready": Ready, "refused": Refused, "ended": Ended}


def _how(error: Exception) -> str:
    """Return the reason for the loss of an actor in one line, the same for equal causes."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if any("creation" in line for line in lines):
        return f"the worker could not be started: {lines[-1]}"
    return f"the worker or its node died ({type(error).__name__})"


@contextmanager
def cluster(workers: int, address: str) -> Iterator[Any]:
    """Yield Ray, connected to a cluster until the end of the context.

    address: of a cluster to join; "": start one, or use the one that this process has joined already
    """
    ray = _import_ray()
    is_own = not ray.is_initialized()
    if is_own:
        _connect(ray, workers, address)
    try:
        yield ray
    finally:
        if is_own:
            with _sigterm_kept():
                ray.shutdown()


def _import_ray() -> Any:
    os.environ.update({name: value for name, value in QUIET.items() if name not in os.environ})
    return require("ray", "workers on Ray need")


def _connect(ray: Any, workers: int, address: str) -> None:
    """Start a cluster with a processor for each worker, or join one. Raises InputError."""
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    if address:
        _check_reachable(address)
        options |= {"address": address}
    else:
        options |= {"address": "local", "num_cpus": max(workers, 1), "include_dashboard": False}
    _hush(ray)
    try:
        with _sigterm_kept():
            ray.init(**options)
    except Exception as error:  # noqa: BLE001 - of many kinds, as there are many ways to fail
        reason = " ".join(str(error).split())[:200]
        ray.shutdown()  # of a partly started one
        raise InputError(f"no Ray cluster {f'at {address}' if address else 'can be started here'}: {reason}") from None


def _check_reachable(address: str) -> None:
    """Raise InputError if no server listens at an address of the form host:port."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal() and "/" not in host:
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_SECONDS).close()
        except (OSError, OverflowError) as error:
            raise InputError(f"no Ray cluster at {address}: {getattr(error, 'strerror', None) or error}") from None


def _hush(ray: Any) -> None:
    """Keep Ray from printing on stdout, where it reports every death of a worker, without an option against it."""
    with suppress(AttributeError):
        if ray._private.worker.print_to_stdstream:
            ray._private.worker.print_to_stdstream = lambda *_, **__: None


@contextmanager
def _sigterm_kept() -> Iterator[None]:
    """Restore the handler of SIGTERM, which Ray changes, and repeat a SIGTERM that Ray's handler made a SystemExit."""
    before, is_ended = signal.getsignal(signal.SIGTERM), False
    try:
        yield
    except SystemExit:
        is_ended = True
        raise
    finally:
        with suppress(ValueError, TypeError):  # not the main thread; a handler that is none of Python's
            signal.signal(signal.SIGTERM, before)
        if is_ended:
            signal.raise_signal(signal.SIGTERM)
