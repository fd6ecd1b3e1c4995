/* Logs a tree that was never searched, of as many nodes as asked for: to see what a log of a
 * thousand million nodes is like without waiting for a search of that size. The same arguments give
 * the same tree. Usage: large_tree FILE.gtf NODES */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <treelog.h>

struct record {
    int16_t value;
    uint16_t move;
    int8_t depth;
    uint8_t type; /* one of enum type */
    uint8_t flags;
};

enum type { PV, CUT, ALL };
enum { QUIESCENCE = 1, IN_CHECK = 2 };

struct maker {
    treelog_stream* stream;
    uint64_t state; /* of the random numbers */
    uint64_t left;  /* nodes still to be made */
};

static unsigned next_random(struct maker* maker, unsigned below) {
    maker->state ^= maker->state << 13;
    maker->state ^= maker->state >> 7;
    maker->state ^= maker->state << 17;
    return (unsigned)((maker->state >> 32) * below >> 32);
}

/* One call of the search that never was: expected cut nodes have few children, others many. */
static int visit(struct maker* maker, int depth, enum type type) {
    struct record node = {0, 0, 0, 0, 0};
    struct record* record = treelog_enter(maker->stream);
    unsigned children = depth < -6 ? 0 : next_random(maker, type == CUT ? 3 : depth > 0 ? 12 : 3);

    --maker->left;
    node.move = (uint16_t)next_random(maker, 4096);
    node.depth = (int8_t)depth;
    node.type = (uint8_t)type;
    node.flags = (uint8_t)((depth <= 0 ? QUIESCENCE : 0) | (next_random(maker, 16) ? 0 : IN_CHECK));
    node.value = (int16_t)next_random(maker, 200);
    for (; children > 0 && maker->left > 0; --children) {
        const int value = -visit(maker, depth - 1, type == CUT ? ALL : CUT);
        if (value > node.value) node.value = (int16_t)value;
    }
    if (record) *record = node;
    treelog_leave(maker->stream);
    return node.value;
}

static void add(treelog_schema* schema, const char* name, treelog_type type, treelog_kind kind,
                treelog_role role, size_t offset) {
    treelog_set_offset(schema, treelog_add_attribute(schema, name, type, kind, role), offset);
}

static treelog_schema* make_schema(void) {
    treelog_schema* schema = treelog_schema_new();
    add(schema, "value", TREELOG_I16, TREELOG_INTEGER, TREELOG_ROLE_VALUE,
        offsetof(struct record, value));
    add(schema, "last_move", TREELOG_U16, TREELOG_MOVE, TREELOG_ROLE_LAST_MOVE,
        offsetof(struct record, move));
    add(schema, "depth", TREELOG_I8, TREELOG_INTEGER, TREELOG_ROLE_DEPTH,
        offsetof(struct record, depth));
    add(schema, "type", TREELOG_U8, TREELOG_ENUM, TREELOG_ROLE_ENTRY_TYPE,
        offsetof(struct record, type));
    add(schema, "flags", TREELOG_U8, TREELOG_FLAGS, TREELOG_ROLE_FLAGS,
        offsetof(struct record, flags));
    treelog_set_record_size(schema, sizeof(struct record));
    treelog_add_constant(schema, 3, "PV", PV);
    treelog_add_constant(schema, 3, "CUT", CUT);
    treelog_add_constant(schema, 3, "ALL", ALL);
    treelog_add_constant(schema, 4, "Quiescence", QUIESCENCE);
    treelog_add_constant(schema, 4, "InCheck", IN_CHECK);
    return schema;
}

int main(int argc, char** argv) {
    struct maker maker = {NULL, 88172645463325252u, 0};
    char* message = NULL;
    treelog_schema* schema = make_schema();
    treelog_log* log = argc == 3 ? treelog_open(argv[1], schema, NULL, &message) : NULL;

    treelog_schema_free(schema);
    if (!log) {
        fprintf(stderr, "%s\n", message ? message : "usage: large_tree FILE.gtf NODES");
        treelog_free_text(message);
        return 2;
    }
    maker.left = strtoull(argv[2], NULL, 10);
    maker.stream = treelog_add_stream(log);
    treelog_begin_tree(maker.stream, NULL);
    while (maker.left > 0) visit(&maker, 12, PV);
    treelog_end_tree(maker.stream);
    return treelog_close(log, NULL) == 0 ? 0 : 1;
}
