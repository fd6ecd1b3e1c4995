#include "tools/gtq/gtq_arguments.hpp"

#include "engine/base/file.hpp"
#include "engine/base/file_identity.hpp"
#include "engine/base/parse.hpp"
#include "engine/base/suggestion.hpp"
#include "tools/gtq/ready_queries.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace gtq {

namespace {

using Done = rata::Result<void>;

template <typename T, typename Target>
Done read_number(const std::string& value, T min, T max, Target& target) {
    const auto number = rata::parse_integer<T>(value, min, max);
    if (!number) return number.error();
    target = *number;
    return {};
}

// What most options do, by the member that they set; those of the filter lie one step deeper.

template <typename T>
T& member(Arguments& arguments, T Arguments::*place) {
    return arguments.*place;
}
template <typename T>
T& member(Arguments& arguments, T gtql::TreeFilter::*place) {
    return arguments.filter.*place;
}

template <auto Place>
Done set_flag(Arguments& arguments, const std::string&) {
    member(arguments, Place) = true;
    return {};
}

template <auto Place>
Done set_text(Arguments& arguments, const std::string& value) {
    member(arguments, Place) = value;
    return {};
}

template <auto Place, auto Min, decltype(Min) Max>
Done set_number(Arguments& arguments, const std::string& value) {
    return read_number(value, Min, Max, member(arguments, Place));
}

template <OutputFormat Format>
Done set_format(Arguments& arguments, const std::string&) {
    arguments.format = Format;
    return {};
}

Done add_query(Arguments& arguments, const std::string& value) {
    arguments.queries.push_back(value);
    return {};
}

Done read_iteration(Arguments& arguments, const std::string& value) {
    if (value == "last") {
        arguments.filter.of_search = treelog::IterationChoice::Last;
        return {};
    }
    if (value == "newest") {
        arguments.filter.of_search = treelog::IterationChoice::Newest;
        return {};
    }
    const auto number = rata::try_parse_integer<std::uint32_t>(value, 0, UINT32_MAX);
    if (!number)
        return rata::Error{rata::ErrorCode::Syntax,
                           "found " + rata::in_quotes(value) +
                               ", expected the number of an iteration, last or newest",
                           {}};
    arguments.filter.iteration = *number;
    return {};
}

Done read_profile(Arguments& arguments, const std::string& value) {
    arguments.profile = value;
    if (value == "small" || value == "fast") return {};
    return rata::Error{
        rata::ErrorCode::Range, "found " + rata::in_quotes(value) + ", expected small or fast", {}};
}

constexpr std::string_view kNodeCommands = "tree dot treemap";
/// Those that look at chosen trees; the others are about the whole file.
constexpr std::string_view kForestCommands =
    "query check diff explain repl export tree dot treemap";

constexpr std::array kOptions = {
    OptionRow{"-q", "QUERY", "ask this query instead of those of a file; may be repeated", "",
              add_query},
    OptionRow{"--json", "", "print JSON; export: lines of JSON",
              "query check diff info schema verify explain repair pack export tree treemap",
              set_format<OutputFormat::Json>},
    OptionRow{"--csv", "", "print comma separated values", "query", set_format<OutputFormat::Csv>},
    OptionRow{"--limit", "N",
              "show at most N rows of a query without a limit (tables and explain: 20; JSON, CSV "
              "and diff: all)",
              "", set_number<&Arguments::limit, std::uint64_t{0}, UINT64_MAX>},
    OptionRow{"--threads", "N", "threads to search the tree with (1)", "",
              set_number<&Arguments::threads, 1U, 512U>},
    OptionRow{"--memory", "MB",
              "megabytes that columns may take (4096); a log that needs more is read "
              "chunk by chunk, which not every query can be answered by",
              "", set_number<&Arguments::memory_mb, std::uint64_t{0}, (UINT64_MAX >> 20)>},
    OptionRow{"--tree", "N", "look at the Nth tree of the log only", kForestCommands,
              set_number<&gtql::TreeFilter::tree, std::uint32_t{1}, UINT32_MAX>},
    OptionRow{"--iteration", "N",
              "look at iteration N only; 'last' for the last complete one of each search, 'newest' "
              "for the last one, complete or not",
              kForestCommands, read_iteration},
    OptionRow{"--thread", "N", "look at the trees of search thread N only", kForestCommands,
              set_number<&gtql::TreeFilter::thread, std::uint32_t{0}, UINT32_MAX>},
    OptionRow{"--paper", "", "accept the language of 2008 only", "",
              set_flag<&Arguments::is_paper>},
    OptionRow{"--strict", "", "refuse a number where a truth is expected", "",
              set_flag<&Arguments::is_strict>},
    OptionRow{"--subtree-inclusive", "", "a node belongs to its own subtree", "",
              set_flag<&Arguments::subtree_inclusive>},
    OptionRow{"--no-statistics", "", "look at the nodes even if the chunks know the answer", "",
              set_flag<&Arguments::without_statistics>},
    OptionRow{"--repeat", "N", "ask N times, and tell the best time once columns are in memory",
              "explain", set_number<&Arguments::repeat, 1U, 1000000U>},
    OptionRow{"-o", "FILE", "write there instead of to standard output",
              "repair pack export dot treemap", set_text<&Arguments::output>},
    OptionRow{"--profile", "NAME", "small or fast", "pack", read_profile},
    OptionRow{"--columns", "LIST",
              "these attributes only, with commas between; $size and the like, and whatever else "
              "'show:' takes, are permitted",
              "export tree dot", set_text<&Arguments::columns>},
    OptionRow{"--path", "MOVES", "begin at the node that these moves lead to, as $path shows them",
              kNodeCommands, set_text<&Arguments::path>},
    OptionRow{"--id", "N", "begin at the node with this number", kNodeCommands,
              set_number<&Arguments::id, std::int64_t{1}, INT64_MAX>},
    OptionRow{"--depth", "N", "go down N levels (2)", "tree dot",
              set_number<&Arguments::depth, std::uint32_t{0}, std::uint32_t{10000}>},
    OptionRow{"--max-nodes", "N", "show at most N nodes, the largest subtrees first",
              "tree dot treemap", set_number<&Arguments::max_nodes, std::uint64_t{1}, UINT64_MAX>},
};

constexpr std::array kCommands = {
    CommandRow{CommandId::Query, "", "QUERIES.gtql TREE.gtf... | -q QUERY TREE.gtf...",
               "run queries"},
    CommandRow{CommandId::Check, "check", "QUERIES.gtql TREE.gtf...",
               "run queries and compare with what they expect; exit code 1 if one is not met, or a "
               "log is damaged"},
    CommandRow{CommandId::Diff, "diff", "QUERIES.gtql A.gtf B.gtf",
               "run queries on two logs and show what differs"},
    CommandRow{CommandId::Explain, "explain", "QUERIES.gtql TREE.gtf",
               "run queries and show how that was done"},
    CommandRow{CommandId::Repl, "repl", "TREE.gtf", "ask one query after the other"},
    CommandRow{CommandId::Info, "info", "TREE.gtf...", "trees, nodes and bytes of logs"},
    CommandRow{CommandId::Schema, "schema", "TREE.gtf...", "attributes and constants of logs"},
    CommandRow{CommandId::Verify, "verify", "TREE.gtf...",
               "check every byte; exit code 1 if something is damaged"},
    CommandRow{CommandId::Repair, "repair", "TREE.gtf -o OUT.gtf",
               "save what is whole of a damaged log"},
    CommandRow{CommandId::Pack, "pack", "TREE.gtf -o OUT.gtf --profile NAME",
               "write the log again, small or fast; OUT.gtf may be TREE.gtf"},
    CommandRow{CommandId::Export, "export", "TREE.gtf [-o OUT.csv | -o OUT.jsonl]",
               "all nodes as CSV or, if the file is called so, JSON lines"},
    CommandRow{CommandId::Tree, "tree", "TREE.gtf", "draw a part of a tree as text"},
    CommandRow{CommandId::Dot, "dot", "TREE.gtf [-o OUT.dot]",
               "a part of a tree as a drawing for graphviz"},
    CommandRow{CommandId::Treemap, "treemap", "TREE.gtf -o PAGE.html",
               "a whole tree as a page for a browser: area is nodes, click to go in"},
};

bool is_word_of(std::string_view words, std::string_view word) {
    rata::WordReader reader(words);
    while (const auto each = reader.next())
        if (*each == word) return true;
    return false;
}

rata::Error usage(std::string message) { return {rata::ErrorCode::Syntax, std::move(message), {}}; }

rata::Error unknown_option(const std::string& word) {
    std::vector<std::string> names = {"--help", "--version", "--man"};
    for (const OptionRow& option : kOptions) names.emplace_back(option.name);
    return usage("unknown option " + rata::in_quotes(word) + rata::did_you_mean(word, names));
}

/// Takes an option, and its value from the words if it has one.
Done take_option(const std::vector<std::string>& words, std::size_t& at, Arguments& arguments) {
    std::string name = words[at];
    std::optional<std::string> value;
    const std::size_t equals = name.find('=');
    if (name.starts_with("--") && equals != std::string::npos) {
        value = name.substr(equals + 1);
        name.resize(equals);
    }
    const auto option = std::find_if(kOptions.begin(), kOptions.end(),
                                     [&name](const OptionRow& each) { return each.name == name; });
    if (option == kOptions.end()) return unknown_option(name);
    if (!belongs_to(*option, arguments.command))
        return usage(name + " does not go with this command");
    if (option->value.empty()) {
        if (value) return usage(name + " takes no value");
        return option->assign(arguments, {});
    }
    if (!value) {
        if (++at == words.size()) return usage(name + " needs a value");
        value = words[at];
    }
    auto assigned = option->assign(arguments, *value);
    if (assigned) return assigned;
    return usage(name + ": " + assigned.error().message);
}

Done check_files(const Arguments& arguments) {
    const bool takes_queries =
        arguments.command == CommandId::Query || arguments.command == CommandId::Check ||
        arguments.command == CommandId::Diff || arguments.command == CommandId::Explain;
    const std::size_t logs = arguments.command == CommandId::Diff ? 2 : 1;
    const std::size_t query_files = takes_queries && arguments.queries.empty() ? 1 : 0;
    if (arguments.files.size() < query_files + logs)
        return usage("expected " + std::string(row_of(arguments.command).arguments));
    const bool takes_one =
        arguments.command >= CommandId::Repair && arguments.command != CommandId::Check;
    const bool is_one_too_many = takes_one && arguments.files.size() > query_files + logs;
    if (is_one_too_many)
        return usage("unexpected argument " + rata::in_quotes(arguments.files[query_files + logs]));
    const bool needs_output = arguments.command == CommandId::Repair ||
                              arguments.command == CommandId::Pack ||
                              arguments.command == CommandId::Treemap;
    if (needs_output && arguments.output.empty()) return usage("expected -o with a file");
    if (arguments.command == CommandId::Pack && arguments.profile.empty())
        return usage("expected --profile small or --profile fast");
    if (arguments.command == CommandId::Export && arguments.output.ends_with(".parquet"))
        return usage(
            "there is no Parquet, only CSV and JSON lines; DuckDB reads both and writes it");
    return {};
}

bool is_there(const std::string& path) {
    std::error_code unknown;
    return std::filesystem::exists(path, unknown);
}

/// A command that was mistyped is taken for the file of queries that stands there without one.
Done check_command(const Arguments& arguments) {
    if (arguments.command != CommandId::Query || arguments.files.empty() ||
        !arguments.queries.empty())
        return {};
    const std::string& word = arguments.files.front();
    const bool is_name = word.find_first_of("./") == std::string::npos;
    if (!is_name || word == rata::kStandardInput || is_there(word)) return {};
    const std::vector<std::string> ready = query_names(ready_queries_folder());
    if (std::find(ready.begin(), ready.end(), word) != ready.end()) return {};
    std::vector<std::string> names;
    for (const CommandRow& row : kCommands)
        if (!row.word.empty()) names.emplace_back(row.word);
    const auto nearest = rata::nearest_name(word, names);
    if (!nearest) return {}; // who reads queries says which there are
    return usage("there is no command or file " + rata::in_quotes(word) + "; did you mean " +
                 rata::in_quotes(*nearest) + "?");
}

/// Drawings and exports would destroy the log that they are made of. Packing and repairing replace
/// theirs in one step, when the new one is whole.
Done check_output(const Arguments& arguments) {
    if (arguments.command == CommandId::Pack || arguments.command == CommandId::Repair) return {};
    std::vector<rata::FileUse> uses = {{"-o", arguments.output, rata::FileUse::Mode::Written}};
    for (const std::string& file : arguments.files) uses.push_back({"the log", file});
    if (const auto checked = rata::check_file_uses(uses); !checked)
        return usage(checked.error().to_string());
    return {};
}

} // namespace

std::span<const OptionRow> option_rows() { return kOptions; }
std::span<const CommandRow> command_rows() { return kCommands; }

const CommandRow& row_of(CommandId id) {
    return *std::find_if(kCommands.begin(), kCommands.end(),
                         [id](const CommandRow& row) { return row.id == id; });
}

bool belongs_to(const OptionRow& option, CommandId command) {
    const std::string_view word = command == CommandId::Query ? "query" : row_of(command).word;
    return is_word_of(option.commands.empty() ? "query check diff explain repl" : option.commands,
                      word);
}

rata::Result<Arguments> parse_arguments(const std::vector<std::string>& words) {
    Arguments arguments;
    std::size_t at = 0;
    for (const CommandRow& row : kCommands)
        if (at == 0 && !words.empty() && !row.word.empty() && words[0] == row.word) {
            arguments.command = row.id;
            ++at;
        }
    bool only_files = false;
    for (; at < words.size(); ++at) {
        const std::string& word = words[at];
        if (!only_files && (word == "--help" || word == "-h")) {
            arguments.wants_help = true;
        } else if (!only_files && word == "--version") {
            arguments.wants_version = true;
        } else if (!only_files && word == "--man") {
            arguments.wants_man_page = true;
        } else if (!only_files && word == "--") {
            only_files = true;
        } else if (!only_files && word.size() > 1 && word[0] == '-') {
            const auto taken = take_option(words, at, arguments);
            if (taken) continue;
            const auto checked = check_command(arguments); // the options of which are unknown, too
            return checked ? taken.error() : checked.error();
        } else {
            arguments.files.push_back(word);
        }
    }
    if (arguments.wants_help || arguments.wants_version || arguments.wants_man_page)
        return arguments;
    if (words.empty()) return usage("expected queries and a log");
    if (const auto checked = check_command(arguments); !checked) return checked.error();
    if (const auto checked = check_files(arguments); !checked) return checked.error();
    if (const auto checked = check_output(arguments); !checked) return checked.error();
    return arguments;
}

} // namespace gtq
