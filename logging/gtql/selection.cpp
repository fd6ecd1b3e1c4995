#include "logging/gtql/selection.hpp"

#include "logging/gtql/level_sweep.hpp"
#include "logging/gtql/parallel.hpp"
#include "logging/gtql/parent_test.hpp"
#include "logging/gtql/row_scan.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace gtql {

namespace {

// Rough costs in nanoseconds, to choose by. Measured on one machine and rounded: what matters is
// that scanning is some hundred times cheaper than visiting.
constexpr double kScanCost = 0.1;   ///< per row and simple condition
constexpr double kEvaluateCost = 6; ///< per row of a condition that does not scan
constexpr double kVisitCost = 10;   ///< per visited node
constexpr double kLookUpCost = 3;   ///< per visited node, if its truth is known
constexpr double kRankCost = 8;     ///< per subtree that is counted by ranks
constexpr double kSweepCost = 2.5;  ///< per row and call
/// A node that has children has that many, or thereabouts.
constexpr double kMeanChildren = 5;

void split(BoundExpression& condition, std::vector<BoundExpression*>& conjuncts) {
    if (condition.kind != BoundKind::And) {
        conjuncts.push_back(&condition);
        return;
    }
    split(*condition.operands[0], conjuncts);
    split(*condition.operands[1], conjuncts);
}

/// Calls that are evaluated for the node itself, not inside another call.
void outer_calls(BoundExpression& expression, std::vector<BoundExpression*>& calls) {
    if (expression.kind == BoundKind::Call) {
        if (expression.scope != Scope::Tree) calls.push_back(&expression);
        return;
    }
    for (BoundPtr& operand : expression.operands) outer_calls(*operand, calls);
}

/// All calls, the inner ones before those around them.
void calls_inside_out(BoundExpression& expression, std::vector<BoundExpression*>& calls) {
    if (expression.kind == BoundKind::Call && expression.scope == Scope::Tree) return;
    for (BoundPtr& operand : expression.operands) calls_inside_out(*operand, calls);
    if (expression.kind == BoundKind::Call) calls.push_back(&expression);
}

bool can_use_bits(const BoundExpression& call) {
    return call.operand().type == Type::Truth && call.scope != Scope::Tree &&
           !reads_query_node(call);
}

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return "0 %";
    const double percent = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    const auto hundredths = static_cast<std::uint64_t>(std::llround(percent * 100));
    const std::string fraction = std::to_string(100 + hundredths % 100).substr(1);
    return std::to_string(hundredths / 100) + "." + fraction + " %";
}

double expected_visits(const BoundExpression& call, double mean_size) {
    switch (call.scope) {
    case Scope::Subtree: return mean_size;
    case Scope::Ancestor: return 12;
    default: return kMeanChildren;
    }
}

} // namespace

Selector::Selector(Forest& forest, const RunOptions& options) : forest_(forest), options_(options) {
    const std::vector<treelog::Attribute>& attributes = forest.schema().attributes;
    std::transform(attributes.begin(), attributes.end(), std::back_inserter(names_),
                   [](const treelog::Attribute& each) { return each.name; });
}

struct Selector::Swept {
    BoundExpression* call;
    LevelCounter counter;
};

Selector::~Selector() = default;

void Selector::begin_windows() { swept_.clear(); }

std::size_t Selector::new_slot(BoundExpression& call) {
    if (call.slot >= 0) return static_cast<std::size_t>(call.slot);
    call.slot = static_cast<std::int32_t>(slots_.size());
    slots_.emplace_back();
    return slots_.size() - 1;
}

void Selector::set_constant(BoundExpression& call, const Single& value) {
    Slot& slot = slots_[new_slot(call)];
    slot.kind = Slot::Kind::Constant;
    slot.single = value;
}

rata::Result<RowBits> Selector::select(BoundExpression& condition, PlanNotes& notes) {
    std::vector<PlanNotes> all(1);
    auto found = select_all({&condition}, all);
    if (!found) return found.error();
    notes.insert(notes.end(), all[0].begin(), all[0].end());
    return std::move(found->front());
}

std::vector<RowBits> Selector::taken(std::vector<Pending>& pending) {
    std::vector<RowBits> found;
    found.reserve(pending.size());
    for (Pending& each : pending) found.push_back(std::move(each.bits));
    return found;
}

rata::Result<std::vector<RowBits>>
Selector::select_all(const std::vector<BoundExpression*>& conditions,
                     std::vector<PlanNotes>& notes) {
    std::vector<Pending> pending;
    pending.reserve(conditions.size());
    std::vector<Pending*> swept;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        pending.push_back(begin(*conditions[i], notes[i]));
        if (pending.back().rest.empty()) continue;
        if (prefers_sweep(pending.back(), notes[i]))
            swept.push_back(&pending.back());
        else if (auto probed = probe(pending.back(), notes[i]); !probed)
            return probed.error();
    }
    if (!swept.empty()) {
        swept_.clear();
        if (auto ready = find_swept(swept); !ready) return ready.error();
        sweep(swept);
    }
    return taken(pending);
}

rata::Result<std::vector<RowBits>>
Selector::select_window(const std::vector<BoundExpression*>& conditions,
                        std::vector<PlanNotes>& notes) {
    std::vector<Pending> pending;
    pending.reserve(conditions.size());
    std::vector<Pending*> swept;
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        pending.push_back(begin(*conditions[i], notes[i]));
        if (!pending.back().rest.empty()) swept.push_back(&pending.back());
    }
    if (swept_.empty())
        if (auto ready = find_swept(swept); !ready) return ready.error();
    for (const auto& each : swept_) each->counter.begin_window();
    if (!swept.empty()) sweep(swept);
    return taken(pending);
}

/// Everything that needs no call: first what scans, on all rows, then the rest on those left.
Selector::Pending Selector::begin(BoundExpression& condition, PlanNotes& notes) {
    Pending pending{RowBits(forest_.rows())};
    std::vector<BoundExpression*> conjuncts;
    split(condition, conjuncts);
    std::vector<const BoundExpression*> scanned;
    std::vector<const BoundExpression*> narrowed;
    std::vector<BoundPtr> of_parents;
    for (BoundExpression* each : conjuncts) {
        if (has_call(*each))
            pending.rest.push_back(each);
        else if (BoundPtr of_parent = try_as_parent_test(*each))
            of_parents.push_back(std::move(of_parent));
        else
            (is_scannable(*each, forest_) ? scanned : narrowed).push_back(each);
    }
    scan_into(scanned, pending.bits);
    for (const auto* each : scanned)
        if (each->kind != BoundKind::Constant) notes.push_back("scan    " + to_text(*each, names_));
    for (const BoundPtr& each : of_parents) {
        keep_children(*each, pending.bits);
        notes.push_back("parents " + to_text(*each, names_));
    }
    for (const BoundExpression* each : narrowed) {
        narrow(*each, pending.bits);
        notes.push_back("narrow  " + to_text(*each, names_));
    }
    notes.push_back("        leaves " + percent_text(pending.bits.count(), forest_.rows()) +
                    " of the nodes");
    return pending;
}

/// Drops the rows whose parents do not meet the condition.
void Selector::keep_children(const BoundExpression& condition, RowBits& bits) {
    RowBits parents(forest_.rows());
    scan_into({&condition}, parents);
    const RowBits children = children_of(forest_, parents);
    for (std::size_t i = 0; i < bits.word_count(); ++i) bits.words()[i] &= children.words()[i];
}

void Selector::scan_into(const std::vector<const BoundExpression*>& conjuncts, RowBits& bits) {
    const BoundPtr always = constant_truth(true);
    run_words(options_.crew, bits.word_count(), [&] {
        auto evaluator = std::make_shared<Evaluator>(forest_, slots_);
        return [&, evaluator](std::size_t word, std::size_t end) {
            const std::span<std::uint64_t> own(bits.words() + word, end - word);
            scan(conjuncts.empty() ? *always : *conjuncts[0], forest_, *evaluator, word, own);
            std::array<std::uint64_t, kPieceWords> more;
            for (std::size_t i = 1; i < conjuncts.size(); ++i) {
                const std::span<std::uint64_t> next(more.data(), own.size());
                scan(*conjuncts[i], forest_, *evaluator, word, next);
                for (std::size_t w = 0; w < own.size(); ++w) own[w] &= next[w];
            }
        };
    });
}

/// Tests the rows that are left, in batches.
void Selector::narrow(const BoundExpression& conjunct, RowBits& bits) {
    run_words(options_.crew, bits.word_count(), [&] {
        struct Own {
            Own(const Forest& forest, const std::vector<Slot>& slots) : evaluator(forest, slots) {}
            Evaluator evaluator;
            std::array<Row, kBatch> rows{};
            Truths truths{};
        };
        auto own = std::make_shared<Own>(forest_, slots_);
        return [&, own](std::size_t word, std::size_t end) {
            std::size_t count = 0;
            const auto flush = [&] {
                const Batch batch{count, own->rows.data(), own->rows.data(), false, 0};
                own->evaluator.evaluate(conjunct, batch, own->truths);
                for (std::size_t i = 0; i < count;
                     ++i) // without a branch: nobody could foretell it
                    bits.words()[own->rows[i] / 64] &=
                        ~(std::uint64_t{own->truths[i] ^ 1U} << (own->rows[i] % 64));
                count = 0;
            };
            bits.for_each(static_cast<Row>(word * 64), static_cast<Row>(end * 64), [&](Row row) {
                own->rows[count++] = row;
                if (count == kBatch) flush();
            });
            if (count > 0) flush();
        };
    });
}

/// Of a sample, taken from words of bits at equal distances; 0 if no call asks for subtrees.
double Selector::mean_subtree(const Pending& pending, std::uint64_t count) const {
    std::vector<BoundExpression*> calls;
    for (BoundExpression* each : pending.rest) outer_calls(*each, calls);
    if (std::none_of(calls.begin(), calls.end(),
                     [](const auto* call) { return call->scope == Scope::Subtree; }))
        return 0;
    const RowBits& bits = pending.bits;
    constexpr std::uint64_t kSamples = 4096;
    const std::uint64_t step = std::max<std::uint64_t>(count / kSamples, 1);
    double sum = 0;
    double samples = 0;
    for (std::size_t word = 0; word < bits.word_count(); word += step) {
        const auto first = static_cast<Row>(word * 64);
        bits.for_each(first, std::min(first + 64, forest_.rows()), [&](Row row) {
            sum += forest_.sizes()[row];
            ++samples;
        });
    }
    return samples > 0 ? sum / samples : 0;
}

bool Selector::prefers_sweep(const Pending& pending, PlanNotes& notes) {
    std::vector<BoundExpression*> outer;
    std::vector<BoundExpression*> all;
    for (BoundExpression* each : pending.rest) {
        outer_calls(*each, outer);
        calls_inside_out(*each, all);
    }
    const bool possible = !all.empty() && std::all_of(all.begin(), all.end(), [](const auto* call) {
        return can_sweep(*call);
    });
    if (!possible || options_.strategy == Strategy::Visit || options_.strategy == Strategy::Bits)
        return false;
    if (options_.strategy == Strategy::Sweep) return true;
    const auto rows = static_cast<double>(forest_.rows());
    const std::uint64_t count = pending.bits.count();
    const auto candidates = static_cast<double>(count);
    const double mean = mean_subtree(pending, count);
    double probing = candidates * kEvaluateCost;
    for (const BoundExpression* call : outer) {
        const double visits = candidates * expected_visits(*call, mean);
        const double body = is_scannable(call->operand(), forest_) ? kScanCost : kEvaluateCost;
        const double known =
            call->scope == Scope::Subtree ? candidates * kRankCost : visits * kLookUpCost;
        const double by_bits = can_use_bits(*call) ? body * rows + known : HUGE_VAL;
        probing += std::min(visits * kVisitCost, by_bits);
    }
    double sweeping = rows;
    for (const BoundExpression* call : all)
        sweeping +=
            rows * (kSweepCost + (is_scannable(call->operand(), forest_) ? 0.5 : kEvaluateCost));
    if (sweeping >= probing) return false;
    notes.emplace_back("sweep   one pass with counters for each level");
    return true;
}

rata::Result<void> Selector::probe(Pending& pending, PlanNotes& notes) {
    const std::uint64_t count = pending.bits.count();
    const double mean = mean_subtree(pending, count);
    for (BoundExpression* conjunct : pending.rest)
        if (auto ready = prepare_bits(*conjunct, static_cast<double>(count), mean, notes); !ready)
            return ready;
    // What visits nodes comes last, when few are left to visit them from.
    std::stable_partition(pending.rest.begin(), pending.rest.end(),
                          [this](BoundExpression* conjunct) { return is_ranked(*conjunct); });
    for (const BoundExpression* conjunct : pending.rest) {
        narrow(*conjunct, pending.bits);
        notes.push_back("probe   " + to_text(*conjunct, names_));
    }
    return {};
}

/// Whether all its calls are answered by ranks.
bool Selector::is_ranked(BoundExpression& conjunct) const {
    std::vector<BoundExpression*> calls;
    outer_calls(conjunct, calls);
    return std::all_of(calls.begin(), calls.end(), [this](const BoundExpression* call) {
        return call->slot >= 0 &&
               slots_[static_cast<std::size_t>(call->slot)].kind == Slot::Kind::RankedBits;
    });
}

/// Finds the truth of the bodies of calls at all rows in advance, where that pays.
rata::Result<void> Selector::prepare_bits(BoundExpression& expression, double candidates,
                                          double mean_size, PlanNotes& notes) {
    std::vector<BoundExpression*> calls;
    outer_calls(expression, calls);
    for (BoundExpression* call : calls) {
        if (!can_use_bits(*call) || options_.strategy == Strategy::Visit) continue;
        const double visits = candidates * expected_visits(*call, mean_size);
        const bool is_simple = is_scannable(call->operand(), forest_);
        const double body = is_simple ? kScanCost : kEvaluateCost;
        const bool pays = visits * (kVisitCost - kLookUpCost) > body * forest_.rows();
        if (!pays && options_.strategy != Strategy::Bits) continue;
        if (known_bits(call->operand()) == nullptr) {
            if (auto ready = forest_.prepare(call->operand()); !ready) return ready;
            PlanNotes ignored;
            auto bits = select(*call->operands[0], ignored);
            if (!bits) return bits.error();
            bits->index();
            known_bits_.push_back(
                {clone(call->operand()), std::make_unique<RowBits>(std::move(*bits))});
            notes.push_back("bits    " + to_text(call->operand(), names_));
        }
        Slot& slot = slots_[new_slot(*call)];
        slot.bits = known_bits(call->operand());
        slot.kind = call->scope == Scope::Subtree ? Slot::Kind::RankedBits : Slot::Kind::Bits;
    }
    return {};
}

/// By what it is, not by its text: an attribute may be called "true".
const RowBits* Selector::known_bits(const BoundExpression& body) const {
    for (const KnownBits& known : known_bits_)
        if (equal(*known.body, body)) return known.bits.get();
    return nullptr;
}

/// All calls of what is pending, each once, the inner ones before those around them.
rata::Result<void> Selector::find_swept(const std::vector<Pending*>& pending) {
    if (auto loaded = forest_.load_levels(); !loaded) return loaded;
    for (const Pending* each : pending) {
        std::vector<BoundExpression*> own;
        for (BoundExpression* conjunct : each->rest) calls_inside_out(*conjunct, own);
        for (BoundExpression* call : own) {
            const auto known =
                std::find_if(swept_.begin(), swept_.end(),
                             [call](const auto& other) { return equal(*other->call, *call); });
            if (known != swept_.end()) {
                call->slot = (*known)->call->slot;
                continue;
            }
            new_slot(*call);
            swept_.push_back(std::make_unique<Swept>(Swept{call, LevelCounter(forest_, *call)}));
        }
    }
    return {};
}

void Selector::sweep(const std::vector<Pending*>& pending) {
    Evaluator evaluator(forest_, slots_);
    Truths truths;
    for (Row first = 0; first < forest_.rows(); first += kBatch) {
        const auto count = std::min<std::size_t>(kBatch, forest_.rows() - first);
        const Batch batch = evaluator.dense(first, count);
        for (const auto& each : swept_) {
            each->counter.advance(evaluator, batch);
            Slot& slot = slots_[static_cast<std::size_t>(each->call->slot)];
            slot = {Slot::Kind::Lane, {}, nullptr, &each->counter.lane(), first};
        }
        for (Pending* each : pending) {
            for (const BoundExpression* conjunct : each->rest) {
                evaluator.evaluate(*conjunct, batch, truths);
                for (std::size_t i = 0; i < count; ++i)
                    each->bits.words()[(first + i) / 64] &=
                        ~(std::uint64_t{truths[i] ^ 1U} << ((first + i) % 64));
            }
        }
    }
    // The lanes end with this pass.
    for (const auto& each : swept_)
        slots_[static_cast<std::size_t>(each->call->slot)].kind = Slot::Kind::Nothing;
}

} // namespace gtql
