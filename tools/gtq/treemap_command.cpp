#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/chess_names.hpp"
#include "tools/gtq/log_opening.hpp"
#include "tools/gtq/tree_view.hpp"
#include "tools/gtq/treemap_page.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace gtq {

namespace {

using gtql::Row;

constexpr std::uint64_t kUsualTreemapNodes = 200'000;
/// Different values of a column up to which each has a colour of its own.
constexpr std::size_t kMostColours = 32;

/// A column as the page wants it: for each node the number of a name, or the number itself.
nlohmann::ordered_json column_json(const gtql::Forest& forest, std::size_t attribute,
                                   const std::vector<Row>& rows) {
    const auto moves = names_for(forest.schema());
    const gtql::ValueText texts(forest, *moves);
    const treelog::Attribute& about = forest.schema().attributes[attribute];
    const gtql::RowColumn& column = forest.attribute(attribute);
    std::map<std::int64_t, std::size_t> names;
    for (const Row row : rows)
        if (column.is_valid(row)) names.try_emplace(column.at(row), names.size());
    const bool is_number = about.kind == treelog::Kind::Integer;
    const bool is_named = !is_number;
    nlohmann::ordered_json json = {{"name", about.name},
                                   {"kind", std::string(to_string(about.kind))}};
    if (is_named) {
        std::vector<std::string> texts_of_names(names.size());
        for (const auto& [value, index] : names)
            texts_of_names[index] = texts.text(value, attribute);
        json["names"] = texts_of_names;
    }
    json["colours"] = names.size() <= kMostColours || is_number;
    auto values = nlohmann::ordered_json::array();
    for (const Row row : rows) {
        if (!column.is_valid(row))
            values.push_back(nullptr);
        else if (is_named)
            values.push_back(names[column.at(row)]);
        else
            values.push_back(column.at(row));
    }
    json["values"] = std::move(values);
    return json;
}

/// All attributes but keys, and which of them the page has to know.
void add_columns(const gtql::Forest& forest, const std::vector<Row>& rows,
                 nlohmann::ordered_json& json) {
    const auto move = forest.schema().find_role(treelog::Role::LastMove);
    const auto ply = forest.schema().find_role(treelog::Role::Ply);
    json["move"] = -1;
    json["ply"] = -1;
    json["columns"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < forest.schema().attributes.size(); ++i) {
        if (forest.schema().attributes[i].kind == treelog::Kind::Key) continue;
        if (i == move) json["move"] = json["columns"].size();
        if (i == ply) json["ply"] = json["columns"].size();
        json["columns"].push_back(column_json(forest, i, rows));
    }
}

/// From the root of the tree to where the page begins, without calls that are no moves.
nlohmann::ordered_json moves_above(const TreeView& view) {
    const gtql::Forest& forest = view.forest();
    const auto ply = forest.schema().find_role(treelog::Role::Ply);
    std::vector<std::string> moves;
    for (Row row = view.start(); forest.parents()[row] != gtql::kNoRow;
         row = forest.parents()[row]) {
        const Row parent = forest.parents()[row];
        const bool is_move =
            !ply || forest.attribute(*ply).at(row) != forest.attribute(*ply).at(parent);
        if (is_move) moves.push_back(view.move(row));
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

nlohmann::ordered_json tree_json(const TreeView& view, const std::vector<Row>& rows) {
    const gtql::Forest& forest = view.forest();
    std::map<Row, std::size_t> index;
    auto parents = nlohmann::ordered_json::array();
    auto sizes = nlohmann::ordered_json::array();
    auto ids = nlohmann::ordered_json::array();
    for (const Row row : rows) {
        const auto parent = index.find(forest.parents()[row]);
        parents.push_back(parent == index.end() ? -1 : static_cast<std::int64_t>(parent->second));
        sizes.push_back(forest.sizes()[row]);
        ids.push_back(forest.preorder(row));
        index.emplace(row, index.size());
    }
    const treelog::TreeInfo& tree = forest.source().trees()[view.tree().source_tree];
    nlohmann::ordered_json json = {
        {"label", gtql::root_label(forest.source(), view.tree().source_tree)},
        {"iteration", tree.mark.iteration},
        {"nodes", forest.sizes()[view.start()]}};
    json["parent"] = std::move(parents);
    json["size"] = std::move(sizes);
    json["id"] = std::move(ids);
    add_columns(forest, rows, json);
    json["chess"] = is_chess_log(forest.schema());
    json["way"] = moves_above(view);
    return json;
}

/// JSON as part of a script: no text of the log may end it, nor begin a comment in which the
/// script's own end would be lost. JSON has '<' nowhere but in texts.
std::string script_safe(std::string_view json) {
    std::string safe;
    for (const char c : json) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

} // namespace

Exit run_treemap(const Arguments& arguments, Output& output) {
    OpenForest log = open_forest(arguments.files[0], arguments, output);
    if (!log.is_open()) return Exit::InputOutput;
    const auto view = TreeView::make(*log.forest, arguments, output);
    if (!view) return Exit::InputOutput;
    const std::uint64_t most = arguments.max_nodes == 0 ? kUsualTreemapNodes : arguments.max_nodes;
    const std::vector<Row> rows = view->largest(most, UINT16_MAX);
    const std::string data =
        tree_json(*view, rows)
            .dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
    const auto written = output.write_file(arguments.output, treemap_page(script_safe(data)));
    if (!written) {
        output.complain(written.error());
        return Exit::InputOutput;
    }
    const std::uint64_t nodes = log.forest->sizes()[view->start()];
    if (arguments.format == OutputFormat::Json) {
        nlohmann::ordered_json json = report_json(arguments);
        json.update(log_json(log.path, log.reader->damage()));
        json["output"] = arguments.output;
        json["tree"] = view->tree().number;
        json["nodes"] = nodes;
        json["shown"] = rows.size();
        output.write(json_line(json, 2));
    } else {
        output.write(arguments.output + ": " + std::to_string(rows.size()) + " of " +
                     std::to_string(nodes) + " nodes\n");
    }
    return Exit::Done;
}

} // namespace gtq
