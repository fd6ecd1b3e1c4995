#include "tools/gtq/ready_queries.hpp"

#include "engine/base/file.hpp"
#include "engine/base/own_program.hpp"

#include <algorithm>

namespace gtq {

namespace {

constexpr std::string_view kEnding = ".gtql";

/// Whether it could be the name of ready queries, and is no path.
bool is_plain_name(std::string_view path) {
    return !path.empty() && path.find('/') == std::string_view::npos;
}

} // namespace

std::filesystem::path ready_queries_folder() {
    const auto program = rata::own_program();
    if (!program) return {};
    return (program->parent_path() / GTQ_QUERIES_FROM_PROGRAM).lexically_normal();
}

std::vector<std::string> query_names(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (entry->path().extension() == kEnding) names.push_back(entry->path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

rata::Result<std::string> read_queries(const std::string& path) {
    auto text = rata::read_file(path);
    std::error_code ignored;
    if (text || !is_plain_name(path) || std::filesystem::exists(path, ignored)) return text;
    const std::filesystem::path folder = ready_queries_folder();
    const std::vector<std::string> names = query_names(folder);
    const std::string name =
        path.ends_with(kEnding) ? path.substr(0, path.size() - kEnding.size()) : path;
    if (std::find(names.begin(), names.end(), name) != names.end())
        return rata::read_file((folder / (name + std::string(kEnding))).string());
    if (names.empty()) return text;
    rata::Error error = text.error();
    error.message += "; the ready queries in " + folder.string() + " are";
    for (const std::string& each : names)
        error.message += (&each == names.data() ? " " : ", ") + each;
    return error;
}

} // namespace gtq
