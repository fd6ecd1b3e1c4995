// Has a search look at where an opening book ends, so that the engine can play what it is led into.
#include "book/stats/book_walk.hpp"
#include "engine/app/book_words.hpp"
#include "engine/app/book_work.hpp"
#include "engine/app/commands.hpp"
#include "engine/app/file_uses.hpp"
#include "engine/app/progress.hpp"
#include "engine/notation/fen.hpp"
#include "engine/search/search_runner.hpp"
#include "engine/search/tt.hpp"
#include "engine/session/options.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <mutex>
#include <thread>

namespace rata {

namespace {

constexpr std::uint64_t kMostVetNodes = std::uint64_t{1} << 40U;
constexpr unsigned kMostVetThreads = 256;
constexpr int kMostVetBound = 10'000; // centipawns; a verdict says no more either
constexpr std::size_t kVetTable = 16; // MiB

struct BookVetRequest {
    std::vector<std::string> words{};
    std::optional<std::string> target{};
    std::uint64_t nodes = 100'000;
    int bound = -80;
    std::uint64_t min_games = 1;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    bool again = false;
    bool json = false;
};

/// A search of its own for one thread.
class LeafSearch {
public:
    static Result<std::unique_ptr<LeafSearch>> make() {
        auto options = Options{}.for_lone_search();
        if (!options) return options.error();
        std::unique_ptr<LeafSearch> made(new LeafSearch);
        made->options_ = *std::move(options);
        if (auto resized = made->table_.resize(kVetTable); !resized) return resized.error();
        made->runner_ = make_silent_runner(made->table_);
        made->runner_->set_threads(1);
        return made;
    }

    /// Of the position behind a move, as the side that made the move sees it. Equal for equal
    /// positions, whatever was searched before. Nothing if it was stopped.
    std::optional<std::int16_t> judge(const Position& position, std::uint64_t nodes,
                                      const std::stop_token& stop) {
        const Limits limits{.nodes = nodes};
        SearchListener deaf;
        table_.clear(1);
        runner_->new_game();
        signals_.reset(Clock::now(), false);
        const std::stop_callback stopper(stop, [this] { signals_.stop(); });
        const SearchResult result = runner_->search(
            {.position = position, .limits = limits, .options = options_}, signals_, deaf);
        if (stop.stop_requested()) return std::nullopt;
        const int margin = (result.line.score - Score::draw()).cp();
        return static_cast<std::int16_t>(-std::clamp(margin, -kMostVetBound, kMostVetBound));
    }

private:
    LeafSearch() = default;

    SearchOptions options_{};
    TranspositionTable table_{};
    std::unique_ptr<SearchRunner> runner_{};
    SearchSignals signals_{};
};

/// The leaves of a book and what searches say of them. Threads share the work.
class BookVetting {
public:
    BookVetting(const BookVetRequest& request, const BookView& book)
        : request_(request), book_(book), walk_(book, Position::start(), request.min_games) {
        const bool is_comparable = book.facts().vet_nodes == request.nodes && !request.again;
        for (const BookLeaf& leaf : walk_.leaves()) {
            const auto known = is_comparable ? verdict_in_book(leaf) : std::nullopt;
            if (known)
                verdicts_.emplace(leaf.step.id(), *known);
            else
                open_.push_back(&leaf);
        }
        known_ = verdicts_.size();
        progress_.emplace(open_.size());
    }

    /// Until all leaves are judged, or it is stopped.
    Result<void> judge_all(const std::stop_token& stop) {
        std::vector<std::unique_ptr<LeafSearch>> searches;
        for (unsigned i = 0; i < std::max(1U, request_.threads); ++i) {
            auto search = LeafSearch::make();
            if (!search) return search.error();
            searches.push_back(*std::move(search));
        }
        std::vector<std::jthread> threads;
        for (const auto& search : searches)
            threads.emplace_back([this, &search, &stop] { judge_some(*search, stop); });
        return {};
    }

    [[nodiscard]] BookVerdicts verdicts() const { return walk_.carried_back(verdicts_); }
    [[nodiscard]] std::string status(double seconds) const {
        return fmt::format("{} of {} leaves, {}", progress_->done(), progress_->total(),
                           progress_->to_string(seconds));
    }
    [[nodiscard]] std::size_t leaves() const { return walk_.leaves().size(); }
    [[nodiscard]] std::size_t steps() const { return walk_.steps(); }
    [[nodiscard]] std::size_t known() const { return known_; }
    [[nodiscard]] std::uint64_t judged() const { return progress_->done(); }

private:
    [[nodiscard]] std::optional<std::int16_t> verdict_in_book(const BookLeaf& leaf) const {
        for (const BookEntry& entry : book_.find(leaf.step.key))
            if (entry.move == leaf.step.move && entry.is_vetted()) return entry.verdict;
        return std::nullopt;
    }

    void judge_some(LeafSearch& search, const std::stop_token& stop) {
        for (std::size_t i = next_++; i < open_.size() && !stop.stop_requested(); i = next_++) {
            const auto position = parse_fen(open_[i]->fen);
            RATA_ASSERT(position.ok());
            const auto verdict = search.judge(*position, request_.nodes, stop);
            if (!verdict) return;
            const std::scoped_lock lock(mutex_);
            verdicts_.emplace(open_[i]->step.id(), *verdict);
            progress_->advance(1);
        }
    }

    const BookVetRequest& request_;
    const BookView& book_;
    BookWalk walk_;
    std::vector<const BookLeaf*> open_{};
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_{}; ///< for the verdicts
    BookVerdicts verdicts_{};
    std::size_t known_ = 0;
    std::optional<Progress> progress_{};
};

/// The book with the verdicts of now in place of those it had; how many moves they bar is counted.
Result<BookFacts> write_vetted(const BookView& book, const BookVerdicts& verdicts,
                               const BookVetRequest& request, std::uint64_t& barred) {
    auto writer = BookWriter::create(*request.target);
    if (!writer) return writer.error();
    for (std::uint64_t i = 0; i < book.size(); ++i) {
        BookEntry entry = book.entry(i);
        const auto found = verdicts.find({entry.key, entry.move});
        entry.verdict = found == verdicts.end() ? BookEntry::kNotVetted : found->second;
        barred += entry.is_vetted() && entry.verdict < request.bound;
        if (auto done = writer->append(entry); !done) return done.error();
    }
    BookFacts facts = book.facts();
    facts.vet_nodes = request.nodes;
    facts.vet_bound = request.bound;
    writer->set_marks(book.marks());
    return writer->commit(facts);
}

void report_vetting(const BookVetting& vetting, const BookVerdicts& verdicts, std::uint64_t barred,
                    const BookVetRequest& request, Console& console) {
    if (request.json) {
        nlohmann::ordered_json json = json_report("book vet");
        json["moves"] = vetting.steps();
        json["leaves"] = vetting.leaves();
        json["known"] = vetting.known();
        json["judged"] = vetting.judged();
        json["verdicts"] = verdicts.size();
        json["barred"] = barred;
        json["nodes"] = request.nodes;
        json["bound"] = request.bound;
        console.write(json_text(json));
        return;
    }
    FigureTable table;
    table.add("moves that can be reached", vetting.steps());
    table.add("leaves", vetting.leaves());
    table.add("  judged before", vetting.known());
    table.add("  judged now", vetting.judged());
    table.add("moves with a verdict", verdicts.size());
    table.add("moves barred", barred);
    console.write(table.to_string());
}

ExitCode run_book_vet(BookVetRequest request, Console& console) {
    if (request.words.size() != 1) return console.usage_error("expected one BOOK");
    if (!request.target) request.target = request.words.front();
    FileUses uses; // the search may take a night
    uses.writes("-o", request.target);
    if (const auto complained = uses.complained(console)) return *complained;
    const auto book = open_book(console, request.words.front());
    if (!book) return ExitCode::InputOutput;
    BookVetting vetting(request, **book);
    Result<void> judged;
    const WorkEnd end = run_stoppable(
        console, [&](double seconds) { return vetting.status(seconds); },
        [&](const std::stop_token& stop) { judged = vetting.judge_all(stop); });
    if (!judged) {
        console.complain(judged.error());
        return ExitCode::InputOutput;
    }
    const BookVerdicts verdicts = vetting.verdicts();
    std::uint64_t barred = 0;
    if (const auto written = write_vetted(**book, verdicts, request, barred); !written) {
        console.complain(written.error());
        return ExitCode::InputOutput;
    }
    report_vetting(vetting, verdicts, barred, request, console);
    return end == WorkEnd::Interrupted ? ExitCode::Interrupted : ExitCode::Done;
}

} // namespace

Action declare_book_vet_command(Syntax& syntax) {
    const auto request = std::make_shared<BookVetRequest>();
    syntax.form("BOOK [--nodes N] [--bound CP] [OPTION...]");
    syntax.option("--nodes", "N", "nodes of the search of each leaf",
                  number_into(request->nodes, std::uint64_t{1}, kMostVetNodes));
    syntax.option("--bound", "CP", "a move of which fewer centipawns can be expected is barred",
                  number_into(request->bound, -kMostVetBound, kMostVetBound));
    syntax.option("--min-games", "N",
                  "moves of fewer games are not looked at: what Book Min Games will be in play",
                  number_into(request->min_games, std::uint64_t{1}, std::uint64_t{1} << 32U));
    syntax.option("--threads", "N", "leaves searched at once; usually one for each processor",
                  number_into(request->threads, 1U, kMostVetThreads));
    syntax.parameters.back().target.note = fmt::format("1 to {}", kMostVetThreads);
    syntax.option("-o", "BOOK", "the vetted book (the same one if not given)",
                  text_into(request->target));
    syntax.flag("--again", "search also what was searched before with so many nodes",
                flag_into(request->again));
    syntax.flag("--json", "print JSON", flag_into(request->json));
    syntax.arguments("BOOK", "the book", list_into(request->words));
    syntax.note("A leaf is a position behind a move where the book ends. What the search says is "
                "carried back: a position is worth as much as the best of its moves. Moves below "
                "the bound stay in the book and are shown, but the engine does not play them. "
                "Ctrl-C keeps what has been searched, and the same command goes on.");
    syntax.note("Exit code 3: the book cannot be read or written.");
    syntax.example("ratatosk book vet games.rbook --nodes 200000 --min-games 5",
                   "an overnight job for a large book");
    return [request](Console& console) { return run_book_vet(*request, console); };
}

} // namespace rata
