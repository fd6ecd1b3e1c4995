#!/usr/bin/env python3
"""Counts again what a book is to have counted, by another way: no line of it is the engine's.

usage: recount.py GAMES.pgn GAMES PLIES

It plays the first games of the file on a board of its own, slowly, and prints a line for each move
of each position, tabs between: FEN of four fields, move in coordinates, games won, drawn and lost
by the side that moves. Standard chess without comments that contain what looks like a move; games
from a set-up position are not understood.
"""

import re
import sys
from collections import defaultdict

START = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"
STEPS = {
    "N": [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)],
    "B": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "R": [(1, 0), (-1, 0), (0, 1), (0, -1)],
}
STEPS["Q"] = STEPS["K"] = STEPS["B"] + STEPS["R"]
SAN = re.compile(r"([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([NBRQ]))?")
RIGHTS = {(7, 7): "K", (0, 7): "Q", (7, 0): "k", (0, 0): "q"}  # by the rook's file and row


def name(square):
    return "abcdefgh"[square[0]] + str(8 - square[1])


def square_of(text):
    return "abcdefgh".index(text[0]), 8 - int(text[1])


class Board:
    """Squares are (file, row), row 0 being the eighth rank."""

    def __init__(self):
        self.men = {(i % 8, i // 8): c for i, c in enumerate(START) if c != "."}
        self.white = True
        self.castling = "KQkq"
        self.passed = None  # the square that a pawn has just passed

    def is_own(self, square):
        man = self.men.get(square)
        return man is not None and man.isupper() == self.white

    def reaches(self, origin, target):
        """Whether the man there could go to the target or attack it, kings in check or not."""
        kind = self.men[origin].upper()
        dx, dy = target[0] - origin[0], target[1] - origin[1]
        if kind == "P":
            return self.pawn_reaches(origin, target, dx, dy)
        if kind in "NK":
            return (dx, dy) in STEPS[kind]
        steps = max(abs(dx), abs(dy))
        if steps == 0 or dx * dy != 0 and abs(dx) != abs(dy):
            return False
        step = dx // steps, dy // steps
        if step not in STEPS[kind]:
            return False
        between = ((origin[0] + i * step[0], origin[1] + i * step[1]) for i in range(1, steps))
        return not any(square in self.men for square in between)

    def pawn_reaches(self, origin, target, dx, dy):
        ahead = -1 if self.men[origin] == "P" else 1
        if abs(dx) == 1 and dy == ahead:
            return target in self.men or target == self.passed
        if dx != 0 or target in self.men:
            return False
        first = origin[1] == (6 if ahead == -1 else 1)
        return dy == ahead or first and dy == 2 * ahead and (origin[0], origin[1] + ahead) not in self.men

    def is_attacked(self, square, by_white):
        return any(
            man.isupper() == by_white and self.reaches(origin, square)
            for origin, man in self.men.items()
        )

    def after(self, origin, target, promotion):
        """A new board; the side to move is the other one."""
        board = Board()
        board.men = dict(self.men)
        board.white = not self.white
        man = board.men.pop(origin)
        if man.upper() == "P" and target == self.passed:
            del board.men[target[0], origin[1]]
        if man.upper() == "K" and abs(target[0] - origin[0]) == 2:
            rook = (7 if target[0] > origin[0] else 0, origin[1])
            board.men[(origin[0] + target[0]) // 2, origin[1]] = board.men.pop(rook)
        if promotion:
            man = promotion if self.white else promotion.lower()
        board.men[target] = man
        lost = {RIGHTS.get(origin), RIGHTS.get(target)}
        if man.upper() == "K":
            lost |= {"K", "Q"} if self.white else {"k", "q"}
        board.castling = "".join(right for right in self.castling if right not in lost)
        board.passed = None
        if man.upper() == "P" and abs(target[1] - origin[1]) == 2:
            board.passed = origin[0], (origin[1] + target[1]) // 2
        return board

    def leaves_king_safe(self, origin, target, promotion):
        board = self.after(origin, target, promotion)
        king = next(s for s, man in board.men.items() if man == ("K" if self.white else "k"))
        return not board.is_attacked(king, board.white)

    def read(self, san):
        """The only legal move that the text can mean: origin, target, promotion."""
        if san.startswith("O-O"):
            row = 7 if self.white else 0
            return (4, row), (2 if san.startswith("O-O-O") else 6, row), None
        kind, file, rank, target, promotion = SAN.match(san).groups()
        target = square_of(target)
        origins = [
            origin
            for origin, man in self.men.items()
            if self.is_own(origin)
            and man.upper() == (kind or "P")
            and (not file or name(origin)[0] == file)
            and (not rank or name(origin)[1] == rank)
            and not self.is_own(target)
            and self.reaches(origin, target)
        ]
        origins = [o for o in origins if self.leaves_king_safe(o, target, promotion)]
        if len(origins) != 1:
            sys.exit(f"{san} can be {len(origins)} moves")
        return origins[0], target, promotion

    def fen(self):
        rows = []
        for row in range(8):
            text = "".join(self.men.get((file, row), ".") for file in range(8))
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), text))
        passed = "-"
        if self.passed:
            # Where a pawn stands ready to capture, as Polyglot counts it.
            row = self.passed[1] + (1 if self.white else -1)
            pawn = "P" if self.white else "p"
            if any(self.men.get((self.passed[0] + side, row)) == pawn for side in (-1, 1)):
                passed = name(self.passed)
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} {self.castling or '-'} {passed}"


def games_of(path, count):
    with open(path, encoding="latin-1") as file:
        text = re.sub(r"\{[^}]*\}", " ", file.read())
    for game in re.split(r"\n(?=\[Event )", text)[:count]:
        words = re.sub(r"^\[.*\]$", "", game, flags=re.M).split()
        moves = [re.sub(r"^\d+\.+", "", word) for word in words]
        yield [move for move in moves if move and move[0] in "abcdefghNBRQKO"], words[-1]


def main():
    path, count, plies = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    counts = defaultdict(lambda: [0, 0, 0])
    for moves, result in games_of(path, count):
        board = Board()
        seen = set()  # a move that is repeated in a game counts once
        for san in moves[:plies]:
            origin, target, promotion = board.read(san)
            move = name(origin) + name(target) + (promotion or "").lower()
            ours = "1-0" if board.white else "0-1"
            place = 1 if result == "1/2-1/2" else 0 if result == ours else 2
            if (board.fen(), move) not in seen:
                counts[board.fen(), move][place] += 1
            seen.add((board.fen(), move))
            board = board.after(origin, target, promotion)
    for (fen, move), (wins, draws, losses) in counts.items():
        print(fen, move, wins, draws, losses, sep="\t")


if __name__ == "__main__":
    main()
