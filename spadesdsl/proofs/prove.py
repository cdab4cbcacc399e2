"""All proofs of one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from spadesdsl.frozen import dataclass
from spadesdsl.proofs.bets import prove_bets
from spadesdsl.proofs.conditions import prove_conditions, unsettled_options
from spadesdsl.proofs.ends import prove_endings
from spadesdsl.proofs.idle import prove_idle
from spadesdsl.proofs.narrowing import prove_musts
from spadesdsl.proofs.questions import play_until_seen
from spadesdsl.proofs.quick import prove_plain, quick_findings
from spadesdsl.proofs.rounds import prove_rounds
from spadesdsl.proofs.scoring import prove_lines
from spadesdsl.proofs.settings import prove_settings
from spadesdsl.proofs.workshop import USUAL_DEALS, Workshop, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spadesdsl.diagnostics import Diagnostic
    from spadesdsl.loader import Loaded
    from spadesdsl.proofs.claims import Proof, Standing

PROOFS: Final[tuple[Callable[[Workshop], Iterator[Proof]], ...]] = (
    prove_settings,
    prove_rounds,
    prove_lines,
    prove_idle,
    prove_bets,
    prove_endings,
    prove_musts,
    prove_conditions,
    prove_plain,
)
"""Every kind of proof, in order: later ones use what earlier ones have seen."""

_DEALS_OF_A_SETTING: Final = 3
_MOST_SETTINGS: Final = 12


@dataclass(frozen=True, slots=True)
class Proved:
    """The result of proving a file."""

    proofs: tuple[Proof, ...]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings."""
        return tuple(dict.fromkeys(proof.finding for proof in self.proofs if proof.finding is not None))

    def number(self, standing: Standing) -> int:
        """Count the claims with a given result."""
        return sum(proof.standing is standing for proof in self.proofs)


def workshop_of(loaded: Loaded) -> Workshop:
    """Return what the proofs of a file share; the file was loaded without errors."""
    assert loaded.variant is not None
    own = loaded.variant.game.name if loaded.document is None else loaded.document.name
    return Workshop(loaded, loaded.variant, own)


def prove(loaded: Loaded, deals: int = USUAL_DEALS) -> Proved:
    """Prove what can be proved of a file that was loaded without errors, and play some deals for the rest.

    Args:
        loaded: The file.
        deals: The most deals to play out with its options as they are.
    """
    shop = workshop_of(loaded)
    play_until_seen(shop, deals)
    _play_settings(shop)
    proofs = [proof for one in PROOFS for proof in one(shop)]
    # A rule shared by several deals is reported once.
    return Proved(tuple({(proof.about, proof.claim, proof.finding): proof for proof in proofs}.values()))


def glance(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return what is wrong with the file's own rules, as far as this shows without playing a deal."""
    return quick_findings(workshop_of(loaded))


def _play_settings(shop: Workshop) -> None:
    """Play with other settings of the options in conditions that have not yet had both answers."""
    options = unsettled_options(shop)
    tried = [((one.name, value),) for one in options for value in values_of(one) if value != one.value]
    for setting in tried[:_MOST_SETTINGS]:
        shop.play(_DEALS_OF_A_SETTING, setting)
