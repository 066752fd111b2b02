"""The examples in the engine's docstrings."""

import doctest
import importlib
import pkgutil

import pytest

import longana_engine


MODULES = [module.name for module in pkgutil.iter_modules(longana_engine.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"longana_engine.{name}")).failed == 0


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    module = importlib.import_module("longana_engine.position")
    assert sum(len(found.examples) for found in finder.find(module)) > 0
