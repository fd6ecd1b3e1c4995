/* treelog: log the search tree of any game program, to ask questions about it afterwards.
 *
 * This is the whole of the library for programs in C and for all that can call C. The page "Log
 * your own engine in an afternoon" (docs/treelog.md) shows how to use it; FORMAT.md describes what
 * is written. In short:
 *
 *     treelog_schema* schema = treelog_schema_new();
 *     treelog_add_attribute(schema, "value", TREELOG_I16, TREELOG_INTEGER, TREELOG_ROLE_VALUE);
 *     treelog_log* log = treelog_open("search.gtf", schema, NULL, NULL);
 *     treelog_stream* stream = treelog_add_stream(log);
 *     treelog_begin_tree(stream, NULL);
 *         record = treelog_enter(stream); ... search ... fill the record; treelog_leave(stream);
 *     treelog_end_tree(stream);
 *     treelog_close(log);
 *
 * Rules that hold throughout:
 *  - Logging never stops a program. When a file cannot be opened, treelog_open returns NULL, and
 *    every call with NULL for its log or stream does nothing. When the disk is full or memory runs
 *    out, the rest of the log is dropped; treelog_failure tells.
 *  - A schema belongs to one thread. A stream belongs to one thread at a time; each search thread
 *    has its own. The calls for a log may come from any thread, but treelog_close from the last.
 *  - Texts are UTF-8, ended by a zero, and copied.
 */
#ifndef TREELOG_H
#define TREELOG_H

/* NOLINTBEGIN: plain C, for programs in any language; its names have a prefix, not a namespace. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header. Programs built for an older one of the same major number go on
 * working; treelog_version() tells that of the library. */
#define TREELOG_VERSION_MAJOR 1
#define TREELOG_VERSION_MINOR 1

typedef struct treelog_log treelog_log;
typedef struct treelog_schema treelog_schema;
typedef struct treelog_stream treelog_stream;

/* How an attribute lies in the record. */
typedef enum treelog_type {
    TREELOG_U8 = 0,
    TREELOG_I8 = 1,
    TREELOG_U16 = 2,
    TREELOG_I16 = 3,
    TREELOG_U32 = 4,
    TREELOG_I32 = 5,
    TREELOG_U64 = 6,
    TREELOG_I64 = 7
} treelog_type;

/* What an attribute is. */
typedef enum treelog_kind {
    TREELOG_INTEGER = 0,
    TREELOG_ENUM = 1,  /* one of the constants made for it */
    TREELOG_FLAGS = 2, /* bits, named by the constants made for it */
    TREELOG_MOVE = 3,  /* any number that stands for a move in your program */
    TREELOG_KEY = 4    /* a hash of the position */
} treelog_kind;

/* What part an attribute plays in the search: a hint for compression. Values and windows are from
 * the point of view of the side to move at their node. */
typedef enum treelog_role {
    TREELOG_ROLE_NONE = 0,
    TREELOG_ROLE_ALPHA = 1,
    TREELOG_ROLE_BETA = 2,
    TREELOG_ROLE_VALUE = 3,
    TREELOG_ROLE_EVAL = 4,
    TREELOG_ROLE_DEPTH = 5,
    TREELOG_ROLE_PLY = 6,
    TREELOG_ROLE_LAST_MOVE = 7,
    TREELOG_ROLE_BEST_MOVE = 8,
    TREELOG_ROLE_TABLE_MOVE = 9,
    TREELOG_ROLE_ENTRY_TYPE = 10,
    TREELOG_ROLE_OUTCOME = 11,
    TREELOG_ROLE_FLAGS = 12,
    TREELOG_ROLE_MOVE_INDEX = 13,
    TREELOG_ROLE_KEY = 14,
    TREELOG_ROLE_ENDING = 15 /* what ended the node: a technique, a rule, ... */
} treelog_role;

/* 256 * major + minor. */
int treelog_version(void);

/* --- the schema: what every node carries ------------------------------------------------------ */

treelog_schema* treelog_schema_new(void);
/* NULL is permitted. A log keeps a copy, so the schema may go once the log is open. */
void treelog_schema_free(treelog_schema* schema);

/* Returns the number of the attribute, counted from 0, or -1 if an argument is NULL or out of
 * range. Names are letters, digits and underscores and begin with a letter; whether they are good
 * is told by treelog_open. */
int treelog_add_attribute(treelog_schema* schema, const char* name, treelog_type type,
                          treelog_kind kind, treelog_role role);
/* The value that says "not recorded at this node". 0 if done, -1 if there is no such attribute. */
int treelog_set_null(treelog_schema* schema, int attribute, int64_t null_value);
/* Where the attribute lies in your own structure, as offsetof tells. Either all attributes have
 * such a place or none. 0 if done, -1 if there is no such attribute. */
int treelog_set_offset(treelog_schema* schema, int attribute, size_t offset);
/* The size of that structure; needed with treelog_set_offset. */
void treelog_set_record_size(treelog_schema* schema, size_t size);
/* One line about the attribute, for people. */
int treelog_set_help(treelog_schema* schema, int attribute, const char* help);
/* A name for a value or for bits of an attribute; -1 as the attribute for one of general use. */
int treelog_add_constant(treelog_schema* schema, int attribute, const char* name, int64_t value);
/* A free word about the log: "engine", "options", "position", "date". */
int treelog_add_note(treelog_schema* schema, const char* name, const char* text);
/* Says what the numbers of moves mean, so that queries and drawings print moves: their squares, and
 * for "chess" ways through the tree in SAN.
 *  - game: "chess", "checkers", ...
 *  - moves: how a number is put together from fields of the board, such as
 *    "fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq pass 4095": 8 columns and rows, the target
 *    in the 6 bits from bit 0 on, the start in those from bit 6 on, the piece of a promotion behind
 *    them ('.' is none), and the number of a null move. FORMAT.md describes all of it. NULL if the
 *    numbers shall stay numbers.
 *  - root: the position that trees without a label begin with; for chess a FEN. NULL if every tree
 *    has a label, or begins with the initial position.
 *  - ply: the attribute that counts moves since the root, or since the begin of the game; it gets
 *    that role. A node whose ply is its parent's searches the same position again and is no move.
 *    -1 if there is none, and every node is a move.
 * 0 if done; -1 if not, and then *message, if message is not NULL, is the reason, to be given to
 * treelog_free_text. */
int treelog_declare_game(treelog_schema* schema, const char* game, const char* moves,
                         const char* root, int ply, char** message);

/* --- the log ---------------------------------------------------------------------------------- */

typedef enum treelog_profile {
    TREELOG_FAST = 0, /* quick to query: some bytes a node */
    TREELOG_SMALL = 1 /* less than half of that, and far slower to query */
} treelog_profile;

/* When the search is faster than the disk. */
typedef enum treelog_overflow {
    TREELOG_BLOCK = 0,        /* the search waits: a complete log */
    TREELOG_DROP_SUBTREE = 1, /* subtrees are left out and counted */
    TREELOG_STOP = 2          /* no more is logged */
} treelog_overflow;

/* Made by treelog_options_init, changed, and given to treelog_open. What is left out counts as
 * skipped below the nearest logged node, so that sizes of subtrees can still be told. */
typedef struct treelog_options {
    size_t struct_size; /* set by treelog_options_init */
    treelog_profile profile;
    treelog_overflow overflow;
    uint64_t max_bytes;         /* the log ends before it is larger; 0 for no limit */
    int32_t min_depth;          /* leave out nodes with less depth; INT32_MIN for none */
    int32_t max_level;          /* leave out nodes deeper in the tree; -1 for none */
    uint32_t first_iteration;   /* leave out the trees of other iterations */
    uint32_t last_iteration;    /* UINT32_MAX for no last one */
    uint32_t sample_one_in;     /* keep one subtree in so many; 1 for all */
    uint32_t sample_level;      /* ... of those whose roots are at this level */
    const int64_t* path;        /* keep only what lies below these moves; NULL for all */
    size_t path_length;         /* how many they are */
    const uint64_t* key;        /* keep only subtrees whose root has this key; NULL for all */
    int64_t from_milliseconds;  /* leave out trees that begin sooner after the opening */
    int64_t until_milliseconds; /* ... or later; INT64_MAX for none */
    uint32_t keep_iterations;   /* keep only so many iterations at the end of each search, by way of
                                   files beside the log, which stay there if the log cannot be
                                   completed; 0 for all */
} treelog_options;

void treelog_options_init(treelog_options* options);

/* Makes the file, replacing a log of that name. A file that is no log is not touched, nor one that
 * another process is writing (the message has its id), nor a pipe, which would stop your program.
 * Options may be NULL for the default. Returns NULL if that is not possible; then *message, if
 * message is not NULL, is the reason, to be given to treelog_free_text. */
treelog_log* treelog_open(const char* path, const treelog_schema* schema,
                          const treelog_options* options, char** message);
/* Ends trees that are open, writes what is left, and frees log and streams. 0 if the log is
 * complete, -1 if not; the message is as above. NULL is permitted. */
int treelog_close(treelog_log* log, char** message);
/* Why the log is incomplete, or NULL if it is not, as far as is known now. To be given to
 * treelog_free_text. It is cheap as long as nothing went wrong. */
char* treelog_failure(const treelog_log* log);
void treelog_free_text(char* text);

/* Where an attribute lies in the records of this log. */
size_t treelog_offset(const treelog_log* log, int attribute);

/* --- streams and trees ------------------------------------------------------------------------ */

/* A stream for one search thread; it lives as long as the log. NULL if there is no log. */
treelog_stream* treelog_add_stream(treelog_log* log);

/* A node of another stream that a tree hangs on: work given to a helper. Queries and drawings show
 * the helper's nodes as part of that tree: its roots follow the last child of the node. They keep
 * their thread: node: [^]$thread != $thread finds what was given away. */
typedef struct treelog_link {
    uint32_t stream;
    uint32_t tree;
    uint32_t node;
} treelog_link;

typedef struct treelog_mark {
    uint32_t search;          /* number of the search: of the move in a game */
    uint32_t iteration;       /* of iterative deepening */
    uint32_t line;            /* which of several best lines, from 1 */
    const char* label;        /* for instance the position at the root; NULL for none */
    const treelog_link* link; /* NULL for a tree that stands alone */
} treelog_mark;

/* Begins a tree, ending one that is open. NULL stands for a mark of zeroes. What lies between is
 * one tree of the log; it may have several roots. */
void treelog_begin_tree(treelog_stream* stream, const treelog_mark* mark);
/* Ends it. Nodes that are still open are closed as aborted. */
void treelog_end_tree(treelog_stream* stream);
/* The same, and the tree is marked as aborted: when the search was stopped, or left by longjmp. */
void treelog_abort_tree(treelog_stream* stream);
/* The node that would be left next, for the mark of a helper's tree: ask the stream of whoever has
 * the node, while it is open. If it is not logged, it is the nearest one above that is. */
treelog_link treelog_current_link(const treelog_stream* stream);

/* --- nodes ------------------------------------------------------------------------------------ */

/* Enters a node. Returns its record, to be filled until the node is left: attributes are null at
 * first, or 0. Returns NULL if the node is not logged; it must be left all the same. The record
 * stays where it is until then. */
void* treelog_enter(treelog_stream* stream);
/* The same, with what filters look at. Move and key are those of the attributes with these roles.
 * A log whose options have min_depth, path, key or sample_one_in needs this call: treelog_enter
 * makes it fail then. */
void* treelog_enter_with(treelog_stream* stream, int32_t depth, int64_t move, uint64_t key);
/* The record of the node that would be left next; NULL if it is not logged. */
void* treelog_record(treelog_stream* stream);
/* Leaves the node that was entered last and is not left yet. Calls without a node do nothing. */
void treelog_leave(treelog_stream* stream);
/* The same, for a node that was left without a result. */
void treelog_leave_aborted(treelog_stream* stream);
/* Puts a value into the record of the node that would be left next, cut to the width of the
 * attribute. For programs that would rather not know offsets; a few times slower. */
void treelog_set(treelog_stream* stream, int attribute, int64_t value);

#ifdef __cplusplus
}
#endif

/* NOLINTEND */

#endif
