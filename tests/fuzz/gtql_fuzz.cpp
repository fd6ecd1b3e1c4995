// Query files of any bytes: no crash; an error has a place in the text; what is accepted is printed
// and read again as the same; and what binds runs on a small tree without harm, by every plan.
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "logging/treelog/memory_log.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace gtql;

void require(bool law) {
    if (!law) std::abort();
}

treelog::Schema small_schema() {
    treelog::Schema schema;
    schema.attributes = {
        {"type", treelog::ElementType::U8, treelog::Kind::Enum, treelog::Role::None, {}, {}},
        {"value", treelog::ElementType::I16, treelog::Kind::Integer, treelog::Role::None, -1, {}},
        {"key", treelog::ElementType::U64, treelog::Kind::Key, treelog::Role::Key, {}, {}},
        {"last_move",
         treelog::ElementType::U16,
         treelog::Kind::Move,
         treelog::Role::LastMove,
         {},
         {}},
    };
    schema.constants = {{"PVNode", 1, "type"}};
    return schema;
}

/// A root with three children, the second of which has two.
const treelog::MemoryLog& small_log() {
    static const auto log = [] {
        auto made = std::make_unique<treelog::MemoryLog>(small_schema());
        made->begin_tree({});
        constexpr std::uint16_t kLevels[] = {1, 2, 2, 1, 1, 0};
        for (std::size_t i = 0; i < std::size(kLevels); ++i) {
            const auto number = static_cast<std::int64_t>(i);
            const std::optional<std::int64_t> values[] = {number % 3, number - 2, number % 4, i};
            treelog::NodeHead head;
            head.level = kLevels[i];
            made->add(head, values);
        }
        made->end_tree();
        made->finish();
        return made;
    }();
    return *log;
}

void run(const std::vector<BoundQuery>& queries) {
    std::optional<std::uint64_t> count;
    for (const Strategy strategy :
         {Strategy::Automatic, Strategy::Visit, Strategy::Bits, Strategy::Sweep}) {
        auto forest = Forest::open(small_log());
        require(forest.ok());
        RunOptions options;
        options.strategy = strategy;
        options.use_statistics = strategy == Strategy::Automatic;
        const auto results = execute(*forest, queries, options);
        require(results.ok() && results->size() == 1);
        require(!count || *count == results->front().count);
        count = results->front().count;
    }
}

void check_query(const Query& query, std::string_view text) {
    const std::string printed = to_text(query);
    const auto again = parse_query(printed);
    require(again.ok() && to_text(*again) == printed);
    std::vector<Warning> warnings;
    auto bound = bind({query, text, small_log().schema(), {}}, warnings);
    if (!bound) return;
    std::vector<BoundQuery> queries;
    queries.push_back(std::move(*bound));
    run(queries);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const ParsedFile file = parse_queries(text);
    for (const rata::Error& error : file.errors) {
        require(!error.message.empty() && error.where.byte <= size);
        require(!render_error(text, error).empty());
    }
    if (file.errors.empty())
        for (const Query& query : file.queries) check_query(query, text);
    static_cast<void>(parse_queries(text, Dialect::Paper));
    return 0;
}
