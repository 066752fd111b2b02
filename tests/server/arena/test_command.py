"""`longana arena` as somebody types it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from longana_server.arguments import USAGE
from longana_server.main import run
from system.program import LONGANA


SMALL = ["arena", "normal", "random", "-n", "6", "--target", "30", "--seed", "7"]


def without_times(text: str) -> str:
    """The last column is how fast they thought, and as wide as that."""
    return re.sub(r" {2,}[\d,]+$| +decisions a second$", "", text, flags=re.MULTILINE)


def test_it_is_the_same_with_any_number_of_jobs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told, documents = [], []
    for jobs in ("1", "2"):
        file, folder = tmp_path / f"{jobs}.json", tmp_path / jobs
        assert run([*SMALL, "--jobs", jobs, "--json", str(file), "--records", str(folder)]) == 0
        told.append(without_times(capsys.readouterr().out))
        document = json.loads(file.read_text())
        for row in document["table"]:
            assert row.pop("decisions_a_second") > 0
        documents.append(document)
    assert told[0] == told[1]
    assert told[0].startswith("6 of 6 matches: cuban, 2 seats, to 30, seed 7\n")
    assert documents[0] == documents[1]
    records = [sorted((tmp_path / jobs).iterdir()) for jobs in ("1", "2")]
    assert [file.name for file in records[0]] == [
        f"{s}-{m}.json" for s in (1, 2, 3) for m in (1, 2)
    ]
    for one, other in zip(*records, strict=True):
        assert one.read_bytes() == other.read_bytes()
        assert run(["verify", str(one)]) == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["arena", "normal"], "two to four players"),
        (["arena", "normal", "nobody"], "there is no player nobody"),
    ],
)
def test_what_nobody_can_play_is_a_wrong_command_line(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == USAGE
    assert why in capsys.readouterr().err


def test_an_option_that_cannot_be_meant_is_told_to_people(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        run([*SMALL, "--json", "figures.json", "-n", "many"])
    assert "a number from 1" in capsys.readouterr().err


def test_figures_that_cannot_be_written_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "nowhere" / "figures.json"
    assert run([*SMALL, "--jobs", "1", "--json", str(nowhere)]) == 1
    told = capsys.readouterr()
    assert "6 of 6 matches" in told.out
    assert "nowhere" in told.err
    blocked = tmp_path / "file"
    blocked.touch()
    assert run([*SMALL, "--jobs", "1", "--records", str(blocked)]) == 1
    assert "0 of 6 matches" in capsys.readouterr().out


def test_ctrl_c_ends_it_with_the_table_so_far(tmp_path: Path) -> None:
    command = [*LONGANA, "arena", "normal", "random", "-n", "99998", "--jobs", "1"]
    command += ["--records", str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as arena:
        deadline = time.monotonic() + 60
        while not any(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=30)
    assert arena.returncode == 130
    assert re.match(rb"[1-9]\d* of 99998 matches", out)
    assert err == b""
