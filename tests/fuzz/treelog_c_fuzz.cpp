// The C interface of the tree log, called in any order with any arguments it permits. Laws: nothing
// crashes, and what was logged can be read.
#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/treelog.h"

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

/// Small numbers from the input, 0 when it is used up.
class Choices {
public:
    Choices(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
    std::uint8_t next() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }
    [[nodiscard]] bool empty() const { return left_ == 0; }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

void require(bool law) {
    if (!law) std::abort();
}

treelog_schema* choose_schema(Choices& choices) {
    treelog_schema* schema = treelog_schema_new();
    const int attributes = choices.next() % 6;
    for (int i = 0; i < attributes; ++i) {
        const std::string name(1 + choices.next() % 2, static_cast<char>('a' + i));
        treelog_add_attribute(schema, name.c_str(), static_cast<treelog_type>(choices.next() % 8),
                              static_cast<treelog_kind>(choices.next() % 5),
                              static_cast<treelog_role>(choices.next() % 16));
        if (choices.next() % 2 == 0) treelog_set_null(schema, i, choices.next() - 128);
        if (choices.next() % 8 == 0) treelog_set_offset(schema, i, choices.next() % 64);
    }
    treelog_set_record_size(schema, choices.next());
    treelog_add_constant(schema, choices.next() % 8 - 1, "Constant", choices.next());
    treelog_add_note(schema, "note", "text");
    constexpr const char* kMoves[] = {nullptr, "fields 8 8", "fields 3 3 to 0 4 pass 9", "fields"};
    treelog_declare_game(schema, "game", kMoves[choices.next() % 4], nullptr,
                         choices.next() % 8 - 1, nullptr);
    return schema;
}

treelog_options choose_options(Choices& choices) {
    treelog_options options;
    treelog_options_init(&options);
    const std::uint8_t which = choices.next();
    options.profile = which % 2 == 0 ? TREELOG_FAST : TREELOG_SMALL;
    options.overflow = which % 3 == 0 ? TREELOG_DROP_SUBTREE : TREELOG_BLOCK;
    if ((which & 8) != 0) options.min_depth = choices.next() % 8;
    if ((which & 16) != 0) options.max_level = choices.next() % 8;
    if ((which & 32) != 0) options.sample_one_in = choices.next();
    if ((which & 64) != 0) options.max_bytes = choices.next() * 64U;
    return options;
}

void act(treelog_stream* stream, Choices& choices) {
    const std::uint8_t what = choices.next();
    switch (what % 10) {
    case 0: treelog_begin_tree(stream, nullptr); break;
    case 1: treelog_end_tree(stream); break;
    case 2: treelog_abort_tree(stream); break;
    case 3: treelog_leave_aborted(stream); break;
    case 4: treelog_enter(stream); break;
    case 5:
    case 6: treelog_enter_with(stream, what / 16, choices.next() % 4, choices.next()); break;
    case 7: treelog_set(stream, choices.next() % 8 - 1, choices.next() - 128); break;
    default: treelog_leave(stream); break;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string path =
        (std::filesystem::temp_directory_path() / "treelog_c_fuzz.gtf").string();
    Choices choices(data, size);
    treelog_schema* schema = choose_schema(choices);
    const treelog_options options = choose_options(choices);
    treelog_log* log = treelog_open(path.c_str(), schema, &options, nullptr);
    treelog_schema_free(schema);
    treelog_stream* stream = treelog_add_stream(log);
    while (!choices.empty()) act(stream, choices);
    treelog_close(log, nullptr);
    if (log == nullptr) return 0;
    const auto reader = treelog::LogReader::open(path);
    if (options.max_bytes == 0) require(reader.ok() && !(*reader)->verify().any());
    return 0;
}
