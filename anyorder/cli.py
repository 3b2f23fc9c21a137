"""The command line: ``anyorder ask``, ``check``, ``cards`` and ``schema``; what they do is imported when needed."""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated, NoReturn

import typer

from anyorder import __version__, cards_cli
from anyorder.helping import STATUS, epilog
from anyorder.output import told_plainly

app = typer.Typer(
    help="Every outcome of a Magic: The Gathering rules question, who chooses between them, and why.",
    epilog=epilog("ask question.yaml", 'cards show "Hardened Scales"', "mana Forest", "ask --help"),
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Limit = Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="Visit at most N states of a document.")]


def main() -> NoReturn:
    """Run the command line."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # looking for plugins would cost start-up time
    gc.set_threshold(200_000)  # frozen values hold no cycles, so looking for garbage often is wasted time
    try:
        app(prog_name="anyorder")
    except BrokenPipeError:
        # Whoever read the output wants no more of it, as in "anyorder cards | head".
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(141) from None
    raise SystemExit(0)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"anyorder {__version__}")
        raise typer.Exit


@app.callback()
def anyorder(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Every outcome of a Magic: The Gathering rules question, who chooses between them, and why."""


@app.command(
    short_help="Answer scenario documents.",
    epilog=epilog("ask question.yaml", "ask --explain question.yaml", "ask --order-matters question.yaml",
                   "ask --why-not '{dies: {object: bear}}' question.yaml", "ask --graph orders.svg question.yaml"),
)  # fmt: skip
def ask(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Scenario documents; - is the standard input.")],
    explain: Annotated[bool, typer.Option("--explain", "-e", help="Show the derivation of every outcome.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: one object, or a list for several documents.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    graph: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the outcome graph to a .dot, .mmd or .svg file.")
    ] = None,
    interaction: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write what the effects do to each other to a .dot, .mmd or .svg file."),
    ] = None,
    order_matters: Annotated[
        bool, typer.Option("--order-matters", help="Tell which effects do not commute here, or that none do.")
    ] = False,
    why_not: Annotated[
        str | None,
        typer.Option(metavar="EVENT", help="Tell what stops this event (or type of mana), and what helps."),
    ] = None,
    limit: Limit = None,
) -> None:
    """Answer scenario documents, and compare with the answers that they expect."""
    with told_plainly():
        from anyorder import commands

        status = commands.ask(
            files,
            explain=explain,
            as_json=as_json,
            markdown=markdown,
            graph=graph,
            interaction=interaction,
            order_matters=order_matters,
            why_not=why_not,
            limit=limit,
        )
    raise typer.Exit(status)


@app.command(
    short_help="Hold folders of documents against their answers.",
    epilog=epilog("check questions", "check question.yaml"),
)
def check(
    paths: Annotated[list[str], typer.Argument(metavar="DIR", help="Folders of scenario documents, or single files.")],
    limit: Limit = None,
) -> None:
    """Hold every document of a folder and its subfolders against the answer that it expects."""
    with told_plainly():
        from anyorder import commands

        status = commands.check(paths, limit)
    raise typer.Exit(status)


Yours = Annotated[
    list[str] | None,
    typer.Option(
        "--you", metavar="CARD", help='A further permanent of yours: Forest, "3 Forest", "Hall of Gemstone [red]".'
    ),
]
Theirs = Annotated[list[str] | None, typer.Option("--opponent", metavar="CARD", help="A permanent of your opponent's.")]
Permanent = Annotated[str, typer.Argument(metavar="PERMANENT", help="The permanent of yours that is asked about.")]
Explain = Annotated[bool, typer.Option("--explain", "-e", help="Show the derivation.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command(
    "could-produce",
    short_help="Which types of mana a permanent could produce (106.7).",
    epilog=epilog(
        'could-produce "Reflecting Pool" --you Forest --opponent "Exotic Orchard"',
        'could-produce "Exotic Orchard" --opponent Island --why-not G',
    ),
)
def could_produce(
    permanent: Permanent,
    you: Yours = None,
    opponent: Theirs = None,
    explain: Explain = False,
    as_json: AsJson = False,
    why_not: Annotated[str | None, typer.Option(metavar="TYPE", help="Tell why not this type: W U B R G C.")] = None,
    graph: Annotated[str | None, typer.Option(metavar="FILE", help="Draw who reads whom: .dot, .mmd or .svg.")] = None,
) -> None:
    """Tell which types of mana a permanent could produce, without a document (106.7)."""
    with told_plainly():
        from anyorder import quick

        status = quick.answer(
            "could_produce", permanent, you or (), opponent or (),
            explain=explain, as_json=as_json, why_not=why_not, graph=graph,
        )  # fmt: skip
    raise typer.Exit(status)


@app.command(
    short_help="What mana tapping a permanent can give (106.12).",
    epilog=epilog("mana Forest", 'mana Forest --you "Mana Reflection" --opponent Contamination --explain'),
)
def mana(
    permanent: Permanent,
    you: Yours = None,
    opponent: Theirs = None,
    explain: Explain = False,
    as_json: AsJson = False,
) -> None:
    """Tell every combination of mana that tapping a permanent can give, without a document (106.12)."""
    with told_plainly():
        from anyorder import quick

        status = quick.answer("mana", permanent, you or (), opponent or (), explain=explain, as_json=as_json)
    raise typer.Exit(status)


app.add_typer(cards_cli.app, name="cards")


@app.command(
    short_help="What a card is in every zone.",
    epilog=epilog('card "Fire // Ice"', 'card "Delver of Secrets" --zone hand'),
)
def card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A built-in card, by its name or a face's.")],
    zone: Annotated[str | None, typer.Option(metavar="ZONE", help="Only there: hand, stack, battlefield, ...")] = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a card is in every zone, on every way there: its name, types and mana value."""
    with told_plainly():
        from anyorder import sheets

        status = sheets.card(name, zone, as_json=as_json)
    raise typer.Exit(status)


@app.command(
    short_help="What cards put together in one sleeve can become.",
    epilog=epilog('faces Brainstorm "Delver of Secrets"'),
)
def faces(
    names: Annotated[list[str], typer.Argument(metavar="CARD CARD...", help="The cards, top of the library first.")],
    as_json: AsJson = False,
) -> None:
    """Tell which cards can result when two cards become one, and that one and the next, and so on."""
    with told_plainly():
        from anyorder import sheets

        status = sheets.faces(names, as_json=as_json)
    raise typer.Exit(status)


@app.command(
    short_help="Answer every scenario of a family; query results.",
    epilog=epilog(
        "explore", "explore counters --count", "explore counters", "explore counters.results --row 811",
        'explore --query "select first, second from results where found" counters.results',
        status=f"{STATUS} explore: 4 it stopped before its end, and the same command goes on.",
    ),
)  # fmt: skip
def explore(
    source: Annotated[
        str | None,
        typer.Argument(metavar="FAMILY|RESULTS", help="A family document, a built-in family, or a folder of results."),
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Where the results go; FAMILY.results if not said.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="So many processes; one for each core if not said.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Work on the cluster of this Dask scheduler.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only tell how many scenarios there are.")] = False,
    query: Annotated[
        str | None, typer.Option(metavar="SQL", help="Query the results, a table of that name, with DuckDB.")
    ] = None,
    row: Annotated[int | None, typer.Option(metavar="N", help="Show one row of the results, counted from 0.")] = None,
    as_scenario: Annotated[
        bool, typer.Option("--as-scenario", help="Print the row as a scenario document, for anyorder ask.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what a query finds as JSON.")] = False,
    limit: Limit = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell nothing but what goes wrong.")] = False,
) -> None:
    """Answer every scenario of a family, and query the results; without a name, list the built-in families."""
    with told_plainly():
        from anyorder.exploring import command

        if source is None:
            status = command.listing()
        elif query is not None:
            status = command.query(source, query, as_json=as_json)
        elif row is not None:
            status = command.row(source, row, as_scenario=as_scenario)
        elif count:
            status = command.count(source)
        else:
            status = command.explore(source, out, workers=workers, scheduler=scheduler, limit=limit, quiet=quiet)
    raise typer.Exit(status)


@app.command(
    short_help="Write a table of rulings.",
    epilog=epilog("table", "table blurry-visionary", "table mana-replacements --out mana.html"),
)
def table(
    source: Annotated[
        str | None, typer.Argument(metavar="TABLE|FAMILY", help="A built-in table or family, or the file of one.")
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORMAT", help="md, html, csv, json or xlsx; md if not said.")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where it goes; its ending says the format, too.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="So many processes; one for each core if not said.")
    ] = None,
    limit: Limit = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell nothing but what goes wrong.")] = False,
) -> None:
    """Write a table of rulings, a row for each scenario; without a name, list the built-in tables."""
    with told_plainly():
        from anyorder.tabling import command

        if source is None:
            status = command.listing()
        else:
            status = command.table(source, form, out, workers=workers, limit=limit, quiet=quiet)
    raise typer.Exit(status)


@app.command(epilog=epilog("schema > anyorder.schema.json", status="Exit status: 0."))
def schema() -> None:
    """Print the JSON Schema of scenario documents, for editors."""
    with told_plainly():
        from anyorder import commands

        status = commands.schema()
    raise typer.Exit(status)
