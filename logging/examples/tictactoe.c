/* A tic-tac-toe player that logs its whole search: every position once for each way to reach it,
 * 549,946 in all. Then ask, for instance: gtq -q 'node: count(value > 0) by ply' tictactoe.gtf */
#include <stddef.h>
#include <stdio.h>
#include <treelog.h>

/* What is logged of a node, as this program likes to have it. */
struct record {
    int8_t value;    /* 1: the side to move wins, 0: draw, -1: it loses */
    int8_t move;     /* the square that led here, 0 to 8; -1 at the root */
    int8_t best;     /* the best square to move to; -1 if the game is over */
    uint8_t ply;     /* stones on the board */
    uint8_t outcome; /* one of enum outcome */
};

enum outcome { PLAYED, LINE, FULL };

static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

static int has_line(const char* board, char side) {
    int i;
    for (i = 0; i < 8; ++i)
        if (board[lines[i][0]] == side && board[lines[i][1]] == side && board[lines[i][2]] == side)
            return 1;
    return 0;
}

/* The value for the side to move, whose opponent has just played `move`. */
static int search(treelog_stream* stream, char* board, int ply, int move) {
    const char side = ply % 2 ? 'O' : 'X';
    struct record node = {-1, 0, -1, 0, PLAYED};
    struct record* record = treelog_enter(stream);
    int square;

    node.move = (int8_t)move;
    node.ply = (uint8_t)ply;
    if (has_line(board, side == 'X' ? 'O' : 'X')) {
        node.outcome = LINE;
    } else if (ply == 9) {
        node.outcome = FULL;
        node.value = 0;
    } else {
        for (square = 0; square < 9; ++square) {
            int value;
            if (board[square]) continue;
            board[square] = side;
            value = -search(stream, board, ply + 1, square);
            board[square] = 0;
            if (node.best < 0 || value > node.value) {
                node.value = (int8_t)value;
                node.best = (int8_t)square;
            }
        }
    }
    if (record) *record = node;
    treelog_leave(stream);
    return node.value;
}

#define ADD(schema, name, type, kind, role)                                                        \
    treelog_set_offset(schema, treelog_add_attribute(schema, #name, type, kind, role),             \
                       offsetof(struct record, name))

int main(int argc, char** argv) {
    char board[9] = {0};
    char* message = NULL;
    treelog_schema* schema = treelog_schema_new();
    treelog_log* log;
    treelog_stream* stream;

    ADD(schema, value, TREELOG_I8, TREELOG_INTEGER, TREELOG_ROLE_VALUE);
    ADD(schema, move, TREELOG_I8, TREELOG_MOVE, TREELOG_ROLE_LAST_MOVE);
    ADD(schema, best, TREELOG_I8, TREELOG_MOVE, TREELOG_ROLE_BEST_MOVE);
    ADD(schema, ply, TREELOG_U8, TREELOG_INTEGER, TREELOG_ROLE_PLY);
    ADD(schema, outcome, TREELOG_U8, TREELOG_ENUM, TREELOG_ROLE_OUTCOME);
    treelog_set_record_size(schema, sizeof(struct record));
    treelog_set_null(schema, 1, -1);
    treelog_set_null(schema, 2, -1);
    treelog_add_constant(schema, 4, "Played", PLAYED);
    treelog_add_constant(schema, 4, "Line", LINE);
    treelog_add_constant(schema, 4, "Full", FULL);

    log = treelog_open(argc > 1 ? argv[1] : "tictactoe.gtf", schema, NULL, &message);
    if (!log) fprintf(stderr, "not logged: %s\n", message ? message : "no memory");
    stream = treelog_add_stream(log);
    treelog_begin_tree(stream, NULL);
    printf("value of the game: %d\n", search(stream, board, 0, -1));
    treelog_end_tree(stream);
    treelog_free_text(message);
    treelog_schema_free(schema);
    return treelog_close(log, NULL) == 0 ? 0 : 1;
}
