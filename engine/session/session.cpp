#include "engine/session/session.hpp"

#include "engine/base/parse.hpp"
#include "engine/rules/movegen.hpp"
#include "tablebase/table_set.hpp"

#include <algorithm>
#include <new>
#include <random>

namespace rata {

namespace {

std::uint64_t any_seed() {
    std::random_device entropy;
    return std::uint64_t{entropy()} << 32 | entropy();
}

/// What a reader of the log may want to know of the engine: every option that is not at its
/// default.
std::vector<treelog::Note> tree_log_notes(const Options& options) {
    std::string text;
    for (const OptionRow& row : option_table()) {
        const std::string value = value_text(options, row);
        if (row.kind == OptionKind::Button || value == default_text(row)) continue;
        text += (text.empty() ? "" : "; ") + std::string(row.name) + '=' + value;
    }
    return {{"options", text}};
}

} // namespace

Session::Session(const RunnerFactory& make_runner, SessionListener& listener, Options options)
    : listener_(listener), options_(std::move(options)),
      endgame_tables_(std::make_unique<TableSet>()), runner_(make_runner(table_)),
      active_(runner_.get()), book_(any_seed()), luck_(any_seed()) {}

Session::~Session() { finish(); }

void Session::finish() {
    stop();
    wait();
}

Result<OptionChange> Session::set_option(std::string_view name, std::string_view text) {
    const OptionRow* row = find_option(name);
    if (row == nullptr) {
        return Error{.code = ErrorCode::NotFound,
                     .message = "there is no option " + in_quotes(name),
                     .where = {}};
    }
    auto change = assign(options_, *row, text);
    if (change && row->event == OptionEvent::ClearHash) forget_ = true;
    return change;
}

void Session::new_game() {
    finish();
    forget_ = true;
    last_move_.reset();
    book_.new_game();
    lag_.new_game();
    guess_.reset();
    ponder_count_ = {};
}

void Session::teach(Score score, Depth depth) {
    finish();
    settle();
    TableEntry entry;
    entry.score = score;
    entry.depth = depth;
    entry.bound = Bound::Exact;
    table_.store(position_.key(), entry);
}

bool Session::is_searching() const {
    if (has_result_) wait();
    return thread_.is_busy();
}

void Session::settle() {
    if (is_searching()) return;
    apply_hash();
    apply_net();
    apply_tables();
    apply_tree_log();
    apply_book();
    apply_threads();
    if (forget_) {
        forget_ = false;
        table_.clear(static_cast<unsigned>(threads_in_use_));
        runner_->new_game();
        if (traced_runner_) traced_runner_->new_game();
    }
}

/// What was learnt with another evaluation is forgotten.
void Session::apply_net() {
    if (const NetSettings wanted = options_.for_net(); wanted != net_settings_) {
        if (auto chosen = choose_net(wanted)) {
            net_ = *std::move(chosen);
            net_settings_ = wanted;
        } else {
            listener_.on_text("no such net: " + chosen.error().to_string() +
                              "; what is in use stays");
            options_.eval_file = net_settings_.file;
            options_.nnue_kernel = net_settings_.kernel;
        }
    }
    if (options_.use_nnue && !net_.net) {
        listener_.on_text("Use NNUE: there is no net in this program, name one by EvalFile");
        options_.use_nnue = false;
    }
    const SharedNet wanted = options_.use_nnue ? net_.net : nullptr;
    if (used_net_ == wanted) return;
    if (used_net_) forget_ = true;
    used_net_ = wanted;
}

void Session::use_threads(int threads) {
    runner_->set_threads(threads);
    if (traced_runner_) traced_runner_->set_threads(threads);
    threads_in_use_ = threads;
}

/// Each thread has some megabytes of histories.
void Session::apply_threads() {
    if (threads_in_use_ == options_.threads) return;
    try {
        use_threads(options_.threads);
    } catch (const std::bad_alloc&) {
        const int before = std::max(threads_in_use_, 1);
        listener_.on_text("Threads: there is no memory for " + std::to_string(options_.threads) +
                          "; it stays at " + std::to_string(before));
        options_.threads = before;
        use_threads(before);
    }
}

/// A log that cannot be opened is said once, and the engine plays without.
void Session::apply_tree_log() {
    const TreeLogSettings wanted = options_.for_tree_log();
    if (tree_log_ && tree_log_->settings() == wanted) return;
    if (refused_tree_log_ == wanted) return;
    close_tree_log();
    refused_tree_log_.reset();
    if (!wanted.is_wanted()) return;
    auto opened = TreeLog::open(wanted, position_, tree_log_notes(options_));
    if (!opened) {
        refused_tree_log_ = wanted;
        listener_.on_text("no tree log: " + opened.error().to_string());
        return;
    }
    tree_log_ = std::move(*opened);
    lost_tree_log_ = false;
    if (!traced_runner_) {
        traced_runner_ = make_traced_runner(table_);
        if (threads_in_use_ != 0) traced_runner_->set_threads(threads_in_use_);
    }
    traced_runner_->set_log(tree_log_.get());
    active_ = traced_runner_.get();
}

/// A book that cannot be read is said once, and the engine plays without.
void Session::apply_book() {
    if (const auto opened = book_.open(options_); !opened)
        listener_.on_text("no book: " + opened.error().to_string());
}

std::vector<BookMove> Session::book_moves(const Position& position) {
    if (!is_searching()) apply_book();
    return book_.moves(position, options_);
}

void Session::close_tree_log() {
    wait();
    active_ = runner_.get();
    if (!tree_log_) return;
    if (const auto failure = tree_log_->close()) report_lost_log(*failure);
    tree_log_.reset();
}

const treelog::MemoryLog* Session::last_tree() {
    if (!tree_log_ || is_searching()) return nullptr;
    const treelog::MemoryLog* tree = tree_log_->last_search();
    // The writer may have learnt of it only now that it was waited for.
    if (const auto failure = tree_log_->take_failure()) report_lost_log(*failure);
    return tree;
}

/// Where the memory cannot be had, the table there was is kept; for the first one, the default or
/// the largest below it that can be had.
void Session::apply_hash() {
    const auto wanted = static_cast<std::size_t>(options_.hash);
    if (wanted == table_.mebibytes()) return;
    const auto resized = table_.resize(wanted);
    if (resized) return;
    const bool had_one = table_.mebibytes() > 0;
    for (auto size = TranspositionTable::kDefaultMebibytes; table_.mebibytes() == 0 && size > 0;
         size /= 2)
        static_cast<void>(table_.resize(size));
    options_.hash = std::max(1, static_cast<int>(table_.mebibytes()));
    const std::string used = table_.mebibytes() == 0 ? "there is no table"
                                                     : (had_one ? "it stays at " : "using ") +
                                                           std::to_string(options_.hash) + " MiB";
    listener_.on_text("Hash: " + resized.error().message + "; " + used);
}

void Session::ponder_hit(TimePoint arrived) {
    signals_.ponder_hit(arrived);
    if (guess_) ++ponder_count_.hits;
    guess_.reset();
}

/// A guess was wrong only if another move was played instead, and that shows when we are to answer
/// it. If the guessed one was (some GUIs stop and begin anew), it was right after all.
void Session::judge_guess(const Limits& limits) {
    const bool has_guess =
        guess_ && guess_->plies_played() > 0 && guess_->last_move() != Move::null();
    if (has_guess && !limits.ponder && !limits.infinite) {
        Position before = *guess_;
        before.unmake();
        for (const Move move : legal_moves(before)) {
            before.make(move);
            if (before.key() == position_.key())
                ++(move == guess_->last_move() ? ponder_count_.hits : ponder_count_.misses);
            before.unmake();
        }
    }
    guess_.reset();
    if (limits.ponder) guess_ = position_;
}

/// What was found at a path, or what is wrong with it, is said once.
void Session::apply_tables() {
    endgame_tables_->limit_syzygy(options_.syzygy_probe_limit);
    const TablePaths wanted = options_.for_tables();
    if (endgame_tables_->paths() == wanted) return;
    for (const std::string& remark : endgame_tables_->use(wanted)) listener_.on_text(remark);
    options_.syzygy_path = endgame_tables_->paths().syzygy;
}

/// Tables that have to be solved first must not cost the game.
void Session::prepare_tables(const Limits& limits) {
    constexpr milliseconds kAmple{3000};
    const auto clock = limits.clock[position_.side_to_move()].remaining.value_or(kAmple);
    const auto time = std::min(clock, limits.move_time.value_or(kAmple));
    endgame_tables_->prepare_three_men(position_, time < kAmple ? TableSet::Haste::Great
                                                                : TableSet::Haste::None);
}

void Session::go(Limits limits, TimePoint arrived) {
    finish();
    settle();
    judge_guess(limits);
    prepare_tables(limits);
    lag_.start_move(limits, position_.side_to_move());
    SearchOptions search = options_.for_search();
    search.analysing = search.analysing || limits.infinite;
    search.seed = luck_.next();
    search.net = {.net = used_net_.value_or(nullptr), .kernels = net_.kernels};
    signals_.reset(arrived, limits.ponder);
    auto book_choice = book_.choose(position_, limits, options_);
    job_.emplace(Job{position_, std::move(limits), options_, search, previous_score(),
                     std::move(book_choice), book_.moves_since(position_)});
    has_result_ = false;
    thread_.start([this] { run(*job_); });
}

SearchResult Session::play_from_book(const Job& job) {
    listener_.on_text(book_choice_text(*job.book_choice, job.root));
    const auto time = std::chrono::duration_cast<milliseconds>(Clock::now() - signals_.started());
    SearchResult result = book_result(*job.book_choice, time);
    listener_.on_line(result.line);
    return result;
}

SearchResult Session::find_move(const Job& job) {
    if (job.book_choice) return play_from_book(job);
    const SearchRequest request{.position = job.root,
                                .limits = job.limits,
                                .options = job.search,
                                .measured_lag = lag_.lag(),
                                .moves_out_of_book = job.moves_out_of_book,
                                .previous_score = job.previous_score,
                                .tables = endgame_tables_.get()};
    return active_.load()->search(request, signals_, listener_);
}

void Session::run(const Job& job) {
    const bool by_clock = job.limits.clock[job.root.side_to_move()].remaining.has_value();
    listener_.on_start({job.root, job.options, lag_, by_clock});
    const SearchResult result = find_move(job);
    // Whatever made the search return early, this is where the promise of go() is kept.
    if (job.limits.ponder) signals_.wait_while_pondering();
    if (job.limits.infinite) signals_.wait_for_stop();
    has_result_ = true;
    listener_.on_result(result);
    remember(job, result);
    const auto failure = tree_log_ ? tree_log_->take_failure() : std::nullopt;
    if (failure) report_lost_log(*failure);
}

void Session::report_lost_log(const Error& failure) {
    lost_tree_log_ = true;
    listener_.on_text("the tree log is given up: " + failure.to_string());
}

void Session::remember(const Job& job, const SearchResult& result) {
    const bool was_for_the_clock = !job.limits.infinite && !signals_.is_pondering();
    if (!was_for_the_clock) return;
    lag_.finish_move(Clock::now() - signals_.started());
    last_move_.reset();
    // A score of the book would be no measure for what a search thinks next.
    if (!job.book_choice) last_move_ = LastMove{job.root.key(), result.line.score};
}

/// Only if we moved two plies ago, and in this game: GUIs forget to announce a new one.
std::optional<Score> Session::previous_score() const {
    if (!last_move_ || position_.plies_played() < 2) return std::nullopt;
    Position before = position_;
    for (int ply = 0; ply < 2; ++ply) {
        if (before.last_move() == Move::null()) return std::nullopt;
        before.unmake();
    }
    if (before.key() != last_move_->root) return std::nullopt;
    return last_move_->score;
}

bool Session::waits_to_be_stopped() const {
    return is_searching() && !signals_.is_stopped() &&
           (job_->limits.infinite || signals_.is_pondering());
}

} // namespace rata
