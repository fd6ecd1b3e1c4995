#include "tools/gtq/log_opening.hpp"

#include <fmt/format.h>

namespace gtq {

std::string damage_text(const treelog::LogReader::Damage& damage) {
    std::string text;
    if (damage.any()) {
        text = fmt::format("{} chunks with {} nodes are lost, {} bytes cannot be read",
                           damage.lost_chunks, damage.lost_nodes, damage.lost_bytes);
        if (damage.index_rebuilt) text += ", the index was rebuilt";
    }
    if (damage.unfinished_trees == 0) return text;
    return fmt::format("{}{}{} unfinished", text, text.empty() ? "" : ", ",
                       damage.unfinished_trees == 1
                           ? "1 tree is"
                           : fmt::format("{} trees are", damage.unfinished_trees));
}

std::unique_ptr<treelog::LogReader> open_log(const std::string& path, Output& output) {
    auto reader = treelog::LogReader::open(path);
    if (!reader) {
        output.complain(reader.error());
        return nullptr;
    }
    const treelog::LogReader::Damage& damage = (*reader)->damage();
    if (!damage.is_complete())
        output.complain(path + ": " + damage_text(damage) +
                        (damage.is_repairable() ? "; see gtq repair" : ""));
    return std::move(*reader);
}

std::optional<gtql::Forest> open_forest(const treelog::TreeSource& source,
                                        const Arguments& arguments, Output& output) {
    auto forest = gtql::Forest::open(source, arguments.filter);
    if (!forest) {
        output.complain(forest.error());
        return std::nullopt;
    }
    if (forest->trees().empty() && !source.trees().empty()) {
        output.complain("the log has no such tree; gtq info lists them");
        return std::nullopt;
    }
    return std::move(*forest);
}

} // namespace gtq
