"""Typing turns: what the field takes, what it refuses, and keys that are faster than the answer."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rules
from scorekeeper.models import Account, Club, Game, Turn
from tests import factories
from tests.journeys.conftest import Faults, Held, OpenWindow
from tests.journeys.table import Keyboard, Table
from tests.journeys.test_phone import PHONE
from tests.plugins.browser import is_laid_out


@pytest.fixture
def game(club: Club) -> Game:
    return factories.game(club)


@pytest.fixture
def sheet(desk: Page, game: Game) -> Page:
    """The page of ``game``, before its first turn."""
    desk.goto(f"/games/{game.pk}/")
    is_laid_out(desk)
    return desk


def dice(page: Page) -> Locator:
    return page.locator("#dice")


def said(page: Page) -> Locator:
    """What stands at the dice field about what was typed."""
    return page.locator("#dice-said")


def stored(game: Game) -> list[tuple[int, str, str]]:
    """Number, player and dice of the turns that stand."""
    turns = game.turns.filter(withdrawn_at=None).order_by("number")
    return [(turn.number, turn.seat.player.name, turn.dice) for turn in turns]


def top_of(place: Locator) -> float:
    for _ in range(100):  # a table that is just being replaced stands nowhere, for once
        box = place.bounding_box()
        if box is not None:
            return box["y"]
    pytest.fail("it stands nowhere")


def test_enter_before_the_dice_are_complete_says_how_many_are_missing(
    sheet: Page, game: Game
) -> None:
    where = sheet.url
    tops = top_of(sheet.locator(".throws")), top_of(sheet.locator("#choices"))
    sheet.keyboard.type("333")
    sheet.keyboard.press("Enter")
    expect(said(sheet)).to_have_text("5 dice are needed, typed: 3.")
    expect(dice(sheet)).to_have_value("333")
    expect(sheet.locator("#table #choices")).to_be_visible()
    assert sheet.url == where
    assert (top_of(sheet.locator(".throws")), top_of(sheet.locator("#choices"))) == tops
    sheet.keyboard.type("5")
    expect(said(sheet)).to_be_hidden()
    assert stored(game) == []


@pytest.mark.parametrize("dice_typed", ["333", "33355"])
def test_a_form_sent_without_a_box_sends_nothing_by_itself(
    sheet: Page, game: Game, dice_typed: str
) -> None:
    """As the keyboard of a phone may send it, by its first button."""
    asked: list[str] = []
    dice(sheet).fill(dice_typed)
    if len(dice_typed) == 5:
        sheet.locator("#choices[data-complete=yes]").wait_for()
    sheet.on("request", lambda request: asked.append(request.url))
    sheet.evaluate(
        "() => { const form = document.getElementById('turn-form');"
        " form.requestSubmit(form.querySelector('[data-no-script]')); }"
    )
    if len(dice_typed) == 5:
        expect(sheet.locator("#turn-form input[name=number]")).to_have_value("1")
        assert stored(game) == [(0, "Оля", dice_typed)]
    else:
        expect(said(sheet)).to_be_visible()
        assert [url for url in asked if "dice" in url or "/turn/" in url] == []
    expect(sheet.locator("#table #choices")).to_be_visible()


def test_enter_on_a_phone_leaves_the_page_alone(
    open_window: OpenWindow, host: Account, game: Game
) -> None:
    page = open_window(host, **PHONE)
    page.goto(f"/games/{game.pk}/")
    dice(page).tap()
    page.keyboard.type("333")
    page.keyboard.press("Enter")
    expect(said(page)).to_have_text("5 dice are needed, typed: 3.")
    expect(page.locator("#table #choices")).to_be_visible()
    assert stored(game) == []


def test_turns_typed_faster_than_the_answers_are_all_stored(sheet: Page, game: Game) -> None:
    for typed in ("66612", "55512", "44412", "33312"):
        sheet.keyboard.type(typed, delay=20)
        sheet.keyboard.press("Enter")
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("4")
    expect(dice(sheet)).to_have_value("")
    assert stored(game) == [
        (0, "Оля", "66612"),
        (1, "Лев", "55512"),
        (2, "Оля", "44412"),
        (3, "Лев", "33312"),
    ]


Hold = Callable[[str], Held]
"""Keeps back the next request whose address fits."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Without the service worker: what it asks for is kept back by nobody."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture
def hold(desk: Page) -> Hold:
    """The page waits for what is kept back as long as that takes, and does not give it up."""

    def kept_back(addresses: str) -> Held:
        desk.clock.set_fixed_time(factories.NOW)
        desk.evaluate(
            "() => document.addEventListener("
            "'htmx:configRequest', event => { event.detail.timeout = 0; })"
        )
        return Held(desk).keep(addresses)

    return kept_back


def refused(sheet: Page) -> None:
    """Sends a turn that the server refuses; what is typed afterwards waits for its answer."""
    dice(sheet).fill("66612")
    chip = sheet.locator("#choices[data-complete=yes] button[value=sixes]")
    chip.evaluate("chip => { chip.value = 'nonsense'; chip.click(); }")


def test_dice_typed_before_the_scripts_have_come_are_looked_at(desk: Page, game: Game) -> None:
    held = Held(desk).keep("**/js/turn.js")
    desk.goto(f"/games/{game.pk}/", wait_until="commit")
    dice(desk).fill("66612")
    held.let_go()
    expect(desk.locator("#choices[data-complete=yes][data-dice='66612']")).to_be_visible()


def test_what_is_typed_after_a_refused_turn_is_kept_for_the_next(
    sheet: Page, game: Game, faults: Faults, hold: Hold
) -> None:
    faults.expected = {422}
    held = hold("**/turn/")
    refused(sheet)
    sheet.keyboard.type("55512")
    sheet.keyboard.press("Enter")
    held.let_go()
    kept, go = sheet.locator("#kept-keys"), sheet.get_by_role("button", name="Type it now")
    expect(kept.locator("kbd")).to_have_text("5 5 5 1 2 Enter")
    expect(go).to_be_disabled()  # into the refused turn they would go wrong
    expect(dice(sheet)).to_have_value("66612")
    assert stored(game) == []

    sheet.locator("#choices[data-complete=yes] button[value=sixes]").click()
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("1")
    expect(kept.locator("kbd")).to_have_text("5 5 5 1 2 Enter")
    go.click()
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("2")
    expect(kept).to_be_hidden()
    assert stored(game) == [(0, "Оля", "66612"), (1, "Лев", "55512")]


def test_what_is_typed_after_a_turn_that_another_host_wrote_is_kept_too(
    sheet: Page, game: Game, faults: Faults, hold: Hold
) -> None:
    faults.expected = {409}
    held = hold("**/turn/")
    sheet.keyboard.type("66612")
    sheet.keyboard.press("Enter")
    sheet.keyboard.type("555")
    held.has_come()
    factories.write(game, factories.entry(0, 0, "sixes", "66613"))
    held.let_go()
    expect(sheet.locator("#table .notice--wrong")).to_contain_text("was first")
    kept = sheet.locator("#kept-keys")
    expect(kept.locator("kbd")).to_have_text("5 5 5")
    sheet.get_by_role("button", name="Type it now").click()
    expect(dice(sheet)).to_have_value("555")
    expect(dice(sheet)).to_be_focused()
    expect(kept).to_be_hidden()


def test_what_is_typed_while_a_refusal_is_shown_is_the_next_dice(
    sheet: Page, game: Game, faults: Faults
) -> None:
    faults.expected = {422}
    refused(sheet)
    expect(sheet.locator("#choices .field-error")).to_be_visible()
    sheet.keyboard.type("55512")
    sheet.keyboard.press("Enter")
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("1")
    assert stored(game) == [(0, "Оля", "55512")]


def test_keys_after_a_turn_without_a_marked_box_are_kept(
    desk: Page, club: Club, hold: Hold
) -> None:
    record = factories.game(club, hints=False)
    desk.goto(f"/games/{record.pk}/")
    held = hold("**/*dice=*")
    desk.keyboard.type("66612")
    desk.keyboard.press("Enter")
    held.has_come()
    desk.keyboard.type("555")
    held.let_go()
    expect(said(desk)).to_have_text("No box is marked: choose one.")
    expect(desk.locator("#kept-keys kbd")).to_have_text("5 5 5")
    expect(dice(desk)).to_have_value("66612")
    desk.get_by_role("button", name="Forget it").click()
    expect(desk.locator("#kept-keys")).to_be_hidden()


def test_a_box_chosen_before_its_points_have_come_leaves_the_next_turn_free(
    sheet: Page, game: Game, hold: Hold
) -> None:
    """The answer about the points comes after the turn's: nobody waits for it any more."""
    held = hold("**/*dice=*")
    sheet.keyboard.type("66612")
    held.has_come()
    sheet.keyboard.press("f")
    number = sheet.locator("#turn-form input[name=number]")
    expect(number).to_have_value("1")
    held.let_go()
    sheet.keyboard.type("55512")
    sheet.keyboard.press("Enter")
    expect(number).to_have_value("2")
    assert stored(game) == [(0, "Оля", "66612"), (1, "Лев", "55512")]


def press_before_its_points_come(sheet: Page, hold: Hold) -> None:
    """Holds a box down, not let go yet; the answer about the points has come meanwhile."""
    held = hold("**/*dice=*")
    dice(sheet).fill("66612")
    held.has_come()
    sheet.locator("#choices button[value=sixes]").hover()
    sheet.mouse.down()
    with sheet.expect_request_finished(lambda asked: "dice=" in asked.url):
        held.let_go()


def test_a_box_that_is_being_pressed_stays_under_the_finger(
    sheet: Page, game: Game, hold: Hold
) -> None:
    press_before_its_points_come(sheet, hold)
    sheet.mouse.up()
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("1")
    assert stored(game) == [(0, "Оля", "66612")]


def test_points_that_came_while_a_box_was_pressed_are_shown_when_it_is_let_go_elsewhere(
    sheet: Page, hold: Hold
) -> None:
    press_before_its_points_come(sheet, hold)
    sheet.mouse.move(0, 0)
    sheet.mouse.up()
    expect(sheet.locator("#choices[data-complete=yes][data-dice='66612']")).to_be_visible()


def test_what_was_refused_stays_said_when_an_older_look_is_answered(
    sheet: Page, game: Game, faults: Faults, hold: Hold
) -> None:
    faults.expected = {409}
    dice(sheet).fill("66612")
    sheet.locator("#choices[data-complete=yes]").wait_for()
    factories.write(game, factories.entry(0, 0, "sixes", "66613"))
    held = hold("**/*version=*")
    sheet.evaluate("dispatchEvent(new Event('online'))")
    held.has_come()
    sheet.locator("#choices button[value=sixes]").click()
    notice = sheet.locator("#table .notice--wrong")
    expect(notice).to_contain_text("was first")
    held.let_go()
    with sheet.expect_response(lambda answer: "version=" in answer.url and answer.status == 204):
        sheet.evaluate("dispatchEvent(new Event('online'))")  # or the next beat, behind that look
    expect(notice).to_contain_text("66612")


def test_another_hosts_table_does_not_come_between_a_turn_and_its_answer(
    desk: Page, club: Club, faults: Faults, hold: Hold
) -> None:
    faults.expected = {409}
    game = factories.game(club, "six-dice", factories.NAMES[:3])
    desk.goto(f"/games/{game.pk}/")
    held = hold("**/turn/")
    desk.locator("#choices button[value=skip]").click()
    held.has_come()
    with desk.expect_response(lambda answer: "version=" in answer.url and answer.status == 200):
        factories.write(game, factories.entry(0, 0, "fives", "555512"))
    held.let_go()
    expect(desk.locator("#table .notice--wrong")).to_contain_text("was first")
    desk.keyboard.type("444")
    expect(dice(desk)).to_have_value("444")


@pytest.mark.parametrize(("key", "throws"), [("*", 1), ("/", 2), ("Enter", 3)])
def test_six_keys_fill_the_marked_box_as_any_of_the_three_throws(
    desk: Page, club: Club, key: str, throws: int
) -> None:
    """Past the school a first throw doubles: another box may be best than at the others."""
    game = factories.game(club)
    school = [box.key for box in rules.rule_set("classic").boxes[:6]]
    factories.write(
        game, *(factories.entry(at, at % 2, school[at // 2], "12345") for at in range(12))
    )
    desk.goto(f"/games/{game.pk}/")
    sheet, keys = desk, Keyboard(desk)
    keys.type("11334")
    sheet.locator("#choices[data-complete=yes]").wait_for()
    first, marked = sheet.locator(".chip:has(.chip-first)"), sheet.locator(".chip--best")
    shown = (first if throws == 1 else marked).get_attribute("value")
    assert first.get_attribute("value") != marked.get_attribute("value")
    keys.press(key)
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("13")
    assert keys.presses == 6
    turn = game.turns.get(number=12)
    assert (turn.box, turn.throws) == (shown, throws)


@pytest.mark.parametrize(("key", "throws"), [("*", 1), ("Enter", 3)])
def test_the_arrows_choose_the_box_for_any_throw(
    sheet: Page, game: Game, key: str, throws: int
) -> None:
    sheet.keyboard.type("33312")
    sheet.locator("#choices[data-complete=yes]").wait_for()
    told = sheet.locator("#marked[role=status]")
    expect(told).to_have_text("Marked: Threes, 0")
    for _ in range(2):
        sheet.keyboard.press("ArrowDown")
    expect(told).to_have_text("Marked: Fives, −15")
    expect(sheet.locator(".chip-first")).to_be_hidden()
    sheet.keyboard.press(key)
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("1")
    turn = game.turns.get()
    assert (turn.box, turn.throws) == ("fives", throws)


def test_throws_chosen_before_the_dice_outlive_another_hosts_turn(sheet: Page, game: Game) -> None:
    sheet.keyboard.press("/")
    factories.write(game, factories.entry(0, 0, "sixes", "66613"))
    expect(sheet.locator("form[action$='/undo/']")).to_contain_text("Оля: Sixes")
    expect(sheet.locator("input[name=throws][value='2']")).to_be_checked()


def test_a_digit_on_a_complete_field_starts_over(sheet: Page) -> None:
    drawn = sheet.locator("#dice-drawn .die")
    sheet.keyboard.type("11123")
    expect(drawn).to_have_count(5)
    sheet.keyboard.type("4")
    expect(dice(sheet)).to_have_value("4")
    expect(drawn).to_have_count(1)
    sheet.keyboard.type("6661")
    expect(dice(sheet)).to_have_value("46661")
    sheet.keyboard.press("Backspace")
    expect(dice(sheet)).to_have_value("4666")
    expect(drawn).to_have_count(4)


def test_the_pad_starts_over_takes_one_back_and_clears(
    open_window: OpenWindow, host: Account, game: Game
) -> None:
    page = open_window(host, **PHONE)
    page.goto(f"/games/{game.pk}/")
    is_laid_out(page)
    throws = top_of(page.locator(".throws"))
    for pips in "666123":
        page.locator(f".pad-face[data-pips='{pips}']").tap()
        assert top_of(page.locator(".throws")) == throws
    expect(dice(page)).to_have_value("3")
    page.locator(".pad-face[data-pips='2']").tap()
    page.get_by_role("button", name="Remove the last die").tap()
    expect(dice(page)).to_have_value("3")
    page.locator(".pad-face[data-pips='2']").tap()
    page.get_by_role("button", name="Start over").tap()
    expect(dice(page)).to_have_value("")
    for button in page.locator(".pad button").all():
        box = button.bounding_box()
        assert box is not None
        least = 44 if "pad-face" not in (button.get_attribute("class") or "") else 56
        assert box["width"] >= least
        assert box["height"] >= least


@pytest.mark.parametrize("typed", ["7", "8", "x", "0", "12T", "K1", "В"])
def test_what_is_no_die_is_refused_at_once(sheet: Page, typed: str) -> None:
    """The last character is one too many, unless it reads as a face."""
    dice(sheet).focus()
    sheet.keyboard.type(typed)
    if typed == "В":
        expect(dice(sheet)).to_have_value("В")
        expect(said(sheet)).to_be_hidden()
        expect(sheet.locator("#dice-drawn")).to_have_text("В")
        return
    if typed == "K1":
        sheet.keyboard.type("1")  # "K1" may become "K10"
        expect(dice(sheet)).to_have_value("K1")
        expect(sheet.locator("#dice-drawn .die")).to_have_count(1)
    else:
        expect(dice(sheet)).to_have_value(typed[:-1])
        expect(sheet.locator("#dice-drawn .die")).to_have_count(len(typed) - 1)
    expect(said(sheet)).to_have_text("A die has 1 to 6, or 9 10 J Q K A.")


def test_faces_are_drawn_as_they_are_read(sheet: Page, game: Game) -> None:
    sheet.keyboard.press("Tab")
    dice(sheet).focus()
    sheet.keyboard.type("910JJA")
    expect(sheet.locator("#dice-drawn text")).to_have_text(["9", "10", "J", "J", "A"])
    sheet.keyboard.press("Enter")
    expect(sheet.locator("#turn-form input[name=number]")).to_have_value("1")
    assert [turn.dice for turn in game.turns.all()] == ["12336"]


def test_ctrl_z_takes_the_last_turn_back_when_no_dice_are_typed(sheet: Page, game: Game) -> None:
    number = sheet.locator("#turn-form input[name=number]")
    sheet.keyboard.type("66612")
    sheet.keyboard.press("Enter")
    expect(number).to_have_value("1")
    sheet.keyboard.type("55")
    sheet.keyboard.press("Control+z")
    sheet.keyboard.press("Escape")
    sheet.keyboard.press("Control+z")
    expect(number).to_have_value("0")
    assert stored(game) == []
    for again in ("Control+Shift+z", "Control+y"):
        sheet.keyboard.press(again)
        expect(number).to_have_value("1")
        sheet.keyboard.press("Control+z")
        expect(number).to_have_value("0")
    assert Turn.objects.count() == 3


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_when_dice_come_in(sheet: Page, width: int) -> None:
    sheet.set_viewport_size({"width": width, "height": 900})
    is_laid_out(sheet)
    places = [sheet.locator(".throws"), sheet.locator(".pad"), sheet.locator("#choices")]
    before = [place.bounding_box() for place in places[:2]] + [top_of(places[2])]
    for typed in ("6", "66612"):
        dice(sheet).fill(typed)
        expect(sheet.locator("#dice-drawn .die")).to_have_count(len(typed))
        assert [place.bounding_box() for place in places[:2]] + [top_of(places[2])] == before


def test_a_stored_turn_is_said(sheet: Page) -> None:
    line = sheet.locator(".turn-who .turn-stored")
    expect(line).to_have_count(0)
    sheet.keyboard.type("55512")
    sheet.keyboard.press("Enter")
    expect(line).to_have_text("Stored — Оля: Fives, 0")
    expect(sheet.locator("#stored[role=status]")).to_have_text("Stored — Оля: Fives, 0")
    sheet.reload()
    expect(line).to_have_count(0)


def test_boxes_that_the_dice_do_not_make_are_named(
    open_window: OpenWindow, host: Account, club: Club
) -> None:
    record = factories.game(club, "saved-throws")
    page = open_window(host, **PHONE)
    page.goto(f"/games/{record.pk}/")
    table = Table.of(page, record)
    table.shown("66612")
    why = page.locator(".chips-why")
    expect(why).to_have_text("Not made by these dice: Ones, Twos, Threes, Fours, Fives.")
    table.shown("12345")
    expect(why).to_have_text("None of these boxes is made by these dice: the turn is lost.")
    page.locator("#choices button[value=failed]").tap()
    table.told(rules.Turn(table.player, rules.Kind.FAILED, throws=3))


WHOLE_WORDS = """() => [...document.querySelectorAll("#choices .chip-name")].flatMap(name =>
    [...name.textContent.matchAll(/\\S+/g)].filter(word => {
        const range = document.createRange();
        range.setStart(name.firstChild, word.index);
        range.setEnd(name.firstChild, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(line => line.top)).size > 1;
    }).map(word => word[0])).concat([...document.querySelectorAll("#choices .chip")].filter(
        chip => chip.offsetParent && chip.scrollWidth > chip.clientWidth
    ).map(chip => `wide: ${chip.textContent.trim()}`))"""


@pytest.mark.parametrize("locale", ["ru-RU", "en-GB"])
def test_no_name_of_a_box_breaks_in_the_middle_of_a_word(
    open_window: OpenWindow, host: Account, club: Club, locale: str
) -> None:
    page = open_window(host, locale=locale)
    for key in sorted(rules.RULE_SETS):
        if key == "showdown":
            continue
        record = factories.game(club, key, factories.NAMES[: rules.rule_set(key).fewest])
        count = rules.rule_set(key).dice
        page.goto(f"/games/{record.pk}/?dice={'666612'[:count]}&throws=2")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 900})
            is_laid_out(page)
            assert page.evaluate(WHOLE_WORDS) == [], f"{key} at {width} px"


def test_a_pour_says_its_points(desk: Page, club: Club) -> None:
    record = factories.game(club, "six-dice", factories.NAMES[:3])
    factories.write(
        record,
        factories.entry(0, 0, "fives", "555512"),
        factories.entry(1, 1, kind=rules.Kind.SKIP, throws=None),
        factories.entry(2, 2, kind=rules.Kind.SKIP, throws=None),
    )
    desk.goto(f"/games/{record.pk}/?dice=555551&throws=2")
    table = Table.of(desk, record)
    after = rules.apply(
        table.game, rules.Turn("0", box="fives", dice="555551", throws=2, pour_to="1")
    )
    pour = after.sheet("1").pours[table.game.rules.index("fives")]
    assert pour is not None
    shown = desk.locator(".chip--pour .chip-points")
    expect(shown).to_have_text([rules.signed(pour.points)] * 2)
