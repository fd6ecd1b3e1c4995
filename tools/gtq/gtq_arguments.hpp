// The command line of gtq: a command (or none, which means to run queries), files and options, read
// into one plain struct. Says what is wrong; does nothing.
#pragma once

#include "engine/base/result.hpp"
#include "logging/gtql/forest.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gtq {

enum class CommandId {
    Query, ///< no word of its own
    Info,
    Schema,
    Verify,
    Repair,
    Pack,
    Export,
    Diff,
    Check,
    Explain,
    Repl,
    Tree,
    Dot,
    Treemap,
};

enum class OutputFormat { Table, Json, Csv };

struct Arguments {
    CommandId command = CommandId::Query;
    std::vector<std::string> files{};   ///< as given, query file included
    std::vector<std::string> queries{}; ///< texts of -q
    OutputFormat format = OutputFormat::Table;
    bool wants_help = false;
    bool wants_version = false;
    bool wants_man_page = false;
    bool is_paper = false;
    bool is_strict = false;
    bool subtree_inclusive = false;
    bool without_statistics = false;
    unsigned threads = 1;
    std::uint64_t memory_mb = 4096;
    unsigned repeat = 1; ///< of explain
    std::optional<std::uint64_t> limit{};
    gtql::TreeFilter filter{};
    std::string output{};  ///< of -o
    std::string profile{}; ///< of pack
    std::string path{};    ///< of tree and dot: moves from the root, with dots between
    std::optional<std::int64_t> id{};
    std::optional<std::uint32_t> depth{};
    std::string columns{}; ///< of export, with commas between
    std::uint64_t max_nodes = 0;
};

struct OptionRow {
    std::string_view name;
    std::string_view value; ///< what it is called in help; empty if there is none
    std::string_view help;
    std::string_view
        commands; ///< words of the commands it belongs to; empty for those with queries
    /// Refuses a value that does not fit.
    rata::Result<void> (*assign)(Arguments& arguments, const std::string& value);
};

struct CommandRow {
    CommandId id;
    std::string_view word;
    std::string_view arguments;
    std::string_view help;
};

[[nodiscard]] std::span<const OptionRow> option_rows();
[[nodiscard]] std::span<const CommandRow> command_rows();
[[nodiscard]] const CommandRow& row_of(CommandId id);
[[nodiscard]] bool belongs_to(const OptionRow& option, CommandId command);

/// The words without the name of the program.
[[nodiscard]] rata::Result<Arguments> parse_arguments(const std::vector<std::string>& words);

} // namespace gtq
