"""The rooms keep their order: what each module may import and call, read from the syntax trees.

Each check is a function from a module to complaints. All are run on the project's modules, and each on small sources
that it must complain about, so that a check which sees nothing is noticed.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("model", "solver", "scenarios", "anyorder")  # each may import itself and those before it
LIBRARY_OF = {"constraint": "solver/csp.py", "networkx": "solver/graphs.py"}
FILES_AND_TERMINAL = {"io", "logging", "os", "pathlib", "shutil", "subprocess", "sys", "tempfile"}
CLOCK_AND_CHANCE = {"datetime", "random", "secrets", "time"}
NETWORK = {"asyncio", "http", "socket", "ssl", "urllib"}
OUTSIDE_WORLD = FILES_AND_TERMINAL | CLOCK_AND_CHANCE | NETWORK
OUTSIDE_CALLS = {"input", "open", "print"}
MOST_LINES = 450


@dataclass(frozen=True)
class Import:
    """One imported module: its dotted name, and whether importing the importer imports it."""

    name: str
    line: int
    at_once: bool

    @property
    def top(self) -> str:
        return self.name.partition(".")[0]


@dataclass(frozen=True)
class Module:
    """One module of the project: its path from the root, and its text."""

    path: str
    source: str

    @property
    def room(self) -> str:
        return PurePosixPath(self.path).parts[0]

    @property
    def tree(self) -> ast.Module:
        return ast.parse(self.source, self.path)

    @property
    def imports(self) -> list[Import]:
        return list(imports_in(self.tree, PurePosixPath(self.path).parent.parts))


def imports_in(node: ast.AST, package: tuple[str, ...], at_once: bool = True) -> Iterator[Import]:
    """Yield every import below a node, those in functions and those for type checkers as not at once."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                yield Import(alias.name, node.lineno, at_once)
        case ast.ImportFrom(module=name, level=0):
            yield Import(str(name), node.lineno, at_once)
        case ast.ImportFrom(module=name, level=level):
            base = package[: len(package) - level + 1]
            yield Import(".".join((*base, name) if name else base), node.lineno, at_once)
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            yield Import(name, node.lineno, at_once)
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
            at_once = False
        case ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"), body=body, orelse=orelse):
            for statement in body:
                yield from imports_in(statement, package, at_once=False)
            for statement in orelse:
                yield from imports_in(statement, package, at_once)
            return
    for child in ast.iter_child_nodes(node):
        yield from imports_in(child, package, at_once)


def imports_downward(module: Module) -> Iterator[str]:
    """anyorder -> scenarios -> solver -> model."""
    above = ROOMS[ROOMS.index(module.room) + 1 :]
    for imported in module.imports:
        if imported.top in above:
            yield f"{module.path}:{imported.line} imports upward: {imported.name}"


def model_stands_on_the_standard_library(module: Module) -> Iterator[str]:
    """model/ imports nothing that has to be installed."""
    if module.room != "model":
        return
    for imported in module.imports:
        if imported.top not in sys.stdlib_module_names and imported.top not in ROOMS:
            yield f"{module.path}:{imported.line} imports a library: {imported.name}"


def libraries_stay_behind_one_module(module: Module) -> Iterator[str]:
    """python-constraint has one importer; networkx has one in solver/; nobody else loads either when imported."""
    for imported in module.imports:
        home = LIBRARY_OF.get(imported.top)
        if home is None or module.path == home:
            continue
        if imported.top == "constraint" or module.room == "solver":
            yield f"{module.path}:{imported.line} imports {imported.top}; only {home} may"
        elif imported.at_once:
            yield f"{module.path}:{imported.line} imports {imported.top} at the top level; do it where it is used"


def rules_touch_nothing_outside(module: Module) -> Iterator[str]:
    """Below scenarios/ there are no files, clocks, chance, network or terminal."""
    if module.room not in ("model", "solver"):
        return
    for imported in module.imports:
        if imported.top in OUTSIDE_WORLD:
            yield f"{module.path}:{imported.line} imports {imported.name}"
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in OUTSIDE_CALLS:
                yield f"{module.path}:{node.lineno} calls {name}"


def modules_say_what_they_are(module: Module) -> Iterator[str]:
    """Every module has a docstring."""
    if not (ast.get_docstring(module.tree) or "").strip():
        yield f"{module.path} has no docstring"


def modules_stay_small(module: Module) -> Iterator[str]:
    """A module that has grown long should become two."""
    lines = len(module.source.splitlines())
    if lines > MOST_LINES:
        yield f"{module.path} has {lines} lines, more than {MOST_LINES}"


Check = Callable[[Module], Iterator[str]]
CHECKS: tuple[Check, ...] = (
    imports_downward,
    model_stands_on_the_standard_library,
    libraries_stay_behind_one_module,
    rules_touch_nothing_outside,
    modules_say_what_they_are,
    modules_stay_small,
)
MODULES = [
    Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*.py"))
]


def test_every_room_is_looked_at():
    assert {module.room for module in MODULES} == set(ROOMS)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_project(check: Check):
    assert [complaint for module in MODULES for complaint in check(module)] == []


BAD = [
    (imports_downward, "model/mana.py", "from solver import search"),
    (imports_downward, "model/mana.py", "from anyorder.cli import main"),
    (imports_downward, "solver/csp.py", "def f():\n    import scenarios.load"),
    (imports_downward, "solver/csp.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import anyorder"),
    (imports_downward, "scenarios/load.py", "import json, anyorder.render"),
    (imports_downward, "scenarios/load.py", "import importlib\nimportlib.import_module('anyorder')"),
    (model_stands_on_the_standard_library, "model/mana.py", "import pydantic"),
    (model_stands_on_the_standard_library, "model/mana.py", "def f():\n    from networkx import DiGraph"),
    (libraries_stay_behind_one_module, "solver/search.py", "import networkx as nx"),
    (libraries_stay_behind_one_module, "solver/search.py", "def f():\n    import networkx"),
    (libraries_stay_behind_one_module, "solver/graphs.py", "import constraint"),
    (libraries_stay_behind_one_module, "scenarios/load.py", "def f():\n    from constraint import Problem"),
    (libraries_stay_behind_one_module, "anyorder/graph.py", "from networkx import DiGraph"),
    (
        libraries_stay_behind_one_module,
        "anyorder/graph.py",
        "try:\n    import networkx\nexcept ImportError: ...",
    ),
    (libraries_stay_behind_one_module, "anyorder/graph.py", "class A:\n    import networkx"),
    (rules_touch_nothing_outside, "model/mana.py", "import os.path"),
    (rules_touch_nothing_outside, "solver/search.py", "from pathlib import Path"),
    (rules_touch_nothing_outside, "solver/search.py", "def f():\n    from time import perf_counter"),
    (rules_touch_nothing_outside, "solver/search.py", "def f(x):\n    print(x)"),
    (rules_touch_nothing_outside, "model/mana.py", "TEXT = open('cards').read()"),
    (modules_say_what_they_are, "model/__init__.py", ""),
    (modules_say_what_they_are, "anyorder/cli.py", "# A comment.\nimport sys"),
    (modules_say_what_they_are, "anyorder/cli.py", '"""  """'),
    (modules_stay_small, "solver/search.py", "pass\n" * 451),
]

GOOD = [
    ("model/mana.py", "from dataclasses import dataclass\nfrom model.types import Color\nfrom . import zones"),
    ("solver/csp.py", "import constraint\nfrom model.mana import Color\nfrom .search import explore"),
    ("solver/graphs.py", "import networkx"),
    ("solver/search.py", "from solver.graphs import DiGraph\ndef f(x):\n    return x.open()"),
    ("scenarios/load.py", "import os, sys\nfrom pathlib import Path\nimport pydantic\nprint(open('x').read())"),
    ("anyorder/graph.py", "import solver, scenarios\ndef f():\n    import networkx"),
    ("anyorder/graph.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import networkx"),
    ("anyorder/cli.py", "pass\n" * 449),
]


@pytest.mark.parametrize(("check", "path", "source"), BAD)
def test_a_check_can_fail(check: Check, path: str, source: str):
    assert list(check(Module(path, source)))


def test_every_check_is_seen_to_fail():
    assert {check for check, _, _ in BAD} == set(CHECKS)


@pytest.mark.parametrize(("path", "source"), GOOD)
def test_what_is_allowed_passes(path: str, source: str):
    module = Module(path, f'"""A module."""\n{source}')
    assert [complaint for check in CHECKS for complaint in check(module)] == []


def test_relative_imports_are_resolved():
    module = Module("solver/rules/deep.py", "from ..search import explore\nfrom . import near\nfrom .far import x")
    assert [imported.name for imported in module.imports] == ["solver.search", "solver.rules", "solver.rules.far"]
