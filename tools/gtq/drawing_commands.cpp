// Parts of trees as text and as drawings for graphviz.
#include "tools/gtq/answer_print.hpp"
#include "tools/gtq/log_opening.hpp"
#include "tools/gtq/tree_view.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace gtq {

namespace {

using gtql::Row;

constexpr std::uint32_t kUsualDepth = 2;
constexpr std::uint64_t kUsualNodes = 200;

std::string node_line(const TreeView& view, Row row) {
    return fmt::format("{}  #{} {} nodes  {}", view.move_name(row), view.forest().preorder(row),
                       view.forest().sizes()[row], view.values(row));
}

/// The node's children that are shown, and how many are not.
void add_children(const TreeView& view, Row row, const std::set<Row>& shown, std::uint32_t deepest,
                  std::string& text, const std::string& indent = "") {
    if (view.forest().levels()[row] >= deepest) return;
    const std::vector<Row> all = view.children(row);
    std::vector<Row> kept;
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
                 [&shown](Row child) { return shown.contains(child); });
    const std::size_t hidden = all.size() - kept.size();
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const bool is_last = i + 1 == kept.size() && hidden == 0;
        text += indent + (is_last ? "└─ " : "├─ ") + node_line(view, kept[i]) + '\n';
        add_children(view, kept[i], shown, deepest, text, indent + (is_last ? "   " : "│  "));
    }
    if (hidden > 0) text += fmt::format("{}└─ ... {} more\n", indent, hidden);
}

/// The same as JSON.
nlohmann::ordered_json node_json(const TreeView& view, Row row, const std::set<Row>& shown,
                                 std::uint32_t deepest) {
    nlohmann::ordered_json json = {{"id", view.forest().preorder(row)},
                                   {"move", view.move_name(row)},
                                   {"nodes", view.forest().sizes()[row]}};
    json["values"] = nlohmann::ordered_json::object();
    for (const NamedValue& each : view.named_values(row)) json["values"][each.name] = each.value;
    if (view.forest().levels()[row] >= deepest) return json;
    json["children"] = nlohmann::ordered_json::array();
    std::size_t hidden = 0;
    for (const Row child : view.children(row)) {
        if (shown.contains(child))
            json["children"].push_back(node_json(view, child, shown, deepest));
        else
            ++hidden;
    }
    json["hidden"] = hidden;
    return json;
}

std::string dot_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string dot_text(const TreeView& view, const std::vector<Row>& rows) {
    std::string text = "digraph tree {\n  node [shape=box, fontname=\"monospace\", fontsize=9];\n";
    const std::set<Row> shown(rows.begin(), rows.end());
    for (const Row row : rows) {
        std::string lines;
        for (const NamedValue& each : view.named_values(row))
            lines += (lines.empty() ? "" : "\\n") + dot_escaped(each.name + "=" + each.text);
        text += fmt::format("  n{} [label=\"{}  #{}\\n{} nodes\\n{}\"];\n", row,
                            dot_escaped(view.move_name(row)), view.forest().preorder(row),
                            view.forest().sizes()[row], lines);
        const Row parent = view.forest().parents()[row];
        if (parent != gtql::kNoRow && shown.contains(parent))
            text += fmt::format("  n{} -> n{};\n", parent, row);
    }
    return text + "}\n";
}

struct Drawing {
    OpenForest log{};
    std::optional<TreeView> view{};
};

/// The view borrows from the rest, so it is made where everything stays.
bool open_drawing(const Arguments& arguments, Output& output, Drawing& drawing) {
    drawing.log = open_forest(arguments.files[0], arguments, output);
    if (!drawing.log.is_open()) return false;
    drawing.view = TreeView::make(*drawing.log.forest, arguments, output);
    return drawing.view.has_value();
}

std::vector<Row> drawn_rows(const Arguments& arguments, const TreeView& view) {
    return view.largest(arguments.max_nodes == 0 ? kUsualNodes : arguments.max_nodes,
                        arguments.depth.value_or(kUsualDepth));
}

} // namespace

Exit run_tree(const Arguments& arguments, Output& output) {
    Drawing drawing;
    if (!open_drawing(arguments, output, drawing)) return Exit::InputOutput;
    const TreeView& view = *drawing.view;
    const std::vector<Row> rows = drawn_rows(arguments, view);
    // What lies below the depth is not counted as hidden: the sizes tell.
    const std::uint32_t deepest =
        view.forest().levels()[view.start()] + arguments.depth.value_or(kUsualDepth);
    const std::set<Row> shown(rows.begin(), rows.end());
    if (arguments.format == OutputFormat::Json) {
        nlohmann::ordered_json json = report_json(arguments);
        json.update(log_json(drawing.log.path, drawing.log.reader->damage()));
        json["tree"] = view.tree().number;
        json["root"] = node_json(view, view.start(), shown, deepest);
        output.write(json_line(json, 2));
        return Exit::Done;
    }
    std::string text = node_line(view, view.start()) + '\n';
    add_children(view, view.start(), shown, deepest, text);
    output.write(text);
    return Exit::Done;
}

Exit run_dot(const Arguments& arguments, Output& output) {
    Drawing drawing;
    if (!open_drawing(arguments, output, drawing)) return Exit::InputOutput;
    const std::string text = dot_text(*drawing.view, drawn_rows(arguments, *drawing.view));
    if (arguments.output.empty()) {
        output.write(text);
        return Exit::Done;
    }
    const auto written = output.write_file(arguments.output, text);
    if (written) return Exit::Done;
    output.complain(written.error());
    return Exit::InputOutput;
}

} // namespace gtq
