"""Journey: the connection goes in the middle of an evening. Each turn is stored, once, in order."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Error, Page, Route, expect

import rules
from scorekeeper.models import Account, Club, Game, Turn
from tests import factories
from tests.journeys.conftest import Faults, Held, OpenWindow, sign_in
from tests.journeys.table import lies

LETTERS = "abcdefghijklmnop"


SILENCE = (
    "net::ERR_INTERNET_DISCONNECTED",
    "net::ERR_CONNECTION_FAILED",
    "net::ERR_FAILED",  # a file under way when the connection goes
    "console: htmx:afterRequest",
    "console: htmx:sendError",
)


@pytest.fixture(autouse=True)
def without_connection(faults: Faults) -> Iterator[None]:
    """That a browser complains when it is offline is what these journeys are about."""
    yield
    faults.lines[:] = [line for line in faults.lines if not line.startswith(SILENCE)]


TRIES = 100  # most of them fail at once


def arrive(go: Callable[[], object]) -> None:
    """Goes to a page as somebody without a connection does, who presses again where it fails.

    Chromium answers such a navigation with ERR_FAILED now and then, while it wakes the worker up.
    """
    for _ in range(TRIES - 1):
        with suppress(Error):
            go()
            return
    go()


@dataclass
class Sheet:
    """The sheet of a stored game in a window."""

    page: Page
    game: Game

    def open(self) -> "Sheet":
        arrive(lambda: self.page.goto(f"/games/{self.game.pk}/"))
        return self

    def is_copied(self) -> "Sheet":
        """Waits until the browser has a copy of the page and of all it needs."""
        self.page.wait_for_function(
            """async () => {
                const files = [...document.querySelectorAll("link[rel=stylesheet], script[src]")];
                const needed = [location.pathname, ...files.map(file => file.href || file.src)];
                const kept = needed.map(address => caches.match(address, {ignoreVary: true}));
                const all = (await Promise.all(kept)).every(Boolean);
                return navigator.serviceWorker.controller && all;
            }"""
        )
        return self

    def types(self, dice: str, box: str) -> None:
        """Types a turn by the keyboard: dice, then the letter of the box."""
        self.page.keyboard.type(dice)
        complete = f"#choices[data-complete=yes][data-dice='{dice}']"
        self.page.locator(complete).wait_for()
        self.page.keyboard.press(LETTERS[rules.rule_set("classic").index(box)])

    def expect_turn(self, name: str, number: int) -> None:
        expect(self.page.locator("#turn-who")).to_have_text(name)
        expect(self.page.locator("#turn-form input[name=number]")).to_have_value(str(number))

    def expect_waiting(self, *lines: str) -> None:
        expect(self.page.locator(".waiting-turn")).to_have_text(lines)

    def stored(self) -> list[tuple[int, str, str, str]]:
        """Turns in the database: number, player, box, dice."""
        turns = Turn.objects.filter(game=self.game, withdrawn_at=None).order_by("number", "pk")
        return [(turn.number, turn.seat.player.name, turn.box, turn.dice) for turn in turns]


@pytest.fixture
def sheet(desk: Page, club: Club) -> Sheet:
    return Sheet(desk, factories.game(club)).open().is_copied()


FIVE = [
    (0, "Оля", "ones", "11123"),
    (1, "Лев", "twos", "22213"),
    (2, "Оля", "threes", "33312"),
    (3, "Лев", "fours", "44412"),
    (4, "Оля", "fives", "55512"),
]


def test_five_turns_typed_offline_survive_a_reload_and_are_stored_once_in_order(
    sheet: Sheet,
) -> None:
    page = sheet.page
    page.context.set_offline(True)
    for number, name, box, dice in FIVE[:3]:
        sheet.expect_turn(name, number)
        sheet.types(dice, box)
    sheet.expect_turn("Лев", 3)
    expect(page.locator("#not-stored")).to_contain_text("No connection")

    arrive(page.reload)
    sheet.expect_waiting(
        "Оля: Ones, 11123, throws: 3",
        "Лев: Twos, 22213, throws: 3",
        "Оля: Threes, 33312, throws: 3",
    )
    for number, name, box, dice in FIVE[3:]:
        sheet.expect_turn(name, number)
        sheet.types(dice, box)
    sheet.expect_turn("Лев", 5)
    expect(page.locator("#choices button[value=twos]")).to_be_disabled()
    expect(page.locator("#choices button[value=ones]")).to_be_enabled()
    assert sheet.stored() == []

    context = page.context
    page.close()
    sheet.page = context.new_page()
    sheet.open()
    sheet.expect_turn("Лев", 5)
    expect(sheet.page.locator(".waiting-turn")).to_have_count(5)
    context.set_offline(False)
    expect(sheet.page.locator("#waiting")).to_be_hidden()
    expect(sheet.page.locator("#not-stored")).to_be_hidden()
    sheet.expect_turn("Лев", 5)
    assert sheet.stored() == FIVE


def test_the_copy_that_opens_offline_has_the_last_turn(sheet: Sheet) -> None:
    page = sheet.page
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    page.wait_for_function(
        """async () => (await (await caches.match(location.pathname, {ignoreVary: true})).text())
            .includes('name="number" value="1"')"""
    )
    page.context.set_offline(True)
    arrive(page.reload)
    sheet.expect_turn("Лев", 1)
    expect(page.locator("form[action$='/undo/']")).to_contain_text("Оля: Ones")


def test_a_double_click_offline_is_one_turn(sheet: Sheet) -> None:
    page = sheet.page
    page.context.set_offline(True)
    page.locator("#dice").fill("11123")
    page.locator("#choices[data-complete=yes] button[value=ones]").dblclick()
    sheet.expect_turn("Лев", 1)
    page.locator("#choices button[value=twos]").click()
    expect(page.locator("#not-stored")).to_contain_text("Type all dice first")
    sheet.expect_waiting("Оля: Ones, 11123, throws: 3")
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == FIVE[:1]


def test_looks_at_a_silent_server_leave_words_and_focus_alone(sheet: Sheet) -> None:
    page = sheet.page
    page.context.set_offline(True)
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    page.locator("#choices button[value=twos]").click()
    said = page.locator("#not-stored")
    expect(said).to_contain_text("Type all dice first")
    page.locator("[data-edit]").focus()
    for _ in range(2):  # the second look begins when the first has ended
        with page.expect_event("requestfailed"):
            page.evaluate("dispatchEvent(new Event('online'))")
    expect(said).to_contain_text("Type all dice first")
    expect(page.locator("[data-edit]")).to_be_focused()
    page.locator("#dice").fill("2")
    expect(said).to_contain_text("No connection")


def test_points_are_typed_offline(sheet: Sheet) -> None:
    page = sheet.page
    page.get_by_role("link", name="Points instead of dice").click()
    ones = page.locator(".chip-figures[data-box=ones]")
    ones.wait_for()
    page.context.set_offline(True)
    for number, name in enumerate(("Оля", "Лев")):
        sheet.expect_turn(name, number)
        ones.locator("summary").click()
        ones.locator("button[value='ones=1']").click()
    sheet.expect_turn("Оля", 2)
    expect(ones).to_be_hidden()
    sheet.expect_waiting("Оля: Ones: 1", "Лев: Ones: 1")
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == [(0, "Оля", "ones", ""), (1, "Лев", "ones", "")]


def test_two_windows_send_what_waits_once(sheet: Sheet) -> None:
    context = sheet.page.context
    other = Sheet(context.new_page(), sheet.game).open().is_copied()
    answered: list[str] = []
    context.on("response", lambda answer: answered.append(answer.request.method))
    context.set_offline(True)
    sheet.page.bring_to_front()
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    other.expect_turn("Лев", 1)
    other.page.bring_to_front()
    other.types("22213", "twos")
    sheet.expect_turn("Оля", 2)
    sheet.expect_waiting("Оля: Ones, 11123, throws: 3", "Лев: Twos, 22213, throws: 3")
    context.set_offline(False)
    for window in (sheet, other):
        expect(window.page.locator("#waiting")).to_be_hidden()
        window.expect_turn("Оля", 2)
    assert answered.count("POST") == 2
    assert sheet.stored() == FIVE[:2]


def test_hands_of_a_showdown_are_kept_too(desk: Page, club: Club) -> None:
    sheet = Sheet(desk, factories.game(club, "showdown")).open().is_copied()
    desk.context.set_offline(True)
    for name, dice in (("Оля", "33355"), ("Лев", "22146")):
        expect(desk.locator("#turn-who")).to_have_text(name)
        desk.locator("#dice").fill(dice)
        desk.get_by_role("button", name="The hand stays so").click()
    sheet.expect_waiting(
        "Оля: The hand stays so, 33355, throws: 3", "Лев: The hand stays so, 22146, throws: 3"
    )
    expect(desk.locator("#turn-form")).to_be_hidden()  # who plays on is for the server to say
    desk.context.set_offline(False)
    expect(desk.locator("#waiting")).to_be_hidden()
    expect(desk.locator("#turn-form")).to_be_visible()
    assert sheet.stored() == [(0, "Оля", "", "33355"), (1, "Лев", "", "22146")]


def throw(page: Page, positions: str, dice: str, button: str) -> None:
    """One throw of a showdown hand: the dice at ``positions`` show ``dice`` now."""
    for position in positions:
        page.locator(f".lying-die:has(input[value='{position}'])").click()
    page.locator("#dice").fill(dice)
    page.get_by_role("button", name=button).click()


def test_dice_touched_while_a_throw_is_on_its_way_stay_as_they_were_thrown(
    desk: Page, club: Club
) -> None:
    Sheet(desk, factories.game(club, "showdown")).open().is_copied()
    throw(desk, "", "33156", "First throw, and go on")
    lies(desk, "33156")
    held = Held(desk).keep("**/turn/")
    throw(desk, "234", "643", "Throw again, and go on")
    held.has_come()
    for position in "34":
        box = desk.locator(f".lying-die:has(input[value='{position}'])").bounding_box()
        assert box is not None
        desk.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    held.routes[0].abort("connectionfailed")
    lies(desk, "33156 234:643")


def test_a_hand_of_several_throws_is_kept_too(desk: Page, club: Club) -> None:
    """The first throw with the server, the others without; a reload in the middle of the second."""
    sheet = Sheet(desk, factories.game(club, "showdown")).open().is_copied()
    throw(desk, "", "33156", "First throw, and go on")
    lies(desk, "33156")
    expect(desk.locator(".lying-die--frozen")).to_have_count(0)
    expect(desk.locator(".lying")).to_be_visible()
    desk.context.set_offline(True)
    throw(desk, "234", "64", "Throw again, and go on")
    expect(desk.locator("#not-stored")).to_contain_text("Type all dice first")
    desk.locator("#dice").fill("AJK")
    desk.get_by_role("button", name="Throw again, and go on").click()
    expect(desk.locator(".lying-die--frozen")).to_have_count(2)
    shown = [die.get_attribute("data-pips") for die in desk.locator(".lying-die .die").all()]
    assert shown == ["3", "3", "6", "3", "5"]
    arrive(desk.reload)
    expect(desk.locator(".lying-die--frozen")).to_have_count(2)
    throw(desk, "23", "33", "The hand stays so")
    sheet.expect_waiting("Оля: The hand stays so, 33335")

    sheet.expect_turn("Лев", 1)
    expect(desk.locator(".lying")).to_be_hidden()
    throw(desk, "", "22146", "First throw, and go on")
    lies(desk, "22146")
    throw(desk, "234", "234", "Throw again, and go on")
    lies(desk, "22146 234:234")
    throw(desk, "4", "2", "The hand stays so")
    expect(desk.locator(".waiting-turn")).to_have_count(2)
    assert sheet.stored() == []
    desk.context.set_offline(False)
    expect(desk.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == [(0, "Оля", "", "33335"), (1, "Лев", "", "22232")]
    thrown = [turn.thrown for turn in sheet.game.turns.order_by("number")]
    assert thrown == [["33156", "234:635", "23:33"], ["22146", "234:234", "4:2"]]
    assert [turn.throws for turn in sheet.game.turns.all()] == [3, 3]


def test_a_hand_typed_offline_can_be_begun_anew(desk: Page, club: Club) -> None:
    sheet = Sheet(desk, factories.game(club, "showdown")).open().is_copied()
    desk.context.set_offline(True)
    throw(desk, "", "33156", "First throw, and go on")
    lies(desk, "33156")
    throw(desk, "234", "333", "Throw again, and go on")
    lies(desk, "33156 234:333")
    throw(desk, "4", "4", "Throw again, and go on")
    lies(desk, "33156 234:333 4:4")
    expect(desk.get_by_text("No throw is left.")).to_be_visible()
    expect(desk.locator(".pad")).to_be_hidden()
    arrive(lambda: desk.get_by_role("link", name="Type the hand anew").click())
    expect(desk.locator(".lying")).to_be_hidden()
    expect(desk.locator(".pad")).to_be_visible()
    throw(desk, "", "11123", "The hand stays so")
    desk.context.set_offline(False)
    expect(desk.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == [(0, "Оля", "", "11123")]


def test_a_refused_hand_comes_back_throw_by_throw(desk: Page, club: Club, faults: Faults) -> None:
    faults.expected = {422}
    sheet = Sheet(desk, factories.game(club, "showdown")).open().is_copied()
    desk.context.set_offline(True)
    throw(desk, "", "33156", "First throw, and go on")
    lies(desk, "33156")
    throw(desk, "234", "645", "Throw again, and go on")
    lies(desk, "33156 234:645")
    first = desk.locator(".lying-die input[value='0']")
    first.evaluate("box => { box.disabled = false; }")  # lies for good: only the server may say so
    throw(desk, "0", "3", "The hand stays so")
    desk.context.set_offline(False)
    expect(desk.locator(".waiting-turns .field-error").first).not_to_be_empty()
    assert sheet.stored() == []
    desk.locator("[data-edit]").click()
    expect(desk.locator(".lying-die--frozen")).to_have_count(2)
    expect(desk.locator("#dice")).to_have_value("3")
    first.evaluate("box => { box.checked = false; }")
    throw(desk, "2", "1", "The hand stays so")
    sheet.expect_turn("Лев", 1)
    expect(desk.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == [(0, "Оля", "", "33145")]


def test_a_pour_typed_offline_is_kept_and_sent(desk: Page, club: Club) -> None:
    game = factories.game(club, "six-dice", factories.NAMES[:3])
    factories.write(game, factories.entry(0, 0, "fives", "555512"))
    sheet = Sheet(desk, game).open().is_copied()
    desk.context.set_offline(True)
    pours = desk.locator(".chip--pour")
    # Лев makes his fives without the server; nothing can be poured into his column then.
    desk.locator("#dice").fill("555513")
    expect(pours).to_have_count(0)
    desk.locator("#choices[data-complete=yes] button[value=fives]").click()
    sheet.expect_turn("Семён Королёв", 2)
    desk.locator("#dice").fill("666612")
    desk.locator("#choices[data-complete=yes] button[value=sixes]").click()
    sheet.expect_turn("Оля", 3)
    desk.locator("#dice").fill("555551")
    expect(pours).to_have_text(["Pour Fives to Семён Королёв"])
    pours.click()
    sheet.expect_turn("Лев", 4)
    desk.locator("#dice").fill("555552")
    expect(pours).to_have_count(0)  # there is a pour in that box already
    sheet.expect_waiting(
        "Лев: Fives, 555513, throws: 3",
        "Семён Королёв: Sixes, 666612, throws: 3",
        "Оля: Pour Fives to Семён Королёв, 555551, throws: 3",
    )
    desk.locator("#dice").fill("")
    desk.context.set_offline(False)
    expect(desk.locator("#waiting")).to_be_hidden()
    turns = Turn.objects.filter(game=game).order_by("number")
    assert [turn.pour_to and turn.pour_to.player.name for turn in turns] == [
        None,
        None,
        None,
        "Семён Королёв",
    ]


def test_each_throw_typed_offline_is_kept(desk: Page, club: Club) -> None:
    sheet = Sheet(desk, factories.game(club, each_throw=True)).open().is_copied()
    desk.context.set_offline(True)
    desk.locator("#thrown").fill("11156:111")
    desk.locator("#dice").focus()
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    expect(desk.locator("#thrown")).to_have_value("")
    desk.context.set_offline(False)
    expect(desk.locator("#waiting")).to_be_hidden()
    (turn,) = sheet.game.turns.all()
    assert (turn.thrown, turn.throws) == (["11156:111"], 2)


def test_a_turn_whose_answer_was_lost_is_sent_again_and_stored_once(sheet: Sheet) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionfailed")

    sheet.page.route("**/turn/", lose_the_answer, times=1)
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    expect(sheet.page.locator("#waiting")).to_be_hidden()
    expect(sheet.page.locator("form[action$='/undo/']")).to_contain_text("Оля: Ones")
    assert sheet.stored() == FIVE[:1]


def test_turns_wait_for_who_was_signed_out_and_go_on_after_signing_in(
    sheet: Sheet, host: Account, faults: Faults
) -> None:
    faults.expected = {401, 403}
    page = sheet.page
    Session.objects.all().delete()
    page.keyboard.type("11123")
    expect(page.locator("#not-stored")).to_contain_text("You have been signed out")
    page.keyboard.press("a")
    sheet.expect_turn("Лев", 1)
    sheet.types("22213", "twos")
    sheet.expect_waiting("Оля: Ones, 11123, throws: 3", "Лев: Twos, 22213, throws: 3")

    page.locator("#not-stored a").click()
    page.get_by_label("Username").fill(host.username)
    page.get_by_label("Password").fill(factories.PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"/games/{sheet.game.pk}/")
    sheet.expect_turn("Оля", 2)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == FIVE[:2]


def test_signing_in_in_another_window_lets_the_first_go_on_by_itself(
    sheet: Sheet, host: Account, faults: Faults
) -> None:
    faults.expected = {401, 403}
    Session.objects.all().delete()
    sheet.types("11123", "ones")
    expect(sheet.page.locator("#not-stored")).to_contain_text("You have been signed out")

    other = sheet.page.context.new_page()
    other.goto("/sign-in/")
    other.get_by_label("Username").fill(host.username)
    other.get_by_label("Password").fill(factories.PASSWORD)
    other.keyboard.press("Enter")
    other.wait_for_url("/games/")
    other.close()
    expect(sheet.page.locator("#waiting")).to_be_hidden()
    sheet.expect_turn("Лев", 1)
    assert sheet.stored() == FIVE[:1]


def test_turns_of_one_account_are_neither_shown_nor_sent_by_another(
    sheet: Sheet, club: Club, faults: Faults
) -> None:
    faults.expected = {401, 403}
    page = sheet.page
    Session.objects.all().delete()
    sheet.types("11123", "ones")
    sheet.expect_waiting("Оля: Ones, 11123, throws: 3")

    other = factories.account("vera")
    club.members.add(other, through_defaults={"role": "host"})
    sign_in(page.context, other)
    sheet.open()
    sheet.expect_turn("Оля", 0)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == []


def test_a_refused_turn_says_why_and_is_edited_and_the_later_ones_follow(
    sheet: Sheet, faults: Faults
) -> None:
    faults.expected = {422}
    page = sheet.page
    page.context.set_offline(True)
    # The page cannot know every rule; here it does not even know the boxes.
    page.locator("#dice").fill("11123")
    page.evaluate("document.querySelector('#turn-form button[value=ones]').value = 'nonsense'")
    page.locator("#turn-form button[value=nonsense]").click()
    sheet.expect_turn("Лев", 1)
    sheet.types("22213", "twos")
    sheet.expect_turn("Оля", 2)
    page.context.set_offline(False)
    expect(page.locator("#not-stored")).to_contain_text("The server refused a turn")
    expect(page.locator(".waiting-turns .field-error").first).not_to_be_empty()
    assert sheet.stored() == []

    page.locator("[data-edit]").first.click()
    sheet.expect_turn("Оля", 0)
    expect(page.locator("#dice")).to_have_value("11123")
    sheet.expect_waiting("Лев: Twos, 22213, throws: 3")
    page.locator("#choices[data-complete=yes] button[value=ones]").click()
    expect(page.locator("#waiting")).to_be_hidden()
    sheet.expect_turn("Оля", 2)
    assert sheet.stored() == FIVE[:2]


def test_a_turn_that_another_host_wrote_first_can_be_dropped(sheet: Sheet, faults: Faults) -> None:
    faults.expected = {409}
    page = sheet.page
    page.context.set_offline(True)
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    sheet.types("22213", "twos")
    sheet.expect_turn("Оля", 2)
    factories.write(sheet.game, factories.entry(0, 0, "ones", "11124"))
    page.context.set_offline(False)
    expect(page.locator(".waiting-turns .field-error").first).to_contain_text("olga was first")
    sheet.expect_waiting("Оля: Ones, 11123, throws: 3", "Лев: Twos, 22213, throws: 3")

    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-drop]:visible").click()
    expect(page.locator("#waiting")).to_be_hidden()
    sheet.expect_turn("Оля", 2)
    assert sheet.stored() == [(0, "Оля", "ones", "11124"), FIVE[1]]


def test_a_stale_form_loses_nothing(sheet: Sheet, faults: Faults) -> None:
    faults.expected = {403}
    page = sheet.page
    page.evaluate(
        "for (const input of document.querySelectorAll('[name=csrfmiddlewaretoken]'))"
        "  input.value = 'x'.repeat(64)"
    )
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == FIVE[:1]
    expect(page.locator("form[action$='/undo/']")).to_contain_text("Оля: Ones")


def test_a_half_typed_turn_survives_a_reload(sheet: Sheet) -> None:
    page = sheet.page
    page.keyboard.press("/")
    page.keyboard.type("112")
    arrive(page.reload)
    expect(page.locator("#dice")).to_have_value("112")
    expect(page.locator("input[name=throws][value='2']")).to_be_checked()


def test_another_hosts_turn_appears_and_leaves_alone_what_is_being_typed(
    sheet: Sheet, faults: Faults
) -> None:
    faults.expected = {409}
    page = sheet.page
    factories.write(sheet.game, factories.entry(0, 0, "ones", "11124"))
    sheet.expect_turn("Лев", 1)

    page.keyboard.type("222")
    factories.write(sheet.game, factories.entry(1, 1, "twos", "22234"))
    expect(page.locator("form[action$='/undo/']")).to_contain_text("Лев: Twos")
    expect(page.locator("#not-stored")).to_contain_text("Somebody else has written a turn")
    expect(page.locator("#dice")).to_have_value("222")
    expect(page.locator("#dice")).to_be_focused()
    sheet.expect_turn("Лев", 1)
    page.keyboard.type("13")
    page.locator("#choices[data-complete=yes]").wait_for()
    page.keyboard.press("b")
    expect(page.locator(".notice[role=alert]:visible")).to_contain_text("was first")
    assert len(sheet.stored()) == 2


def test_whoever_signs_out_leaves_no_copy_behind(sheet: Sheet, faults: Faults) -> None:
    faults.expected = {401}  # the page that is left may look once more
    page = sheet.page
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("/")
    gone = "async (page) => !(await caches.match(page, {ignoreVary: true}))"
    page.wait_for_function(gone, arg=f"/games/{sheet.game.pk}/")


def test_turns_are_kept_without_workers_locks_and_caches(
    open_window: OpenWindow, host: Account, club: Club
) -> None:
    """As where the club's server speaks plain HTTP, which browsers trust with none of these."""
    page = open_window(host)
    page.add_init_script(
        "for (const name of ['serviceWorker', 'locks'])"
        "  Object.defineProperty(Navigator.prototype, name, {get: () => undefined});"
        "delete window.caches; delete Crypto.prototype.randomUUID;"
    )
    sheet = Sheet(page, factories.game(club)).open()
    page.context.set_offline(True)
    sheet.types("11123", "ones")
    sheet.expect_turn("Лев", 1)
    sheet.types("22213", "twos")
    page.context.set_offline(False)
    sheet.expect_turn("Оля", 2)
    expect(page.locator("#waiting")).to_be_hidden()
    assert sheet.stored() == FIVE[:2]
