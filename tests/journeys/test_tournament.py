"""Journey: a whole tournament by its pages, from the first name to the last prize."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook
from playwright.sync_api import Page, expect

import rules
from scorekeeper.models import Turn
from tests.journeys.conftest import Faults, OpenWindow
from tests.journeys.course import (
    APPLIED,
    DROPS,
    EVERYBODY,
    IMPORTED,
    LATE,
    LEVEL,
    ON_PAPER,
    PENALISED,
    PENALTY,
    SIXES,
    THROUGH,
    TYPED,
    Course,
    on_the_sheet,
    sixes,
)
from tests.journeys.organiser import (
    Organiser,
    letters_of,
    path_of,
    play_a_turn,
    rows_of,
)
from tournaments.models import Tournament


def test_a_tournament_from_the_first_name_to_the_last_prize(
    desk: Page, open_window: OpenWindow, faults: Faults, tmp_path: Path
) -> None:
    # A table that asks once more when its sheet is finished is told that its link has ended.
    faults.expected = {401}
    public, table = open_window(), open_window(viewport={"width": 390, "height": 800})
    course = Course()
    organiser = set_up(desk)
    key = organiser.address.split("/")[2]
    # Whom the draws bring together hangs on the lots, too: the course counts on who met whom.
    Tournament.objects.filter(public_key=key).update(seed="journey")
    register(organiser, public, tmp_path)
    for number in range(1, 5):
        play_a_round(organiser, table, course, number)
    part_those_level(organiser, course)
    play_semi_final(organiser, table, course)
    play_final(organiser, table, course)
    give_prizes(organiser, public, course, f"/tournaments/{key}/")
    print_everything(organiser, course, tmp_path)
    export(organiser, course, tmp_path)
    record = Tournament.objects.get(public_key=key)
    assert record.finished_at is not None
    by_link = Turn.objects.exclude(through=None).values_list(
        "game__tournament_table__round__number"
    )
    assert {number for (number,) in by_link} == set(range(1, 7)), "each round had a table by link"


def set_up(desk: Page) -> Organiser:
    """A name and a course; level on settlement alone, so that a blitz parts; people may apply."""
    desk.goto("/tournaments/")
    desk.get_by_role("link", name="New tournament").first.click()
    desk.get_by_label("Name of the tournament").fill("Кубок осени")
    desk.get_by_label("rounds, semi-final, final").check()
    desk.get_by_role("button", name="Set it up").click()
    desk.wait_for_url("**/organise/")
    organiser = Organiser(desk, path_of(desk.url))
    organiser.tab("Settings")
    desk.get_by_role("link", name="Stages", exact=True).click()
    rounds = desk.locator("fieldset.stage").first
    rounds.locator("summary").filter(has_text="Tie-breaks").click()
    for criterion in ("Total", "First places", "Best game"):
        rounds.get_by_label(criterion, exact=True).fill("")
    organiser.button("Store")
    organiser.said("Stored.")
    desk.get_by_role("link", name="When, where, who").click()
    desk.get_by_label("anybody asks, the organiser admits").check()
    organiser.button("Store")
    organiser.said("Stored.")
    return organiser


def register(organiser: Organiser, public: Page, folder: Path) -> None:
    """Eleven: some typed at once, some by the public page, one from a file; then who is here."""
    page = organiser.page
    organiser.next("Enter the players")
    page.get_by_label("Enter players, one a line").fill(
        "\n".join([*TYPED[:-1], f"{TYPED[-1]}, Шестёрка"])
    )
    organiser.button("Enter them")
    organiser.said("8 entrants were added.")
    page.goto(organiser.address)
    enter = path_of(page.locator("a[href$='/enter/']").inner_text())
    for name in APPLIED:
        public.goto(enter)
        public.get_by_label("Your name").fill(name)
        public.get_by_role("button", name="Ask to enter").click()
        expect(public.locator("#messages")).to_contain_text("The organiser has your application")
    page.reload()
    expect(page.locator(".missing")).to_contain_text("2 applications wait for an answer.")
    page.locator(".missing").get_by_role("link", name="Entrants").click()
    for name in APPLIED:
        organiser.button(f"Admit {name}")
        organiser.said(f"{name} is entered.")
    file = folder / "people.csv"
    file.write_text(f"Name;Club\n{IMPORTED};Пять костей\n", encoding="utf-8")
    organiser.link("From a file")
    page.locator("input[type=file]").set_input_files(file)
    organiser.button("Look at the file")
    organiser.button("Enter them")
    organiser.said("1 entrant was added.")
    organiser.next("See who is here", "All here? Then draw.")
    page.get_by_role("button", name="Nobody is here yet").click()
    expect(page.get_by_role("status").first).to_contain_text("0 of 11")
    page.get_by_role("button", name="Everybody is here").click()
    expect(page.get_by_role("status").first).to_contain_text("11 of 11")
    page.get_by_role("button", name=DROPS).click()
    expect(page.get_by_role("status").first).to_contain_text("10 of 11")
    page.get_by_role("button", name=DROPS).click()
    expect(page.get_by_role("status").first).to_contain_text("11 of 11")


def play_a_round(organiser: Organiser, table: Page, course: Course, number: int) -> None:
    """One of the four: who comes and goes before it, its tables, and its closing."""
    if number == 2:
        come_late(organiser)
    if number == 3:
        drop_out_and_penalise(organiser)
    organiser.next(f"Draw round {number}")
    drawn = organiser.draw(number, seed=number)
    on_its_sheet = next(at for at, (_url, names) in enumerate(drawn) if fits(course.steps(names)))
    wrong: tuple[str, dict[str, int]] | None = None
    for at, (address, names) in enumerate(drawn):
        steps = course.steps(names)
        for name, step in steps.items():
            course.stood[name] += step
        if at == on_its_sheet:
            totals = on_the_sheet(names, [steps[name] for name in names])
            play_on_the_sheet(table, organiser.table_link(address), [steps[n] for n in names])
        else:
            totals = {name: ON_PAPER + SIXES * step for name, step in steps.items()}
            typed = totals
            if number == 2 and wrong is None:
                typed = totals | {names[0]: totals[names[0]] + 40}
                wrong = address, totals
            organiser.type_totals(address, typed)
        course.played(number, totals)
    organiser.close_round(number)
    if wrong:
        correct(organiser, *wrong)


def fits(steps: Mapping[str, int]) -> bool:
    """Whether five dice can bring these in the sixes."""
    return all(-3 <= step <= 2 for step in steps.values())


def play_on_the_sheet(
    table: Page, link: str, steps: Sequence[int], *, to_its_end: bool = True
) -> None:
    """Plays a row by the link, without an account; then the host strikes what is open."""
    table.goto(link)
    for number, step in enumerate(steps):
        play_a_turn(table, number, "sixes", sixes(step))
    if to_its_end:
        table.get_by_text("Finish early").click()
        table.get_by_role("button", name="Strike the open boxes and finish").click()
        expect(table.locator("#turn-form")).to_have_count(0)


def come_late(organiser: Organiser) -> None:
    organiser.tab("Entrants")
    page = organiser.page
    expect(page.locator("#id_people_help")).to_contain_text("They play from round 2.")
    page.get_by_label("Enter players, one a line").fill(LATE)
    organiser.button("Enter them")
    organiser.said("1 entrant was added.")


def drop_out_and_penalise(organiser: Organiser) -> None:
    organiser.tab("Entrants")
    organiser.link(DROPS)
    organiser.button("Drop out")
    organiser.said(f"{DROPS} is dropped")
    organiser.page.goto(organiser.address)
    organiser.link("Penalties and corrections")
    organiser.page.get_by_label("Entrant").select_option(label=PENALISED)
    organiser.page.get_by_label("Points").fill(f"{PENALTY}")
    organiser.page.get_by_label("Reason").fill("Опоздание к столу")
    organiser.button("Store")
    organiser.said("Stored; it can be undone below.")


def correct(organiser: Organiser, address: str, totals: Mapping[str, int]) -> None:
    """In the closed round: the page says what would change before it is stored."""
    page = organiser.page
    page.goto(address)
    organiser.fill_totals(totals)
    organiser.button("Correct the totals")
    first = next(iter(totals))
    listed = page.locator("#totals .notice")
    expect(listed).to_contain_text("The round is closed. This would change:")
    expect(listed).to_contain_text(f"{first} {totals[first] + 40} → {totals[first]}")
    expect(listed).to_contain_text("points, place")
    page.locator("#totals #id_reason").fill("Misread")
    organiser.button("Store these totals")
    organiser.said("The totals are stored.")


def part_those_level(organiser: Organiser, course: Course) -> None:
    """Three are level where eight go on; two of them throw the same hand, and throw again."""
    groups = course.of_rounds()
    place = 1 + sum(len(group) for group in groups[: groups.index(sorted(LEVEL))])
    going_on = THROUGH + 1 - place
    assert 0 < going_on < len(LEVEL), f"they share place {place}, the line is after {THROUGH}"
    page = organiser.page
    organiser.next("Part a tie", ", ".join(LEVEL))
    words = f"Place {place} is shared by 3, and {going_on} of them go on."
    expect(page.locator(".tie h2")).to_have_text(words)
    organiser.button("Start a blitz")
    first, second, third = LEVEL
    throw(organiser, {first: "66661", second: "33312", third: "33364"})
    expect(page.get_by_role("heading", name="Level again: these throw once more")).to_be_visible()
    expect(page.locator(".blitz-now li")).to_have_count(2)
    throw(organiser, {second: "55551", third: "22211"})
    expect(page.locator(".blitz-order li")).to_have_text([first, second, third])
    organiser.link("Go on")
    organiser.button("Close the stage")
    organiser.said("The stage is closed.")


def throw(organiser: Organiser, hands: Mapping[str, str]) -> None:
    """On the pad, one hand after the other; each is kept at once."""
    page = organiser.page
    for name, dice in hands.items():
        page.locator(".throws-choices label", has_text=name).click()
        for pips in dice:
            page.locator(f".pad-face[data-pips='{pips}']").click()
        with page.expect_navigation():  # to the same address
            organiser.button("Store the hand")


def play_semi_final(organiser: Organiser, table: Page, course: Course) -> None:
    """From here on results are hidden; one table by its link, the other copied from paper."""
    page = organiser.page
    organiser.tab("Prize-giving")
    page.get_by_label("Hide results from round").select_option("5")
    organiser.button("Hide until the prize-giving")
    organiser.said("Results from round 5 on are hidden.")
    organiser.next("Draw round 5")
    (first, names), (second, others) = organiser.draw(5, seed=5)
    steps = (2, 1, -1, -3)
    play_on_the_sheet(table, organiser.table_link(first), steps)
    course.played(5, on_the_sheet(names, steps))
    chances = (9, 30, 17, 22)
    rows = {name: row_of(chance) for name, chance in zip(others, chances, strict=True)}
    organiser.copy_from_paper(second, rows)
    course.played(5, {name: 50 + chance for name, chance in zip(others, chances, strict=True)})
    organiser.close_round(5)
    organiser.next("Close “Semi-final”", "4 go on")
    organiser.button("Close the stage")
    organiser.said("The stage is closed.")


def row_of(chance: int) -> dict[str, str]:
    """A row as it stands on paper: three alike of each face, and a chance."""
    boxes = rules.rule_set("classic").boxes
    school = {box.key: "0" for box in boxes[:6]}
    return school | {box.key: "-" for box in boxes[6:-1]} | {boxes[-1].key: f"{chance}"}


def play_final(organiser: Organiser, table: Page, course: Course) -> None:
    """The final by its link; time is up, and the organiser strikes what is open."""
    organiser.next("Draw round 6")
    ((address, names),) = organiser.draw(6, seed=6)
    steps = (-1, 2, 0, 1)
    link = organiser.table_link(address)
    play_on_the_sheet(table, link, steps, to_its_end=False)
    course.played(6, on_the_sheet(names, steps))
    page = organiser.page
    page.reload()
    page.locator("summary").get_by_text("Strike what is open").click()
    organiser.button("Strike the open boxes and finish")
    organiser.said("Open boxes are struck")
    expect(table.locator("#not-stored")).to_contain_text("The link of this table has ended")
    organiser.close_round(6)
    organiser.next("Finish the tournament")
    organiser.button("Finish the tournament")
    organiser.said("The tournament is over.")


def give_prizes(organiser: Organiser, public: Page, course: Course, address: str) -> None:
    """From the last place up; whoever has no account sees what is announced and no more."""
    expected = course.places()
    organiser.next("The tournament is over: give the prizes")
    giving = "section[aria-labelledby=giving-head]"
    announced: list[list[str]] = []
    public.goto(address)
    expect(public.locator(giving)).to_have_count(0)
    for place, names in reversed(expected):
        said = f"Show place {place}: {', '.join(names)}"
        organiser.page.get_by_role("button", name=said, exact=True).click()
        take_back = organiser.page.get_by_role("button", name=f"Take place {place} back")
        take_back.wait_for()
        announced = [[f"{place}", name] for name in names] + announced
        public.goto(address)
        expect(public.locator(f"{giving} tbody tr")).to_have_count(len(announced))
        assert rows_of(public, giving) == announced
        expect(public.get_by_text("Final places")).to_have_count(0)
    for number in (5, 6):
        public.goto(f"{address}rounds/{number}/")
        expect(public.locator("main")).to_contain_text("announced at the prize-giving")
        expect(public.locator("main th", has_text="Total")).to_have_count(0)
    organiser.button("Release all results")
    organiser.said("All results are shown to everybody.")
    public.goto(address)
    final = rows_of(public, "section[aria-labelledby=final-head]")
    # What parted those level on points stands behind the name.
    assert [(int(place), name.split(" by ")[0]) for place, name, _stage in final] == [
        (place, name) for place, names in expected for name in names
    ]
    check_standings(public, course, address)


def check_standings(public: Page, course: Course, address: str) -> None:
    """After the four rounds: places and points as counted here, and what parted those level."""
    public.goto(f"{address}?stage=1")
    shown = rows_of(public, "table.standings")
    lines = [row for row in shown if len(row) > 1]
    points = course.points(range(1, 5))
    points[PENALISED] += PENALTY
    by_name = {name: next(row for row in lines if row[1].startswith(name)) for name in EVERYBODY}
    for name, row in by_name.items():
        assert row[2] == f"{int(points[name])}".replace("-", "−"), row
    above = [name for group in course.of_rounds() for name in group if points[name] > 0]
    order = [by_name[name][0] for name in LEVEL]
    assert order == [f"{len(above) + at}" for at in (1, 2, 3)]
    assert all("by blitz" in by_name[name][-1] for name in LEVEL)


def print_everything(organiser: Organiser, course: Course, folder: Path) -> None:
    """Every paper that is offered is a PDF with the names of those whom it is about."""
    organiser.tab("Paper")
    links = organiser.page.locator("main a[href$='.pdf'], main a[href*='.pdf?']")
    seen = set()
    for at in range(links.count()):
        link = links.nth(at)
        path = path_of(link.get_attribute("href") or "")
        letters = letters_of(organiser.saved(link, folder))
        seen.add(path.split("/", 3)[3])
        for name in printed_names(path, course):
            assert "".join(name.split()) in letters, (path, name)
    kinds = ("seating.pdf", "tables.pdf", "tables.pdf?a_page=2", "cards.pdf")
    of_rounds = {f"paper/{number}/{kind}" for number in range(1, 7) for kind in kinds}
    assert seen >= of_rounds | {f"standings-{stage}.pdf" for stage in (1, 2, 3)} | {"event.pdf"}
    assert len(seen) == len(of_rounds) + 3 + 1 + 1


def printed_names(path: str, course: Course) -> Iterable[str]:
    """Whose names a paper must hold."""
    seated = {
        number: [name for totals in tables for name in totals]
        for number, tables in course.results.items()
    }
    if "/blitz-" in path:
        return LEVEL
    if "/paper/" in path:
        return seated[int(path.split("/")[4])]
    return seated.get({"2": 5, "3": 6}.get(path[-5], 0), EVERYBODY)


def export(organiser: Organiser, course: Course, folder: Path) -> None:
    """The workbook holds every seat with its total, and what was thrown in the blitz."""
    link = organiser.page.get_by_role("link", name="Workbook", exact=True)
    book = load_workbook(BytesIO(organiser.saved(link, folder)))
    cells = [[cell.value for cell in row] for sheet in book.worksheets for row in sheet.iter_rows()]
    for number, tables in course.results.items():
        for name, total in (each for totals in tables for each in totals.items()):
            assert any(row[0] == number and row[4:6] == [name, total] for row in cells), name
    blitz = book.worksheets[-1].iter_rows(min_row=4, values_only=True)
    hands = [row[5] for row in blitz]
    assert hands == ["6-6-6-6-1", "3-3-3-1-2", "3-3-3-6-4", "5-5-5-5-1", "2-2-2-1-1"]
