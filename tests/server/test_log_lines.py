"""The log, for people and for programs."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

import pytest

from longana_server.log_lines import JsonLines


def made(message: str, *arguments: object, error: Exception | None = None) -> logging.LogRecord:
    info = None if error is None else (type(error), error, None)
    return logging.LogRecord("longana_server.x", logging.WARNING, "x", 1, message, arguments, info)


def test_a_line_is_one_object() -> None:
    line = JsonLines().format(made("two\nlines of %s", "señal", error=ValueError("bad\nnews")))
    assert "\n" not in line
    read = json.loads(line)
    assert read["level"] == "warning"
    assert read["logger"] == "longana_server.x"
    assert read["message"] == "two\nlines of señal"
    assert "ValueError: bad\nnews" in read["error"]
    assert read["time"].endswith("+00:00")


def test_without_an_error_there_is_none() -> None:
    assert "error" not in json.loads(JsonLines().format(made("all is well")))


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_process_logs_so(form: str) -> None:
    program = (
        "import logging; from longana_server.log_lines import log_to_stderr; "
        f"log_to_stderr('info', {form!r}); logging.info('served'); logging.debug('not this')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    (line,) = done.stderr.decode().splitlines()
    message = json.loads(line)["message"] if form == "json" else line.split(" INFO ")[1]
    assert message == "served"
