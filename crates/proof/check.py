"""Checks proofs about four in a row: python3 check.py first-wins.txt

It knows only the rules of the game and of the plan language (docs/proof.md), and never chooses a
move for the planner. It prints a line for each file and exits with 1 if a proof is refused.

A set of cells is an integer with one bit a cell: seven bits a column from the bottom up, the
topmost always empty. Shifts by 1, 6, 7 and 8 move a set up, right and down, right, right and up.
"""
import pathlib, re, sys

CELLS = [7 * column + row for column in range(7) for row in range(6)]
BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = sum(1 << cell for cell in CELLS)
NAMES = {f"{'abcdefg'[cell // 7]}{cell % 7 + 1}": 1 << cell for cell in CELLS}
DEFAULT_ORDER = [NAMES[name] for name in (
    "d3 c3 d4 e3 d5 c4 e4 b3 c5 d2 e5 f3 d1 b4 b5 c2 e2 f4 f5 a3 c1 d6 e1 g3 a5 b1 b2 f1 f2 g5 a1 "
    "a4 c6 e6 g1 g4 a2 b6 f6 g2 a6 g6").split()]


def lines(discs, taken):
    """The empty cells in which one more disc completes a line of four."""
    found = discs << 1 & discs << 2 & discs << 3
    for step in (6, 7, 8):
        two_before = discs << step & discs << 2 * step
        two_behind = discs >> step & discs >> 2 * step
        found |= two_before & (discs << 3 * step | discs >> step)
        found |= two_behind & (discs >> 3 * step | discs << step)
    return found & BOARD & ~taken


def landings(taken):
    """The cells in which a disc lands: the lowest empty one of each column."""
    return taken + BOTTOM & BOARD


def each(cells):
    """The cells of a set from the left."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def discs_of(text):
    """The discs of the planner and of the opponent."""
    return tuple(sum(1 << 7 * x + y for x, column in enumerate(text.split(","))
                     for y, disc in enumerate(column) if disc == owner) for owner in "xo")


def text_of(own, other, step=1):
    """The inverse of `discs_of`; with step -1, of the mirror image."""
    marks = ["x" if own >> cell & 1 else "o" if other >> cell & 1 else "" for cell in CELLS]
    return ",".join(["".join(marks[6 * column:6 * column + 6]) for column in range(7)][::step])


def answer(answers, order, own, other, reply):
    """The planner's answer to a reply, if it cannot complete a line (rule 1)."""
    taken = own | other
    free = landings(taken)
    own_lines, other_lines = lines(own, taken), lines(other, taken)
    blocks = other_lines & free                                 # 2. Block.
    if blocks & blocks - 1:
        raise ValueError("the opponent threatens two lines")
    if blocks:
        return blocks
    unforced = free & ~(other_lines >> 1)
    for cell in each(unforced):                                 # 3. Fork.
        threats = lines(own | cell, taken | cell)
        now = threats & landings(taken | cell)
        if now & now - 1 or threats & now << 1:
            return cell
    safe = unforced & ~(own_lines >> 1)
    for named in answers.get(reply, ["^"]):                     # 4. The answers to this reply.
        if named == "-":
            break
        cell = reply << 1 & safe if named == "^" else named & unforced
        if cell:
            return cell
    for cell in order:                                          # 5. and 6. The list, the default.
        if cell & safe:
            return cell
    rest = unforced or free                                     # 7. No cell is safe.
    return rest & -rest


def open_replies(own, other, holds):
    """The replies after which the planner completes no line and the game goes on."""
    if (own | other).bit_count() > 40 and not holds:
        raise ValueError("the board is full")
    if lines(other, own | other) & landings(own | other):
        raise ValueError("the opponent completes a line")
    return [reply for reply in each(landings(own | other))
            if (free := landings(own | other | reply))
            and not lines(own, own | other | reply) & free]


def play_plan(plan, own, other, holds):
    """Plays a plan against every reply. Returns the number of positions."""
    todo, seen = [(own, other)], {(own, other)}
    while todo:
        own, other = todo.pop()
        for reply in open_replies(own, other, holds):
            after = own | answer(*plan, own, other | reply, reply), other | reply
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > 1_000_000:
            raise ValueError("the plan leads to too many positions")
    return len(seen)


def read_plan(words):
    """The answers by reply, and the list with the default order behind it."""
    bar, answers = words.index("|"), {}
    for word in words[:bar]:
        reply, named = word.split(">")
        if NAMES[reply] in answers:
            raise ValueError("a reply has two entries")
        answers[NAMES[reply]] = [n if n in ("^", "-") else NAMES[n] for n in named.split("/")]
    return answers, [NAMES[name] for name in words[bar + 1:]] + DEFAULT_ORDER


def read_entries(body):
    """The entries by position, each with the number of its line, its kind and its content."""
    entries = {}
    for number, line in enumerate(body, 4):
        if line == f"end {number - 4}" and number == len(body) + 3:
            return entries
        try:
            kind, board, *rest = line.split(" ")
            if board in entries or text_of(*discs_of(board), -1) in entries:
                raise ValueError("the position is listed twice")
            if kind == "drop":
                entries[board] = number, kind, list("abcdefg").index(*rest)
            elif kind == "plan":
                entries[board] = number, kind, read_plan(rest)
            elif kind == "open" and not rest:
                entries[board] = number, kind, None
            else:
                raise ValueError("unreadable line")
        except (LookupError, TypeError, ValueError) as reason:
            raise ValueError(f"line {number}: {reason}: {line}") from None
    raise ValueError(f"line {len(body) + 3}: the last line is missing or its count is wrong")


def check(text):
    """Plays every reply. Returns the numbers of entries and of positions that plans lead to."""
    header, claim, start, *body = text.splitlines()
    if header != "foursight proof 1" or not re.fullmatch("claim (first|second) (wins|holds)", claim):
        raise ValueError("line 1: unknown format or claim")
    planner_moves, holds = "first" in claim, "holds" in claim
    discs = [0, 0]  # Of the opponent and of the planner.
    for digit in start.removeprefix("start ").replace("-", ""):
        landing = landings(sum(discs)) & 127 << 7 * "1234567".index(digit)
        if not landing or lines(discs[planner_moves], sum(discs)) & landing:
            raise ValueError(f"line 3: no such move: {digit}")
        discs[planner_moves] |= landing
        planner_moves = not planner_moves
    entries, used, todo = read_entries(body), set(), [(*discs, planner_moves)]
    plan_positions = 0
    while todo:
        other, own, planner_moves = todo.pop()
        board = text_of(own, other)
        board = board if board in entries else text_of(own, other, -1)
        if board not in entries:
            raise ValueError(f"the position is not listed: {board}")
        if board in used:
            continue
        used.add(board)
        number, kind, content = entries[board]
        own, other = discs_of(board)  # In the orientation of the text.
        landing = landings(own | other) & 127 << 7 * content if kind == "drop" else 0
        if bool(landing) != planner_moves:
            raise ValueError(f"line {number}: there is no such drop: {board}")
        try:
            if kind == "drop":
                todo.append((other, own | landing, False))
            elif kind == "plan":
                plan_positions += play_plan(content, own, other, holds)
            else:
                todo += [(other | r, own, True) for r in open_replies(own, other, holds)]
        except ValueError as reason:
            raise ValueError(f"line {number}: {reason}: from {board}") from None
    for board in entries.keys() - used:
        raise ValueError(f"line {entries[board][0]}: the position is never reached: {board}")
    return len(entries), plan_positions


if __name__ == "__main__":
    EXIT_CODE = 0
    for name in sys.argv[1:]:
        try:
            counts = check(pathlib.Path(name).read_text(encoding="utf-8"))
            print("%s: proved: %d entries, %d positions of plans" % (name, *counts))
        except (OSError, ValueError) as error:
            EXIT_CODE = 1
            print(f"{name}: refused: {error}")
    sys.exit(EXIT_CODE)
