"""How the could-produce answer grows with the number of permanents: ``python -m benchmarks.could_produce``.

Boards of lands in loops of ten that read each other (each land reads the lands of its own loop, by a subtype of its
own), each loop with one basic Forest, and six effects that replace mana. It prints the seconds for each size, and the
ratio of time to permanents compared with the smallest board, which stays about 1 where cost is linear.
"""

import argparse
import time

from model.abilities import Activated, Static
from model.amounts import AMOUNT, Binary, Number
from model.cards import Card, Face
from model.effects import ChangeMana, Comparison, Replacement, Watch, Words
from model.instructions import Do
from model.objects import GameObject
from model.players import Player
from model.production import ANY_COLOR, CouldProduce, Fixed, Some, These
from model.selectors import Aspect, Predicate, Selector
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import Zone
from solver.could_produce import solve

LAND = Selector(((Predicate(Aspect.TYPE, "land"),),))
BASIC_OF_YOURS = Selector(
    ((Predicate(Aspect.SUPERTYPE, "basic"), Predicate(Aspect.TYPE, "land"), Predicate(Aspect.CONTROLLER, "you")),)
)
LOOP = 10


def effects() -> list[ChangeMana | tuple[Watch, ChangeMana]]:
    """Return six rewrites of the mana that lands are tapped for, those with a watch of their own beside it."""
    return [
        ChangeMana(mana=Fixed(("B",))),
        ChangeMana(types=These(("C",))),
        ChangeMana(count=Binary("*", Number(2), AMOUNT)),
        (
            Watch("add_mana", (("tapped", LAND), ("amount", Comparison(">=", Number(2))))),
            ChangeMana(mana=Fixed(("C",))),
        ),
        (Watch("add_mana", (("tapped", BASIC_OF_YOURS),)), ChangeMana(types=ANY_COLOR)),
        (
            Watch("add_mana", (("tapped", LAND), ("type", Words(("colored",))))),
            ChangeMana(types=These(("R",)), of=("W", "U", "B", "R", "G")),
        ),
    ]


def board(loops: int) -> Situation:
    """Return a board with so many loops of ten lands, and the six effects."""
    things: list[GameObject] = []

    def put(ref: str, card: Card) -> None:
        things.append(GameObject(ref, card, Zone.BATTLEFIELD, "you", "you", timestamp=len(things) + 1))

    for loop in range(loops):
        kind = f"Loop{loop}"
        of_loop = Selector(((Predicate(Aspect.SUBTYPE, kind), Predicate(Aspect.CONTROLLER, "you")),))
        reading = Activated("{T}", (), (Do("add_mana", (("mana", Some(CouldProduce(of_loop))),)),))
        green = Activated("{T}", (), (Do("add_mana", (("mana", Fixed(("G",))),)),))
        forest = Face("Forest", TypeLine(("basic",), ("land",), (kind,)), abilities=(green,))
        put(f"forest {loop}", Card((forest,)))
        pool = Card((Face("Pool", TypeLine(types=("land",), subtypes=(kind,)), abilities=(reading,)),))
        for place in range(LOOP - 1):
            put(f"pool {loop}.{place}", pool)
    for place, effect in enumerate(effects()):
        watch, rewrite = effect if isinstance(effect, tuple) else (Watch("add_mana", (("tapped", LAND),)), effect)
        ability = Static(Replacement((watch,), rewrite, optional=None))
        put(f"effect {place}", Card((Face(f"effect {place}", TypeLine(types=("enchantment",)), abilities=(ability,)),)))
    return Situation((Player("you"), Player("opponent")), "you", tuple(things))


def seconds(loops: int, runs: int = 3) -> tuple[float, int]:
    """Return the best time of some runs for a board, and how many permanents it has."""
    best = float("inf")
    for run in range(runs):
        situation = board(loops).with_player("opponent", life=20 + run)  # another value, so that nothing is remembered
        begin = time.perf_counter()
        answer = solve(situation)
        best = min(best, time.perf_counter() - begin)
        assert answer.types["pool 0.0"]
    return best, len(situation.objects)


def main() -> None:
    """Print the curve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--loops", type=int, nargs="*", default=[5, 10, 20, 40, 80])
    chosen = parser.parse_args()
    seconds(1)  # imports come before the clock
    first: float | None = None
    print(f"{'permanents':>10} {'seconds':>8} {'per permanent, compared':>24}")
    for loops in chosen.loops:
        best, number = seconds(loops)
        first = first or best / number
        print(f"{number:>10} {best:>8.3f} {best / number / first:>24.2f}")


if __name__ == "__main__":
    main()
