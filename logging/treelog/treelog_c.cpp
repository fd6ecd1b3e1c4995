// The face of the library for C. It checks what it is given, turns it into the typed calls behind
// it, and lets no exception out: memory that cannot be had ends in NULL, like all that fails. Nodes
// are entered and left without a guard, for the stream has its own where it asks for memory.
#include "logging/treelog/move_layout.hpp"
#include "logging/treelog/recorder.hpp"
#include "logging/treelog/treelog.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <new>

struct treelog_schema {
    treelog::Schema schema{};
    std::vector<std::optional<std::size_t>> offsets{};
    std::size_t record_size = 0;
};

/// A stream, and what a setter needs beside it.
struct treelog_stream {
    treelog::LogStream& stream;
    treelog::Recorder& recorder;
    const treelog::Schema& schema;
    const treelog::RecordLayout& layout;
    bool is_untold = false; ///< the filter needs what treelog_enter does not tell
};

struct treelog_log {
    std::unique_ptr<treelog::Recorder> recorder{};
    std::mutex mutex{};
    std::vector<std::unique_ptr<treelog_stream>> streams{};
};

namespace treelog {

namespace {

/// Runs what may ask for memory; `otherwise` if there is none.
template <typename Action, typename T>
T guarded(T otherwise, Action&& action) {
    try {
        return action();
    } catch (const std::bad_alloc&) {
        return otherwise;
    } catch (const std::exception&) { // threads and locks that the system refuses
        return otherwise;
    }
}

char* copied(const std::string& text) {
    auto* copy = static_cast<char*>(std::malloc(text.size() + 1));
    if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

void tell(char** message, const Error& error) {
    if (message != nullptr) *message = copied(error.to_string());
}

Attribute* attribute_of(treelog_schema* schema, int number) {
    if (schema == nullptr || number < 0) return nullptr;
    const auto place = static_cast<std::size_t>(number);
    return place < schema->schema.attributes.size() ? &schema->schema.attributes[place] : nullptr;
}

Result<std::optional<RecordLayout>> layout_of(const treelog_schema& schema) {
    std::vector<std::size_t> offsets;
    for (const auto& offset : schema.offsets)
        if (offset) offsets.push_back(*offset);
    if (offsets.empty()) return std::optional<RecordLayout>{};
    auto layout = RecordLayout::of(schema.schema, std::move(offsets), schema.record_size);
    if (!layout) return std::move(layout).error();
    return std::optional<RecordLayout>(std::move(*layout));
}

LogFilter filter_of(const treelog_options& options) {
    LogFilter filter;
    if (options.min_depth != INT32_MIN) filter.min_depth = options.min_depth;
    if (options.max_level >= 0)
        filter.max_level = static_cast<std::uint16_t>(std::min(options.max_level, 65535));
    filter.first_iteration = options.first_iteration;
    filter.last_iteration = options.last_iteration;
    filter.keep_iterations = options.keep_iterations;
    filter.sample_one_in = options.sample_one_in;
    filter.sample_level = static_cast<std::uint16_t>(std::min(options.sample_level, 65535U));
    if (options.path != nullptr)
        filter.path.assign(options.path, options.path + options.path_length);
    if (options.key != nullptr) filter.key = *options.key;
    // Of milliseconds as many as fit, since the clock counts finer ones.
    constexpr std::int64_t kLongest = INT64_MAX / 1'000'000;
    filter.from =
        std::chrono::milliseconds(std::clamp<std::int64_t>(options.from_milliseconds, 0, kLongest));
    filter.until = std::chrono::milliseconds(
        std::clamp<std::int64_t>(options.until_milliseconds, 0, kLongest));
    return filter;
}

Result<std::unique_ptr<Recorder>> opened(const char* path, const treelog_schema& schema,
                                         const treelog_options& options) {
    auto layout = layout_of(schema);
    if (!layout) return std::move(layout).error();
    RecorderOptions recorder;
    recorder.filter = filter_of(options);
    recorder.overflow = options.overflow == TREELOG_DROP_SUBTREE ? Overflow::DropSubtree
                        : options.overflow == TREELOG_STOP       ? Overflow::Stop
                                                                 : Overflow::Block;
    recorder.layout = std::move(*layout);
    LogFile::Options file;
    file.profile = options.profile == TREELOG_SMALL ? Profile::Small : Profile::Fast;
    if (options.max_bytes != 0) file.max_bytes = options.max_bytes;
    return Recorder::create(path, schema.schema, file, std::move(recorder));
}

void set_note(Schema& schema, std::string_view name, const char* text) {
    std::erase_if(schema.notes, [name](const Note& note) { return note.name == name; });
    if (text != nullptr) schema.notes.push_back({std::string(name), text});
}

Result<void> declare_game(Schema& schema, const char* game, const char* moves, const char* root) {
    if (moves != nullptr)
        if (auto layout = MoveLayout::parse(moves); !layout) return std::move(layout).error();
    set_note(schema, kGameNote, game);
    set_note(schema, kMoveNamesNote, moves);
    set_note(schema, kRootNote, root);
    return {};
}

/// Nothing would be logged, and nobody would know why.
void refuse_plain_enter(treelog_stream& stream) {
    stream.is_untold = false; // told once
    try {
        stream.recorder.fail(
            Error{.code = ErrorCode::Unsupported,
                  .message = "the filter of the log needs the " +
                             stream.recorder.filter().needed_entry() +
                             " of every node, which treelog_enter does not tell; use "
                             "treelog_enter_with",
                  .where = {}});
    } catch (const std::exception& thrown) {
        stream.recorder.fail(thrown);
    }
}

TreeMark mark_of(const treelog_mark& mark) {
    TreeMark made{.search = mark.search,
                  .iteration = mark.iteration,
                  .line = mark.line,
                  .label = mark.label == nullptr ? "" : mark.label,
                  .link = {}};
    if (mark.link != nullptr)
        made.link = TreeLink{mark.link->stream, mark.link->tree, mark.link->node};
    return made;
}

} // namespace

} // namespace treelog

using treelog::guarded;

extern "C" {

int treelog_version(void) { return 256 * TREELOG_VERSION_MAJOR + TREELOG_VERSION_MINOR; }

// --- the schema ----------------------------------------------------------------------------------

treelog_schema* treelog_schema_new(void) { return new (std::nothrow) treelog_schema; }

void treelog_schema_free(treelog_schema* schema) { delete schema; }

int treelog_add_attribute(treelog_schema* schema, const char* name, treelog_type type,
                          treelog_kind kind, treelog_role role) {
    // To C an enumeration is a number, and any number may come; to C++ it is none before it is
    // known.
    const auto known = [](const auto& value, unsigned count) {
        unsigned number = 0;
        static_assert(sizeof value == sizeof number);
        std::memcpy(&number, &value, sizeof number);
        return number < count;
    };
    if (schema == nullptr || name == nullptr || !known(type, treelog::kElementTypes) ||
        !known(kind, treelog::kKinds) || !known(role, treelog::kRoles) ||
        schema->schema.attributes.size() == treelog::kMaxAttributes)
        return -1;
    return guarded(-1, [&] {
        schema->offsets.resize(schema->schema.attributes.size() + 1); // never fewer than those
        schema->schema.attributes.push_back({.name = name,
                                             .type = static_cast<treelog::ElementType>(type),
                                             .kind = static_cast<treelog::Kind>(kind),
                                             .role = static_cast<treelog::Role>(role)});
        return static_cast<int>(schema->schema.attributes.size()) - 1;
    });
}

int treelog_set_null(treelog_schema* schema, int attribute, int64_t null_value) {
    auto* found = treelog::attribute_of(schema, attribute);
    if (found == nullptr) return -1;
    found->null_value = null_value;
    return 0;
}

int treelog_set_offset(treelog_schema* schema, int attribute, size_t offset) {
    if (treelog::attribute_of(schema, attribute) == nullptr) return -1;
    schema->offsets[static_cast<std::size_t>(attribute)] = offset;
    return 0;
}

void treelog_set_record_size(treelog_schema* schema, size_t size) {
    if (schema != nullptr) schema->record_size = size;
}

int treelog_set_help(treelog_schema* schema, int attribute, const char* help) {
    auto* found = treelog::attribute_of(schema, attribute);
    if (found == nullptr || help == nullptr) return -1;
    return guarded(-1, [&] {
        found->help = help;
        return 0;
    });
}

int treelog_add_constant(treelog_schema* schema, int attribute, const char* name, int64_t value) {
    const auto* found = treelog::attribute_of(schema, attribute);
    if (schema == nullptr || name == nullptr || (found == nullptr && attribute != -1)) return -1;
    return guarded(-1, [&] {
        schema->schema.constants.push_back(
            {.name = name, .value = value, .attribute = found == nullptr ? "" : found->name});
        return 0;
    });
}

int treelog_add_note(treelog_schema* schema, const char* name, const char* text) {
    if (schema == nullptr || name == nullptr || text == nullptr) return -1;
    return guarded(-1, [&] {
        schema->schema.notes.push_back({name, text});
        return 0;
    });
}

int treelog_declare_game(treelog_schema* schema, const char* game, const char* moves,
                         const char* root, int ply, char** message) {
    using namespace treelog;
    if (message != nullptr) *message = nullptr;
    auto* attribute = attribute_of(schema, ply);
    if (schema == nullptr || game == nullptr || (attribute == nullptr && ply != -1)) return -1;
    return guarded(-1, [&] {
        const auto declared = declare_game(schema->schema, game, moves, root);
        if (!declared) {
            tell(message, declared.error());
            return -1;
        }
        if (attribute != nullptr) attribute->role = Role::Ply;
        return 0;
    });
}

// --- the log -------------------------------------------------------------------------------------

void treelog_options_init(treelog_options* options) {
    if (options == nullptr) return;
    *options = treelog_options{};
    options->struct_size = sizeof *options;
    options->min_depth = INT32_MIN;
    options->max_level = -1;
    options->last_iteration = UINT32_MAX;
    options->sample_one_in = 1;
    options->sample_level = treelog::LogFilter{}.sample_level;
    options->until_milliseconds = INT64_MAX;
}

treelog_log* treelog_open(const char* path, const treelog_schema* schema,
                          const treelog_options* options, char** message) {
    if (message != nullptr) *message = nullptr;
    if (path == nullptr || schema == nullptr) return nullptr;
    treelog_options known;
    treelog_options_init(&known);
    if (options != nullptr) // an older program knows fewer of them
        std::memcpy(&known, options, std::min(options->struct_size, sizeof known));
    return guarded(static_cast<treelog_log*>(nullptr), [&]() -> treelog_log* {
        auto recorder = treelog::opened(path, *schema, known);
        if (!recorder) {
            treelog::tell(message, recorder.error());
            return nullptr;
        }
        auto log = std::make_unique<treelog_log>();
        log->recorder = std::move(*recorder);
        return log.release();
    });
}

int treelog_close(treelog_log* log, char** message) {
    if (message != nullptr) *message = nullptr;
    if (log == nullptr) return 0;
    const std::unique_ptr<treelog_log> owned(log);
    return guarded(-1, [&] {
        const auto closed = owned->recorder->close();
        if (!closed) treelog::tell(message, closed.error());
        return closed ? 0 : -1;
    });
}

char* treelog_failure(const treelog_log* log) {
    if (log == nullptr || !log->recorder->has_failed()) return nullptr;
    return guarded(static_cast<char*>(nullptr), [&]() -> char* {
        const auto failure = log->recorder->failure();
        return failure ? treelog::copied(failure->to_string()) : nullptr;
    });
}

void treelog_free_text(char* text) { std::free(text); }

size_t treelog_offset(const treelog_log* log, int attribute) {
    if (log == nullptr || attribute < 0) return 0;
    const auto place = static_cast<std::size_t>(attribute);
    if (place >= log->recorder->schema().attributes.size()) return 0;
    return log->recorder->layout().offset(place);
}

// --- streams and trees ---------------------------------------------------------------------------

treelog_stream* treelog_add_stream(treelog_log* log) {
    if (log == nullptr) return nullptr;
    return guarded(static_cast<treelog_stream*>(nullptr), [&] {
        treelog::Recorder& recorder = *log->recorder;
        auto stream = std::make_unique<treelog_stream>(
            treelog_stream{recorder.add_stream(), recorder, recorder.schema(), recorder.layout(),
                           !recorder.filter().needed_entry().empty()});
        const std::scoped_lock lock(log->mutex);
        log->streams.push_back(std::move(stream));
        return log->streams.back().get();
    });
}

void treelog_begin_tree(treelog_stream* stream, const treelog_mark* mark) {
    if (stream == nullptr) return;
    try {
        stream->stream.begin_tree(treelog::mark_of(mark == nullptr ? treelog_mark{} : *mark));
    } catch (const std::exception& thrown) {
        stream->stream.end_tree(); // what comes now is no part of the tree before
        stream->recorder.fail(thrown);
    }
}

void treelog_end_tree(treelog_stream* stream) {
    if (stream != nullptr) stream->stream.end_tree();
}

void treelog_abort_tree(treelog_stream* stream) {
    if (stream != nullptr) stream->stream.abort_tree();
}

treelog_link treelog_current_link(const treelog_stream* stream) {
    if (stream == nullptr) return treelog_link{};
    const treelog::TreeLink link = stream->stream.link();
    return treelog_link{link.stream, link.tree, link.node};
}

// --- nodes ---------------------------------------------------------------------------------------

void* treelog_enter(treelog_stream* stream) {
    if (stream == nullptr) return nullptr;
    if (stream->is_untold) [[unlikely]]
        treelog::refuse_plain_enter(*stream);
    return stream->stream.enter({});
}

void* treelog_enter_with(treelog_stream* stream, int32_t depth, int64_t move, uint64_t key) {
    return stream == nullptr ? nullptr
                             : stream->stream.enter({.depth = depth, .move = move, .key = key});
}

void* treelog_record(treelog_stream* stream) {
    return stream == nullptr ? nullptr : stream->stream.current();
}

void treelog_leave(treelog_stream* stream) {
    if (stream != nullptr) stream->stream.leave();
}

void treelog_leave_aborted(treelog_stream* stream) {
    if (stream != nullptr) stream->stream.leave_aborted();
}

void treelog_set(treelog_stream* stream, int attribute, int64_t value) {
    if (stream == nullptr || attribute < 0) return;
    const auto place = static_cast<std::size_t>(attribute);
    std::byte* record = stream->stream.current();
    if (record == nullptr || place >= stream->schema.attributes.size()) return;
    std::memcpy(record + stream->layout.offset(place), &value,
                treelog::width(stream->schema.attributes[place].type));
}

} // extern "C"
