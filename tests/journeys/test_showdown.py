"""Journey: showdown hands in a row: lying dice, play-offs, the running balance, lowball."""

import pytest
from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Club, Game
from tests import factories
from tests.journeys.conftest import Faults
from tests.journeys.table import lies, result_is, won

NAMES = factories.NAMES[:3]


class Hands:
    """The hands of a table, told to the page and to the core."""

    def __init__(self, page: Page, rule_set: rules.RuleSet) -> None:
        self.page, self.rules = page, rule_set
        self.hands: list[rules.PlayedHand] = []

    @property
    def deals(self) -> rules.Deals:
        return rules.play_deals(self.rules, ["0", "1", "2"], self.hands)

    def typed(self, player: str, dice: str, throws: int = 3) -> None:
        """A hand as it ended, typed at once."""
        self.whose(player)
        self.page.locator("#dice").fill(dice)
        self.page.locator(f".throws label:has(input[name=throws][value='{throws}'])").click()
        self.stays(player, rules.parse_dice(dice), throws)

    def whose(self, player: str) -> None:
        """Chooses whose hand it is: only those who still have to throw are offered."""
        offered = [NAMES[int(other)] for other in self.deals.deals[-1].waiting]
        expect(self.page.locator(".throws label:has(input[name=player])")).to_have_text(offered)
        self.page.locator(f".throws label:has(input[name=player][value='{player}'])").click()

    def stays(self, player: str, dice: rules.Dice, throws: int) -> None:
        """The hand lies: it is stored, and hands, pot and balance are as the core says."""
        self.page.get_by_role("button", name="The hand stays so").click()
        self.hands.append(rules.PlayedHand(player, dice, throws))
        last = f"form[action$='/undo/'] input[name=number][value='{len(self.hands) - 1}']"
        expect(self.page.locator(last)).to_be_attached()
        self.check()

    def check(self) -> None:
        if self.deals.deals[0].winner is None:  # nobody has won or lost yet
            expect(self.page.locator("table.settlement")).to_have_count(0)
            return
        balance = self.deals.balance
        order = sorted(balance, key=lambda player: (-balance[player], int(player)))
        expected = []
        for player in order:
            place = 1 + sum(other > balance[player] for other in balance.values())
            money = won(f"{balance[player]:.2f}"), won(f"{balance[player]:f}")
            expected.append([str(place), NAMES[int(player)], *money])
        result_is(self.page, expected)
        assert sum(balance.values()) == 0


def again(page: Page, positions: str, pips: str) -> None:
    """Throws the dice at ``positions`` once more."""
    for position in positions:
        page.locator(f".lying-die:has(input[value='{position}'])").click()
    page.locator("#dice").fill(pips)
    page.get_by_role("button", name="Throw again, and go on").click()


def test_three_deals_and_the_balance(desk: Page, club: Club, faults: Faults) -> None:
    record = factories.game(club, "showdown", NAMES)
    desk.goto(f"/games/{record.pk}/")
    hands = Hands(desk, rules.RULE_SETS["showdown"])

    # The first hand throw by throw: what lies may not be touched again.
    hand = rules.first_throw(rules.parse_dice("33156"))
    hands.whose("0")
    desk.locator("#dice").fill("33156")
    desk.get_by_role("button", name="First throw, and go on").click()
    lies(desk, "33156")
    expect(desk.locator(".lying-die")).to_have_count(5)
    again(desk, "234", "643")
    hand = rules.throw_again(hand, [2, 3, 4], rules.parse_dice("643", 3))
    expect(desk.locator(".lying-die--frozen")).to_have_count(2)
    for position in range(5):
        box = desk.locator(f".lying-die input[value='{position}']")
        expect(box).to_be_enabled(enabled=not hand.frozen[position])

    # A page that was tampered with asks for it nevertheless.
    with pytest.raises(rules.RuleError) as refused:
        rules.throw_again(hand, [0], rules.parse_dice("3", 1))
    desk.locator(".lying-die input[value='0']").evaluate("box => { box.disabled = false; }")
    faults.expected = {422}
    again(desk, "0", "3")
    expect(desk.locator(".field-error[role=alert]:not([hidden])")).to_have_text(
        refused.value.message.en
    )
    faults.expected = set()
    assert not record.turns.exists()

    again(desk, "23", "33")
    hand = rules.throw_again(hand, [2, 3], rules.parse_dice("33", 2))
    lies(desk, "33156 234:643 23:33")
    expect(desk.get_by_text("No throw is left.")).to_be_visible()
    hands.stays("0", hand.dice, hand.throws)
    hands.typed("2", "66651")
    hands.typed("1", "66552")
    assert hands.deals.deals[0].winner == "0"

    # A tie: only those tied play on, until one is left.
    hands.typed("0", "55512")
    hands.typed("1", "12346", throws=1)
    hands.typed("2", "55546")
    expect(desk.locator(".turn-who")).to_contain_text("Play-off 1")
    hands.typed("2", "66112")
    hands.typed("0", "66113")
    expect(desk.locator(".turn-who")).to_contain_text("Play-off 2")
    hands.typed("0", "22222")
    hands.typed("2", "22223")

    hands.typed("0", "11234")
    hands.typed("1", "11235")
    hands.typed("2", "12346")
    expect(desk.locator(".turn-who")).to_contain_text("Play-off 1")
    hands.typed("0", "12345")
    hands.typed("1", "44444", throws=2)
    assert [deal.winner for deal in hands.deals.deals] == ["0", "0", "1", None]

    desk.get_by_role("button", name="Close the game").click()
    desk.get_by_role("button", name="Reopen").wait_for()
    hands.check()


def test_lowball_is_won_by_the_worst_hand(desk: Page, club: Club) -> None:
    desk.goto("/games/new/")
    desk.locator(".rules-card:has(input[value=showdown])").click()
    desk.locator("#id_option-lowball").wait_for(state="attached")
    for number, name in enumerate(NAMES, start=1):
        desk.locator(f"#name-{number}").fill(name)
    desk.locator("details.house-rules summary").click()
    desk.locator("#id_option-lowball").check()
    desk.get_by_role("button", name="Start the game").click()
    desk.locator("#dice").wait_for()

    assert Game.objects.get().options["lowball"] is True
    hands = Hands(desk, rules.rule_set("showdown", {"lowball": True}))
    for player, dice in (("0", "66666"), ("1", "12346"), ("2", "65431")):
        hands.typed(player, dice)
    groups = rules.rank({hand.player: hand.dice for hand in hands.hands}, hands.rules.options)
    winner = NAMES[int(groups[0][0])]
    expect(desk.locator(".deal h2").first).to_contain_text(winner)
