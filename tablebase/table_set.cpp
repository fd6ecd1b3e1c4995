#include "tablebase/table_set.hpp"

#include "engine/base/parse.hpp"
#include "tablebase/own/three_men.hpp"

#include <algorithm>

namespace rata {

Result<std::unique_ptr<TableSet>> TableSet::of_any_kind(const std::string& path) {
    TablePaths paths;
    for (const auto& folder : folders_of(path))
        if (paths.own.empty() && OwnTables(folder).usable() > 0) paths.own = folder.string();
    if (!SyzygyFiles::in(path).endings.empty()) paths.syzygy = path;
    auto tables = std::make_unique<TableSet>();
    std::string remarks;
    for (const std::string& remark : tables->use(paths)) remarks += "; " + remark;
    if (tables->most_men() == 0)
        return Error{.code = ErrorCode::NotFound,
                     .message = "no endgame tables in " + in_quotes(path) + remarks,
                     .where = {}};
    tables->prepare_three_men();
    return tables;
}

std::vector<std::string> TableSet::use(const TablePaths& paths) {
    std::vector<std::string> remarks;
    if (paths.own != paths_.own) {
        paths_.own = paths.own;
        const std::string remark = use_own();
        if (!remark.empty()) remarks.push_back(remark);
    }
    if (paths.syzygy != paths_.syzygy) {
        const std::string remark = use_syzygy(paths.syzygy);
        if (!remark.empty()) remarks.push_back("Syzygy: " + remark);
    }
    return remarks;
}

std::string TableSet::use_own() {
    using Folder = std::optional<std::filesystem::path>;
    own_ = std::make_unique<OwnTables>(paths_.own.empty() ? Folder() : Folder(paths_.own));
    if (paths_.own.empty()) return {};
    if (own_->found().empty()) return "no endgame tables in " + in_quotes(paths_.own);
    const auto damaged = std::find_if(own_->found().begin(), own_->found().end(),
                                      [](const auto& each) { return each.damage.has_value(); });
    std::string remark = std::to_string(own_->usable()) + " endgame tables";
    if (own_->most_men() > 0) remark += " of up to " + std::to_string(own_->most_men()) + " men";
    if (damaged != own_->found().end())
        remark += "; " + std::to_string(own_->found().size() - own_->usable()) +
                  " damaged: " + damaged->damage->to_string();
    return remark;
}

std::string TableSet::use_syzygy(const std::string& path) {
    if (path.empty()) {
        paths_.syzygy.clear();
        syzygy_.reset();
        return {};
    }
    const bool had_tables = syzygy_ != nullptr;
    syzygy_.reset(); // while anybody holds tables, the library takes no other path
    auto opened = SyzygyTables::open(path);
    if (!opened && opened.error().code == ErrorCode::Unsupported && had_tables) {
        if (auto before = SyzygyTables::open(paths_.syzygy)) {
            syzygy_ = *before;
            return opened.error().to_string();
        }
    }
    paths_.syzygy = path;
    syzygy_ = opened ? *opened : nullptr;
    return opened ? syzygy_->summary() : opened.error().to_string();
}

std::shared_ptr<const SolvedTable> TableSet::three_men(const EndingClass& ending, Haste haste) {
    for (const auto& table : three_men_)
        if (table->ending == ending) return table;
    auto table = haste == Haste::None ? three_men_table(ending) : solved_three_men_table(ending);
    if (table) three_men_.push_back(table);
    return table;
}

void TableSet::prepare_three_men(const Position& root, Haste haste) {
    own_->remove_added();
    if (root.pieces().count() > kMenNearTables) return;
    bool all_there = true;
    for (const EndingClass& ending : EndingClass::all_of(3)) {
        if (own_->has(ending) || !may_become(root.material(), ending.material())) continue;
        if (auto table = three_men(ending, haste))
            own_->add(std::move(table));
        else
            all_there = false;
    }
    if (all_there || maker_.joinable()) return;
    maker_ = std::jthread([] {
        for (const EndingClass& ending : EndingClass::all_of(3))
            static_cast<void>(three_men_table(ending));
    });
}

std::optional<TableFacts> TableSet::probe(const Position& position, TableQuestion question) const {
    if (auto facts = own_->probe(position, question)) return facts;
    if (!syzygy_ || question == TableQuestion::QuickVerdict) return std::nullopt;
    if (position.pieces().count() > syzygy_limit_) return std::nullopt;
    return syzygy_->probe(position, question);
}

int TableSet::most_men() const {
    return std::max(own_->most_men(), syzygy_ ? std::min(syzygy_->most_men(), syzygy_limit_) : 0);
}

} // namespace rata
