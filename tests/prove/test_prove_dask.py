"""The same tasks on a Dask cluster: a scheduler and two workers over TCP; one is killed in the middle."""

import socket
import subprocess
import sys
import time

import pytest

from solver_bridge.engine import NONE
from solver_bridge.proving.claims import PROPERTIES, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import step_task
from solver_bridge.proving.verify import PROVED, verify

distributed = pytest.importorskip("distributed")

from solver_bridge.proving.workers import Cluster  # noqa: E402


@pytest.fixture
def cluster():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    processes = [subprocess.Popen([*command, "--no-dashboard"], **quiet)]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny"]
    processes += [subprocess.Popen([*worker, "--no-dashboard"], **quiet) for _ in range(2)]
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            with distributed.Client(address, timeout="5s") as client:
                client.wait_for_workers(2, timeout=50)
            break
        except OSError:
            time.sleep(0.5)
    yield address, processes
    for process in processes:
        process.kill()
        process.wait()


def claim(name):
    return next(claim for claim in shipped(PROPERTIES) if claim.name == name)


def test_a_proof_on_a_cluster_of_which_a_worker_is_killed(cluster):
    address, processes = cluster
    scope = Scope(units=2, width=5, height=4)
    tasks = [step_task([claim("site_defended")], scope, cube) for cube in range(1, 7)]
    workers = Cluster(address)
    found = []
    try:
        for number, done in workers.results(tasks):
            found.append((number, done.status))
            if len(found) == 1:
                processes[-1].kill()
        assert sorted(found) == [(number, NONE) for number in range(len(tasks))]
        (verdict,) = verify([claim("strikes_once")], Scope(units=2, width=2, height=1), workers)
        assert verdict.status == PROVED
    finally:
        workers.close()
