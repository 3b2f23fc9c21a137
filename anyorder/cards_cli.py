"""The command line's ``anyorder cards``: the cards that there are, and those that people bring."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from anyorder.helping import epilog
from anyorder.output import told_plainly


class _Cards(TyperGroup):
    """``cards WORDS`` without the name of a command looks for cards: it is short for ``cards find WORDS``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["find", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=_Cards,
    add_completion=False,
    rich_markup_mode=None,
    short_help="Find, show, read, say and import cards.",
    epilog=epilog(
        "cards doubling",
        'cards show "Hardened Scales"',
        'cards say "Grave Titan"',
        status="Exit status: 0, or 2 where there is no such card.",
    ),
    help="List and search the cards that are known (anyorder cards WORDS), show one, and bring cards of your own.",
)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Processes = Annotated[
    int | None, typer.Option("--processes", min=1, metavar="N", help="Work in N processes; as many as there are cores.")
]


@app.command(
    short_help="List the cards of the catalogue, or search them.",
    epilog=epilog(
        "cards", "cards doubling", "cards find doubling", status="Exit status: 0, or 2 where there is no such card."
    ),
)
def find(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="QUERY", help="Part of a name, or words of a card.")
    ] = None,
    show: Annotated[str | None, typer.Option(metavar="NAME", help="Show the facts of one card.")] = None,
) -> None:
    """List the cards of the catalogue, or search them."""
    with told_plainly():
        from anyorder import browsing

        status = browsing.card(show) if show is not None else browsing.listing(" ".join(words or ()))
    raise typer.Exit(status)


@app.command(
    short_help="Show the facts of one card.",
    epilog=epilog('cards show "Hardened Scales"', status="Exit status: 0, or 2 where there is no such card."),
)
def show(name: Annotated[list[str], typer.Argument(metavar="NAME", help="The card's name, or a face's.")]) -> None:
    """Show the facts of one card as they are written down."""
    with told_plainly():
        from anyorder import browsing

        status = browsing.card(" ".join(name))
    raise typer.Exit(status)


@app.command(
    short_help="Read a rules text into the notation.",
    epilog=epilog('cards read "Draw two cards." --type Sorcery',
                  'cards read "Flying\\nWard {2}" --type "Creature — Drake"',
                  status="Exit status: 0 understood whole, 1 not, 2 nothing to read."),
)  # fmt: skip
def read(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A rules text; \\n or a line break between abilities.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="The card's name, where its text says it.")] = "",
    type_line: Annotated[str, typer.Option("--type", metavar="TYPE", help="Its type line, such as Instant.")] = "",
    as_json: AsJson = False,
) -> None:
    """Read a rules text into the notation, ability by ability, or say where reading stopped."""
    with told_plainly():
        from anyorder import reading

        status = reading.read(text, name, type_line, as_json=as_json)
    raise typer.Exit(status)


@app.command(
    short_help="Say a card's abilities in rules English.",
    epilog=epilog(
        'cards say "Grave Titan"', status="Exit status: 0 all of the card said, 1 not, 2 there is no such card."
    ),
)
def say(
    name: Annotated[list[str], typer.Argument(metavar="NAME", help="The card's name, or a face's.")],
    as_json: AsJson = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> None:
    """Say a card's abilities in rules English, from the notation; what there are no words for is shown as it stands."""
    with told_plainly():
        from anyorder import reading

        status = reading.say(" ".join(name), as_json=as_json, markdown=markdown)
    raise typer.Exit(status)


@app.command(
    short_help="Count how much of a file of cards is understood.",
    epilog=epilog("cards coverage oracle-cards.json", "cards coverage oracle-cards.json --missing prevention --most 20",
                  status="Exit status: 0, or 2 where the file can't be read."),
)  # fmt: skip
def coverage(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file of cards, as for import.")],
    missing: Annotated[
        str | None,
        typer.Option(metavar="FAMILY", help="Where reading stops in a family (all: everywhere), most frequent first."),
    ] = None,
    most: Annotated[int, typer.Option("--most", min=1, metavar="N", help="Show N of them.")] = 40,
    to: Annotated[str | None, typer.Option("--write", metavar="PAGE", help="Write the figures as Markdown.")] = None,
    only: Annotated[str | None, typer.Option(metavar="NAME", help="Only cards with this in their names.")] = None,
    as_json: AsJson = False,
    processes: Processes = None,
) -> None:
    """Count by family how many abilities of a file of cards are understood whole."""
    with told_plainly():
        from anyorder import reading

        status = reading.coverage(
            file, as_json=as_json, missing=missing, most=most, to=to, only=only, processes=processes
        )
    raise typer.Exit(status)


@app.command(
    "import",
    short_help="Import the cards of a file.",
    epilog=epilog("cards import oracle-cards.json", status="Exit status: 0, or 2 where the file is wrong."),
)
def import_(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Scryfall's Oracle cards, MTGJSON's AtomicCards, or JSON Lines; also .gz."),
    ],
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget all cards that were imported before.")] = False,
    as_json: AsJson = False,
    processes: Processes = None,
) -> None:
    """Import the cards of a file, so that they are known by name.

    Only what changed is compiled. An import that was interrupted goes on where it was when it is started again.
    """
    with told_plainly():
        from anyorder import importing

        status = importing.bring(file, fresh=fresh, processes=processes, as_json=as_json)
    raise typer.Exit(status)


@app.command(
    short_help="Download Scryfall's bulk file of cards.",
    epilog=epilog("cards fetch --import", status="Exit status: 0, or 2 where it can't be downloaded."),
)
def fetch(
    address: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="ADDRESS", help="Another list of bulk files, or a file; also ANYORDER_BULK_DATA."
        ),
    ] = None,
    kind: Annotated[str, typer.Option(metavar="KIND", help="Which of the bulk files.")] = "oracle_cards",
    to: Annotated[str | None, typer.Option(metavar="PATH", help="Where to put it; the data directory.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also where nothing newer is there.")] = False,
    then_import: Annotated[bool, typer.Option("--import", help="Import the cards, too.")] = False,
) -> None:
    """Download Scryfall's bulk file of cards; a download that broke off goes on where it was."""
    with told_plainly():
        from anyorder import importing

        status = importing.fetch(address, kind, to=to, again=again, then_import=then_import)
    raise typer.Exit(status)
