/* The recommended names for the log of a chess engine, and the call that makes queries and drawings
 * print moves. What a search would do is written down here as a list of nodes. Then ask:
 *     gtq -q 'node: $leaf; show: $id, $path' chess_names.gtf
 *     gtq tree chess_names.gtf
 *     gtq shares chess_names.gtf             (and all other ready queries) */
#include <stddef.h>
#include <stdio.h>
#include <treelog.h>

/* Numbers of moves as this engine makes them: to, from, and the piece of a promotion. */
#define MOVE_NAMES "fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq pass 4095"
#define SQUARE(file, rank) ((file) - 'a' + 8 * ((rank)-1))
#define MOVE(f1, r1, f2, r2) (SQUARE(f1, r1) << 6 | SQUARE(f2, r2))
enum { NO_MOVE = 0, NULL_MOVE = 4095, NO_SCORE = -32768 };

enum type { PV, CUT, ALL };                              /* what the parent expected of the node */
enum outcome { EXACT, FAIL_HIGH, FAIL_LOW, NO_OUTCOME }; /* where its value lies in its window */
enum technique { MOVE_LOOP, TABLE_CUTOFF, NULL_MOVE_CUTOFF, STAND_PAT, ABORTED };
enum flags {
    Q = 1,          /* in quiescence */
    Q_ROOT = 2,     /* where quiescence begins */
    AFTER_NULL = 4, /* its move is the null move */
    RESEARCH = 8,   /* its move is searched again, by a wider window or more depth */
    REDUCED = 16,
    EXTENDED = 32,
    IN_CHECK = 64,
    TABLE_HIT = 128,
    SINGULAR = 256,    /* searches the position of its parent, without the table move */
    VERIFICATION = 512 /* searches the position of its parent, to verify a null move */
};

struct record {
    int16_t alpha, beta, value, eval, full_value;
    uint16_t last_move, best_move, table_move, flags;
    int8_t depth, reduction, extension;
    uint8_t ply, type, outcome, technique, move_index, pruned, chain_length, move_class;
    uint64_t key;
};

struct node {
    int level; /* calls below the root */
    struct record record;
};

/* In the order of entering. */
static const struct node nodes[] = {
    {0,
     {-900,      900, 25, 10, NO_SCORE, NO_MOVE, MOVE('e', 2, 'e', 4), 0, 0, 3, 0, 0, 0, PV, EXACT,
      MOVE_LOOP, 0,   0,  0,  0,        1}},
    {1,
     {-900,
      900,
      -25,
      -20,
      NO_SCORE,
      MOVE('e', 2, 'e', 4),
      MOVE('e', 7, 'e', 5),
      0,
      0,
      2,
      0,
      0,
      1,
      PV,
      EXACT,
      MOVE_LOOP,
      1,
      0,
      0,
      0,
      2}},
    {2,
     {24,  25,        30,        0, NO_SCORE, NULL_MOVE, 0, 0, AFTER_NULL | Q | Q_ROOT, 0, 0, 0, 2,
      CUT, FAIL_HIGH, STAND_PAT, 0, 0,        0,         0, 3}},
    {2, {24,        25,       12,
         0,         NO_SCORE, MOVE('e', 2, 'e', 4),
         0,         0,        VERIFICATION,
         1,         0,        0,
         1,         CUT,      FAIL_LOW,
         MOVE_LOOP, 0,        0,
         0,         0,        2}},
    {3, {-25, -24, -12,        0,         NO_SCORE, MOVE('c', 7, 'c', 5),
         0,   0,   Q | Q_ROOT, 0,         0,        0,
         2,   ALL, FAIL_HIGH,  STAND_PAT, 1,        0,
         0,   0,   4}},
    {2,
     {-900,
      900,
      25,
      22,
      NO_SCORE,
      MOVE('e', 7, 'e', 5),
      MOVE('g', 1, 'f', 3),
      0,
      TABLE_HIT,
      1,
      0,
      0,
      2,
      PV,
      EXACT,
      MOVE_LOOP,
      1,
      0,
      0,
      0,
      5}},
    {3, {-900, 900, -25,        -25,       NO_SCORE, MOVE('g', 1, 'f', 3),
         0,    0,   Q | Q_ROOT, 0,         0,        0,
         3,    PV,  EXACT,      STAND_PAT, 1,        0,
         0,    0,   6}},
    {1, {-26, -25, -30, -5,  NO_SCORE, MOVE('d', 2, 'd', 4), 0, 0, REDUCED, 1,
         1,   0,   1,   CUT, FAIL_LOW, TABLE_CUTOFF,         2, 3, 0,       0,
         7}},
    {1,
     {-26,
      -25,
      -20,
      -5,
      NO_SCORE,
      MOVE('d', 2, 'd', 4),
      MOVE('d', 7, 'd', 5),
      0,
      RESEARCH,
      2,
      0,
      0,
      1,
      CUT,
      FAIL_HIGH,
      MOVE_LOOP,
      2,
      0,
      0,
      0,
      7}},
    {2, {25, 26,  20,         0,         NO_SCORE, MOVE('d', 7, 'd', 5),
         0,  0,   Q | Q_ROOT, 0,         0,        0,
         2,  ALL, FAIL_LOW,   STAND_PAT, 1,        0,
         0,  0,   8}},
};

#define ADD(name, type, kind, role)                                                                \
    treelog_set_offset(schema, number = treelog_add_attribute(schema, #name, type, kind, role),    \
                       offsetof(struct record, name))
#define ADD_SCORE(name, role)                                                                      \
    (ADD(name, TREELOG_I16, TREELOG_INTEGER, role), treelog_set_null(schema, number, NO_SCORE))
#define ADD_MOVE(name, role)                                                                       \
    (ADD(name, TREELOG_U16, TREELOG_MOVE, role), treelog_set_null(schema, number, NO_MOVE))
#define ADD_NUMBER(name, type, role) ADD(name, type, TREELOG_INTEGER, role)
#define CONSTANT(name, value) treelog_add_constant(schema, number, #name, value)

/* Returns the attribute of plies. */
static int add_attributes(treelog_schema* schema) {
    int number, ply;
    ADD_MOVE(last_move, TREELOG_ROLE_LAST_MOVE);
    ADD_MOVE(best_move, TREELOG_ROLE_BEST_MOVE);
    ADD_MOVE(table_move, TREELOG_ROLE_TABLE_MOVE);
    ADD_SCORE(alpha, TREELOG_ROLE_ALPHA);
    ADD_SCORE(beta, TREELOG_ROLE_BETA);
    ADD_SCORE(value, TREELOG_ROLE_VALUE);
    ADD_SCORE(eval, TREELOG_ROLE_EVAL);
    ADD_NUMBER(depth, TREELOG_I8, TREELOG_ROLE_DEPTH);
    ADD_NUMBER(ply, TREELOG_U8, TREELOG_ROLE_PLY);
    ply = number;
    ADD_NUMBER(move_index, TREELOG_U8, TREELOG_ROLE_MOVE_INDEX);
    ADD_NUMBER(pruned, TREELOG_U8, TREELOG_ROLE_NONE);
    ADD_NUMBER(reduction, TREELOG_I8, TREELOG_ROLE_NONE);
    ADD_NUMBER(extension, TREELOG_I8, TREELOG_ROLE_NONE);
    ADD(type, TREELOG_U8, TREELOG_ENUM, TREELOG_ROLE_ENTRY_TYPE);
    CONSTANT(PVNode, PV), CONSTANT(CUTNode, CUT), CONSTANT(ALLNode, ALL);
    ADD(outcome, TREELOG_U8, TREELOG_ENUM, TREELOG_ROLE_OUTCOME);
    CONSTANT(Exact, EXACT), CONSTANT(FailHigh, FAIL_HIGH), CONSTANT(FailLow, FAIL_LOW);
    CONSTANT(NoOutcome, NO_OUTCOME);
    ADD(technique, TREELOG_U8, TREELOG_ENUM, TREELOG_ROLE_ENDING);
    CONSTANT(MoveLoop, MOVE_LOOP), CONSTANT(TableCutoff, TABLE_CUTOFF);
    CONSTANT(NullMove, NULL_MOVE_CUTOFF), CONSTANT(StandPat, STAND_PAT), CONSTANT(Aborted, ABORTED);
    ADD(flags, TREELOG_U16, TREELOG_FLAGS, TREELOG_ROLE_FLAGS);
    CONSTANT(QNode, Q), CONSTANT(QRootNode, Q_ROOT), CONSTANT(AfterNullMove, AFTER_NULL);
    CONSTANT(Research, RESEARCH), CONSTANT(Reduced, REDUCED), CONSTANT(Extended, EXTENDED);
    CONSTANT(InCheck, IN_CHECK), CONSTANT(TableHit, TABLE_HIT), CONSTANT(SingularTest, SINGULAR);
    CONSTANT(NullVerification, VERIFICATION);
    ADD(key, TREELOG_U64, TREELOG_KEY, TREELOG_ROLE_KEY);
    /* Only for engines with chains of moves: chains.gtql. */
    ADD_NUMBER(chain_length, TREELOG_U8, TREELOG_ROLE_NONE);
    ADD_NUMBER(move_class, TREELOG_U8, TREELOG_ROLE_NONE);
    ADD_SCORE(full_value, TREELOG_ROLE_NONE);
    treelog_add_constant(schema, -1, "ChainHit", 1024);
    treelog_add_constant(schema, -1, "ChainRemoved", 2048);
    treelog_set_record_size(schema, sizeof(struct record));
    return ply;
}

int main(int argc, char** argv) {
    treelog_schema* schema = treelog_schema_new();
    treelog_mark mark = {1, 3, 1, NULL, NULL}; /* search, iteration, line */
    treelog_log* log;
    treelog_stream* stream;
    char* message = NULL;
    size_t i;
    int open = 0;

    if (treelog_declare_game(schema, "chess", MOVE_NAMES, NULL, add_attributes(schema), &message))
        fprintf(stderr, "no names of moves: %s\n", message ? message : "no memory");
    treelog_free_text(message);
    log = treelog_open(argc > 1 ? argv[1] : "chess_names.gtf", schema, NULL, &message);
    if (!log) fprintf(stderr, "not logged: %s\n", message ? message : "no memory");
    treelog_free_text(message);
    treelog_schema_free(schema);
    stream = treelog_add_stream(log);
    treelog_begin_tree(stream, &mark);
    for (i = 0; i < sizeof nodes / sizeof *nodes; ++i) {
        struct record* record;
        for (; open > nodes[i].level; --open) treelog_leave(stream);
        record = treelog_enter(stream);
        if (record) *record = nodes[i].record;
        ++open;
    }
    for (; open > 0; --open) treelog_leave(stream);
    treelog_end_tree(stream);
    return log && treelog_close(log, NULL) == 0 ? 0 : 1;
}
