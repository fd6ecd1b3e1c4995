#include "tablebase/syzygy/syzygy_tables.hpp"

#include "engine/base/parse.hpp"
#include "engine/base/rng.hpp"
#include "engine/base/trial_run.hpp"
#include "engine/rules/movegen.hpp"
#include "tablebase/syzygy/fathom.hpp"

#include <algorithm>

namespace rata {

namespace {

/// Positions of each ending that the child asks. Not even so many find every byte that is fatal, so
/// this is for files only that would take too long to read.
constexpr int kVerdictTrials = 1000;
constexpr int kZeroingTrials = 50;
/// What the child may take for all of them. Those it does not come to are believed: on a disk that
/// slow they are many and large, and GUIs wait.
constexpr milliseconds kTrialTime{1500};
/// How long files are read at most, on whatever disk.
constexpr milliseconds kCheckTime{5000};
/// Files that kill the child, after which nothing more is believed.
constexpr int kMostDeaths = 8;

/// Damaged files that are named; of more it is said that there are others.
constexpr std::size_t kMostNamed = 3;

/// One path at a time for the whole process, because the library has one state for it.
struct LibraryUse {
    std::mutex mutex{};
    std::string path{};
    std::shared_ptr<const SyzygyTables> tables{};
};

LibraryUse& library_use() {
    static LibraryUse use;
    return use;
}

Error path_error(ErrorCode code, std::string message) {
    return Error{.code = code, .message = std::move(message), .where = {}};
}

Material mirrored(const Material& material) {
    Material exchanged;
    for (const Piece piece : kPieces)
        for (int i = 0; i < material.count(piece); ++i)
            exchanged.add(make_piece(~color_of(piece), type_of(piece)));
    return exchanged;
}

std::vector<Piece> men_of(const Material& material) {
    std::vector<Piece> men{Piece::WhiteKing, Piece::BlackKing};
    for (const Piece piece : kPieces)
        if (type_of(piece) != PieceType::King) men.insert(men.end(), material.count(piece), piece);
    return men;
}

/// A legal position in which nothing can be captured, so that asking about it asks its own table.
Position quiet_position(const Material& material, Rng& rng) {
    const std::vector<Piece> men = men_of(material);
    for (;;) {
        Setup setup;
        setup.side_to_move = kColors[rng.below(2)];
        std::size_t placed = 0;
        for (const Piece man : men) {
            const bool pawn = type_of(man) == PieceType::Pawn;
            const Square square =
                square_at(static_cast<unsigned>(pawn ? 8 + rng.below(48) : rng.below(64)));
            placed += setup.board[square] == Piece::None ? 1 : 0;
            setup.board[square] = man;
        }
        if (placed != men.size()) continue;
        const auto position = Position::from_setup(setup);
        if (!position || !has_legal_move(*position)) continue;
        MoveList noisy;
        generate<MoveSet::Noisy>(*position, noisy);
        if (std::none_of(noisy.begin(), noisy.end(),
                         [&](Move move) { return position->is_capture(move); }))
            return *position;
    }
}

/// Any answer will do, as long as the library comes back with one.
void try_verdicts(const SyzygyEnding& ending) {
    Rng rng(ending.material.bits());
    for (int i = 0; i < kVerdictTrials; ++i)
        static_cast<void>(fathom::verdict_of(quiet_position(ending.material, rng)));
}
void try_zeroing(const SyzygyEnding& ending) {
    Rng rng(ending.material.bits());
    for (int i = 0; i < kZeroingTrials; ++i)
        static_cast<void>(fathom::facts_of(quiet_position(ending.material, rng)));
}

std::string count_text(std::size_t count, const std::string& what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

} // namespace

Result<std::shared_ptr<const SyzygyTables>> SyzygyTables::open(const std::string& path,
                                                               std::uintmax_t most_checked) {
    if (!fathom::is_linked())
        return path_error(ErrorCode::Unsupported,
                          "this program was built without libfathom and reads no Syzygy tables");
    LibraryUse& use = library_use();
    const std::scoped_lock lock(use.mutex);
    const bool is_used_elsewhere = use.tables.use_count() > 1;
    if (is_used_elsewhere && use.path != path)
        return path_error(ErrorCode::Unsupported,
                          "the tables of " + in_quotes(use.path) +
                              " are in use by another engine of this process, and the library "
                              "takes one path at a time");
    SyzygyFiles found = SyzygyFiles::in(path);
    if (use.tables && use.path == path &&
        (is_used_elsewhere || use.tables->files_.paths() == found.paths()))
        return use.tables;
    const std::shared_ptr<SyzygyTables> tables(new SyzygyTables(std::move(found)));
    const Stopwatch watch;
    tables->files_.check(most_checked,
                         [&watch](std::uintmax_t) { return watch.elapsed_ms() < kCheckTime; });
    if (auto tried = tables->try_out(path); !tried) return tried.error();
    tables->choose_sources();
    if (tables->sources_.empty())
        return path_error(ErrorCode::NotFound,
                          "no tables in " + in_quotes(path) + ": " + tables->summary());
    static_cast<void>(fathom::open(path));
    use.path = path;
    use.tables = tables;
    return use.tables;
}

/// Whether an ending may be asked who wins, and for the plies to zeroing.
SyzygyTables::Trust SyzygyTables::trust_in(const SyzygyEnding& ending) const {
    Trust trust{ending.verdicts.has_value(), ending.verdicts && ending.zeroing};
    for (const DamagedSyzygyFile& file : files_.damaged) {
        if (!may_become(ending.material, file.material)) continue;
        trust.zeroing = false;
        if (file.kind == SyzygyKind::Verdicts) trust.verdicts = false;
    }
    return trust;
}

/// Asks every ending with unchecked files in a child, in an order in which no table is blamed for
/// those that it leads to. The child tells which question it is at.
Result<void> SyzygyTables::try_out(const std::string& path) {
    struct Question {
        SyzygyEnding* ending;
        SyzygyKind kind;
    };
    std::vector<Question> questions;
    for (SyzygyEnding& ending : files_.endings)
        for (const SyzygyKind kind : kSyzygyKinds)
            if (ending.file(kind) && !ending.file(kind)->is_checked)
                questions.push_back({&ending, kind});
    const Stopwatch watch;
    std::size_t next = 0;
    for (int deaths = 0; next < questions.size(); ++deaths) {
        const auto work = [&](std::atomic<std::uint32_t>& reached) {
            static_cast<void>(fathom::open(path));
            for (std::size_t i = next; i < questions.size(); ++i) {
                reached = static_cast<std::uint32_t>(i);
                const auto& [ending, kind] = questions[i];
                const Trust trust = trust_in(*ending);
                if (kind == SyzygyKind::Verdicts && trust.verdicts) try_verdicts(*ending);
                if (kind == SyzygyKind::Zeroing && trust.zeroing) try_zeroing(*ending);
            }
        };
        const auto left = kTrialTime - watch.elapsed_ms();
        if (left <= milliseconds(0)) return {};
        const auto run = try_in_child(work, left);
        if (!run) return run.error();
        if (run->outcome != TrialRun::Outcome::Died) return {};
        next = std::max<std::size_t>(run->reached, next);
        const auto reject_next = [&](std::string reason) {
            files_.reject(*questions[next].ending, questions[next].kind, std::move(reason));
            ++next;
        };
        reject_next("the library dies of it");
        while (deaths == kMostDeaths && next < questions.size())
            reject_next("too many others are damaged");
    }
    return {};
}

void SyzygyTables::choose_sources() {
    is_ending_loaded_.resize(files_.endings.size());
    for (std::size_t i = 0; i < files_.endings.size(); ++i) {
        const SyzygyEnding& ending = files_.endings[i];
        const Trust trust = trust_in(ending);
        if (!trust.verdicts) continue;
        const auto source = std::make_shared<Source>();
        source->ending = i;
        source->has_zeroing = trust.zeroing;
        sources_[ending.material.bits()] = source;
        sources_[mirrored(ending.material).bits()] = source;
        most_men_ = std::max(most_men_, ending.men);
    }
}

/// Under the lock: makes the library map every table that asking about the ending may touch.
void SyzygyTables::load(const Source& source) const {
    const std::scoped_lock lock(library_);
    const Material& material = files_.endings[source.ending].material;
    for (std::size_t i = 0; i <= source.ending; ++i) {
        const SyzygyEnding& ending = files_.endings[i];
        if (is_ending_loaded_[i] || !sources_.contains(ending.material.bits())) continue;
        if (!may_become(material, ending.material)) continue;
        Rng rng(i);
        static_cast<void>(fathom::verdict_of(quiet_position(ending.material, rng)));
        is_ending_loaded_[i] = true;
    }
    source.is_loaded.store(true, std::memory_order_release);
}

std::optional<TableFacts> SyzygyTables::probe(const Position& position,
                                              TableQuestion question) const {
    if (!position.castling().empty() || position.pieces().count() > most_men_) return std::nullopt;
    if (position.material().none_but_kings()) return TableFacts{.plies_to_zeroing = 0};
    const bool for_search = question != TableQuestion::Everything;
    if (for_search && position.halfmove_clock() != 0) return std::nullopt;
    const auto found = sources_.find(position.material().bits());
    if (found == sources_.end()) return std::nullopt;
    const Source& source = *found->second;
    if (!source.is_loaded.load(std::memory_order_acquire)) load(source);
    if (!for_search && !has_legal_move(position)) {
        if (!position.in_check()) return TableFacts{.plies_to_zeroing = 0};
        return TableFacts{.verdict = TableVerdict::Loss, .plies_to_mate = 0, .plies_to_zeroing = 0};
    }
    if (!for_search && source.has_zeroing) {
        const std::scoped_lock lock(library_);
        if (auto facts = fathom::facts_of(position)) return facts;
    }
    const auto verdict = fathom::verdict_of(position);
    if (!verdict) return std::nullopt;
    return TableFacts{.verdict = *verdict};
}

std::string SyzygyTables::summary() const {
    std::string text = std::to_string(files_.count(SyzygyKind::Verdicts)) + " WDL and " +
                       std::to_string(files_.count(SyzygyKind::Zeroing)) + " DTZ tables";
    if (most_men_ > 0) text += " of up to " + std::to_string(most_men_) + " men";
    if (!files_.missing_folders.empty())
        text += "; no folder " + in_quotes(files_.missing_folders.front().string()) +
                (files_.missing_folders.size() > 1 ? " and others" : "");
    if (const std::size_t unchecked = files_.count_unchecked(); unchecked > 0)
        text += "; " + count_text(unchecked, "file") + " not checked";
    const auto& damaged = files_.damaged;
    if (!damaged.empty()) text += "; " + count_text(damaged.size(), "damaged file") + ": ";
    for (std::size_t i = 0; i < std::min(damaged.size(), kMostNamed); ++i)
        text += (i > 0 ? "; " : "") + damaged[i].path.string() + ", " + damaged[i].reason;
    if (damaged.size() > kMostNamed) text += "; and others";
    return text;
}

} // namespace rata
