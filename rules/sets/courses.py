"""How each game is played, in a few sentences a paragraph (rules.md §2)."""

from rules.text import Text

CLASSIC_COURSE = (
    Text(
        "В ходе до трёх бросков: перед вторым и третьим можно оставить любые кости, в том числе "
        "брошенные заново. Клетку выбирают после последнего броска; за ход заполняется одна.",
        "A turn has up to three throws; before the second and third any dice may be kept, also "
        "ones thrown again earlier. The box is chosen after the last throw, one a turn.",
    ),
    Text(
        "Первые шесть ходов — школа. Когда она полна и её сумма не меньше нуля, прибавляется "
        "премия. Потом — вторая серия: комбинация с первого броска стоит вдвое (кроме шанса), а "
        "без комбинации в клетке прочерк, ноль очков.",
        "The first six turns are the school. Once it is full and its sum is not below zero, the "
        "bonus is added. Then comes the second series: a combination on the first throw counts "
        "double (but chance), and without its combination a box is struck for nothing.",
    ),
)

EVEN_ODD_COURSE = (
    Text(
        "Ходы и школа — как в классике. Во второй серии одиннадцать клеток: чёт и нечет берут "
        "все пять чётных или нечётных костей, сумма пяти.",
        "Turns and school are as in classic. The second series has eleven boxes: even and odd "
        "take five even or five odd dice, and bring their sum.",
    ),
    Text(
        "Малый стрит — любые четыре подряд, сумма этих четырёх; большой — пять подряд. С "
        "первого броска вдвое всё, кроме шанса.",
        "A small straight is any four in a row, the sum of those four; a large one is five in a "
        "row. All but chance count double on the first throw.",
    ),
)

SAVED_THROWS_COURSE = (
    Text(
        "Это гонка за пятнадцатью клетками, сначала школа. Клетка школы закрывается тремя или "
        "больше одинаковыми и очков не приносит (на листе ✓). Ход без комбинации потерян: ни "
        "одна клетка не заполняется.",
        "A race for fifteen boxes, the school first. A school box is closed by three or more "
        "alike and brings no points (✓ on the sheet). A turn without a combination is lost: no "
        "box is filled.",
    ),
    Text(
        "Вторая серия — как в классике, но без удвоения; за каре прибавляется тридцать очков, за "
        "покер — пятьдесят. Премии за школу нет.",
        "The second series is as in classic, but nothing is doubled; four of a kind adds thirty "
        "points, a poker fifty. There is no school bonus.",
    ),
    Text(
        "Комбинация с первого броска сберегает два броска, со второго — один; школа сберегает "
        "тоже. Сбережённые броски тратят в любом следующем ходу после его трёх, один за один; в "
        "долг не дают.",
        "A combination on the first throw saves two throws, on the second one; school boxes "
        "save too. Saved throws are spent in any later turn beyond its three, one for one; "
        "there is no credit.",
    ),
    Text(
        "Игра кончается, когда кто-то закрыл все клетки; если он начинал игру, остальным "
        "остаётся ещё по ходу. За каждый непотраченный бросок прибавляется три очка, за "
        "незакрытые клетки вычитается: в школе три номинала, комбинация — двадцать (правила "
        "стола могут назначить иначе).",
        "The game ends when somebody has closed every box; if that player began the game, "
        "everybody else has one more turn. Each unspent throw adds three points; boxes not "
        "closed take away three times the face in the school, and twenty for a combination "
        "(house rules may say otherwise).",
    ),
)

FREE_CHOICE_COURSE = (
    Text(
        "Клетки заполняют в любом порядке. В школе считается сумма костей нужного номинала; "
        "пара, две пары, сет и каре — сумма костей комбинации; фул и шанс — сумма пяти.",
        "Boxes are filled in any order. The school sums the dice of the face; pair, two pairs, "
        "three and four of a kind sum the dice of the combination; full house and chance sum "
        "all five.",
    ),
    Text(
        "Стриты и покер приносят твёрдое число очков. Не сыграно — ноль; ни удвоения, ни премии.",
        "Straights and poker bring fixed points. Not made is nothing; there is no doubling and "
        "no bonus.",
    ),
)

MINUS_TWENTY_COURSE = (
    Text(
        "Клетки заполняют в любом порядке. В школе меньше трёх одинаковых — минус двадцать, три "
        "— ноль, каждая кость сверх трёх прибавляет номинал.",
        "Boxes are filled in any order. In the school fewer than three alike cost twenty, three "
        "are zero, and each die above three adds its face.",
    ),
    Text(
        "Вторая серия — как в свободном выборе, и к ней чёт и нечет: сумма пяти. Ни удвоения, "
        "ни премии.",
        "The second series is as in free choice, with even and odd as the sum of five. There is "
        "no doubling and no bonus.",
    ),
)

DUEL_COURSE = (
    Text(
        "Двое играют по двенадцать ходов, клетки — в любом порядке. Школа — сумма костей "
        "номинала, каре и шанс — сумма пяти; фул, стриты и покер приносят твёрдое число очков.",
        "Two players have twelve turns each, boxes in any order. The school sums the face, four "
        "of a kind and chance sum all five; full house, straights and poker bring fixed points.",
    ),
    Text(
        "Проигравший платит ставку за каждое очко разницы.",
        "The loser pays the stake for each point of the difference.",
    ),
)

THIRTEEN_COURSE = (
    Text(
        "Тринадцать ходов, клетки — в любом порядке. Школа — сумма костей номинала; сет, каре и "
        "шанс — сумма всех пяти.",
        "Thirteen turns, boxes in any order. The school sums the face; three and four of a kind "
        "and chance sum all five dice.",
    ),
    Text(
        "Фул из двух разных номиналов, стриты и покер приносят твёрдое число очков. Премии нет.",
        "A full house of two different faces, straights and poker bring fixed points. There is "
        "no bonus.",
    ),
)

SIX_DICE_COURSE = (
    Text(
        "В ходе до трёх бросков шестью костями; начиная со второго хотя бы одна кость лежит. У "
        "каждого двенадцать игр: школа закрывается четырьмя или больше одинаковыми (20, 25, 30 "
        "очков), вторая серия — своими комбинациями: малый дурак 2+2+2, большой дурак 3+3, флеш "
        "4+2, стрит, покер 5+1, генерал. Неудачный ход ничего не заполняет. Игра идёт, пока "
        "двенадцать игр не будет у всех.",
        "A turn has up to three throws of six dice; from the second on at least one die stays. "
        "Each player has twelve games: a school box takes four or more alike (20, 25 or 30 "
        "points), the second series its combinations: little fool 2+2+2, big fool 3+3, flash "
        "4+2, street, poker 5+1, general. A failed turn fills nothing. Play goes on until "
        "everybody has all twelve.",
    ),
    Text(
        "Неиспользованные броски сберегаются, сыграно или нет; ход можно пропустить, за это "
        "сберегается три. Сбережённые броски продлевают ход после третьего. ★ отмечает игру с "
        "первого броска, очков она не прибавляет.",
        "Throws not used are saved, made or not; a turn may be skipped, which saves three. "
        "Saved throws carry a turn beyond its third. ★ marks a game made on the first throw and "
        "adds no points.",
    ),
    Text(
        "Влитие. Кто сыграл комбинацию, которая у него уже есть, может влить её очки сопернику, "
        "у которого она ещё не сыграна: в его правый столбец, не партнёру, по одному открытому "
        "влитию на клетку. Сам он получает не очки, а ровно три сбережённых броска вместо "
        "остатка хода.",
        "Pouring. Who makes a combination they have already may pour its points into the "
        "right-hand column of an opponent who has not made it yet: never a partner, one open "
        "pour a box. The pourer gets no points but exactly three saved throws instead of what "
        "was left of the turn.",
    ),
    Text(
        "У того, кому влили, шесть своих ходов (пропущенный тоже считается), чтобы сыграть эту "
        "клетку. Серое «30 · 6» в клетке значит: влито 30, осталось шесть ходов. Сыграл — в "
        "клетке своё минус влитое (33 на 21 — это +12); шестой ход прошёл без неё — минус "
        "влитое, и клетка сыграна.",
        "Who was poured into has six own turns (a skipped one counts) to make that box. The "
        "grey “30 · 6” in a box means: 30 poured in, six turns left. Made, the box holds one’s "
        "own points less the poured ones (33 on 21 is +12); when the sixth turn passes without "
        "it, it holds minus the poured points and counts as played.",
    ),
    Text(
        "Мизер — семь единиц, 50 очков, хоть несколько раз. Начинают его с трёх единиц в одном "
        "броске: одну засчитывают, а её кость возвращают в игру, поэтому шесть костей "
        "показывают семь. Джокер — меченая единица одной кости: только в первом броске она идёт "
        "за две единицы для мизера или превращает одну другую кость в единицу.",
        "Miser is seven ones, 50 points, as often as one likes. It begins with three ones in "
        "one throw: one of them is counted and its die goes back, so that six dice show seven. "
        "The joker is the marked 1 of one die: on the first throw only it counts as two ones "
        "for the miser, or turns one other die into a 1.",
    ),
    Text(
        "Двое на двое: очки пары складываются, и место у пары общее.",
        "Two against two: the points of a pair add up, and a pair has one place.",
    ),
)

SHOWDOWN_COURSE = (
    Text(
        "Все ставят поровну и бросают по одной руке, до трёх бросков. Кость, оставленная лежать "
        "после броска, больше не трогают: она заморожена.",
        "Everybody puts in the same stake and throws one hand of up to three throws. A die left "
        "lying after a throw is not touched again: it is frozen.",
    ),
    Text(
        "Старшинство: покер, каре, фул, сет, две пары, пара, потом сумма пяти костей; стриты не "
        "считаются, если правила стола не говорят иначе. При равных комбинациях сравнивают "
        "номинал: сначала большей группы, потом меньшей; прочие кости не в счёт.",
        "Hands rank: poker, four of a kind, full house, three of a kind, two pairs, pair, then "
        "the sum of five dice; straights do not rank unless house rules say so. Equal hands "
        "compare faces, the bigger group first, then the smaller; other dice do not count.",
    ),
    Text(
        "Победитель забирает весь банк. Равные переигрывают между собой, банк ждёт; он никогда "
        "не делится.",
        "The winner takes the whole pot. Those equal play again among themselves while the pot "
        "waits; it is never split.",
    ),
)
