#include "logging/gtql/row_scan.hpp"

#include "logging/gtql/constant_set.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace gtql {

namespace {

using treelog::ElementType;

/// A column as the loops see it.
struct ScanColumn {
    ElementType type = ElementType::U8;
    const std::byte* values = nullptr;
    const std::vector<std::uint64_t>* validity = nullptr; ///< null if nothing is missing
};

/// "(value & mask) in ranges", or not in them; missing values are in neither.
struct ScanTest {
    ScanColumn column{};
    bool has_mask = false;
    std::uint64_t mask = ~std::uint64_t{0};
    std::vector<Range> ranges{};
    bool is_inverted = false;
    const SubtreeSizes* sizes = nullptr; ///< the column is that of sizes, cut off
    bool is_beside = false;              ///< of what is beside the last child, from these sizes
};

template <typename T>
ScanColumn derived_column(ElementType type, const T* values) {
    return {type, reinterpret_cast<const std::byte*>(values), nullptr};
}

std::optional<ScanColumn> column_of(const BoundExpression& value, const Forest& forest) {
    if (value.kind != BoundKind::Value || !value.node.is_visited()) return std::nullopt;
    if (value.field.is_attribute()) {
        const RowColumn& column = forest.attribute(static_cast<std::size_t>(value.field.attribute));
        return ScanColumn{column.type, column.values.as<std::byte>(),
                          column.validity.empty() ? nullptr : &column.validity};
    }
    switch (value.field.structure) {
    case Structure::Level: return derived_column(ElementType::U16, forest.levels());
    case Structure::Size:
        if (!forest.has_skipped()) return std::nullopt; // not a column of numbers: see run_sizes()
        return derived_column(ElementType::U32, forest.full_sizes());
    case Structure::Arity: return derived_column(ElementType::U32, forest.arities());
    case Structure::Index: return derived_column(ElementType::U32, forest.indices());
    case Structure::Height: return derived_column(ElementType::U16, forest.heights());
    default: return std::nullopt;
    }
}

/// The ranges that a comparison with a constant stands for; "!=" is "=" inverted.
std::vector<Range> ranges_of(Operator op, std::int64_t number) {
    constexpr std::int64_t kLeast = INT64_MIN;
    constexpr std::int64_t kMost = INT64_MAX;
    switch (op) {
    case Operator::Less:
        return number == kLeast ? std::vector<Range>{} : std::vector<Range>{{kLeast, number - 1}};
    case Operator::LessEqual: return {{kLeast, number}};
    case Operator::Greater:
        return number == kMost ? std::vector<Range>{} : std::vector<Range>{{number + 1, kMost}};
    case Operator::GreaterEqual: return {{number, kMost}};
    default: return {{number, number}};
    }
}

bool is_size(const BoundExpression& value, const Forest& forest) {
    return value.kind == BoundKind::Value && value.node.is_visited() &&
           (value.field == Field{-1, Structure::Logged} ||
            (value.field == Field{-1, Structure::Size} && !forest.has_skipped()));
}

/// The column and mask of "value" or "value & constant".
bool read_operand(const BoundExpression& operand, const Forest& forest, ScanTest& test) {
    if (is_size(operand, forest)) {
        test.sizes = &forest.sizes();
        test.column = derived_column(ElementType::U8, test.sizes->cut_off());
        return true;
    }
    if (operand.kind == BoundKind::Value && operand.field == Field{-1, Structure::Beside}) {
        test.sizes = &forest.sizes();
        test.column.type = ElementType::U8;
        test.is_beside = true;
        return operand.node.is_visited();
    }
    if (const auto column = column_of(operand, forest)) {
        test.column = *column;
        return true;
    }
    if (operand.kind != BoundKind::Compute || operand.op != Operator::BitAnd) return false;
    const std::size_t value = operand.operand(0).kind == BoundKind::Value ? 0 : 1;
    const BoundExpression& mask = operand.operand(1 - value);
    const auto column = column_of(operand.operand(value), forest);
    if (!column || mask.kind != BoundKind::Constant || mask.number < 0) return false;
    // A negative value has ones above its width, which a mask in its width does not see.
    const std::size_t bits = 8 * treelog::width(column->type);
    if (treelog::is_signed(column->type) && bits < 64 && mask.number >> bits != 0) return false;
    test.column = *column;
    test.has_mask = true;
    test.mask = static_cast<std::uint64_t>(mask.number);
    return true;
}

/// What the value must be like for the condition to hold, if the condition is of that sort.
std::optional<ScanTest> demand_of(const BoundExpression& condition) {
    ScanTest test;
    switch (condition.kind) {
    case BoundKind::Compare:
        if (condition.operand(1).kind != BoundKind::Constant) return std::nullopt;
        test.ranges = ranges_of(condition.op, condition.operand(1).number);
        test.is_inverted = condition.op == Operator::NotEqual;
        return test;
    case BoundKind::NotZero:
        test.ranges = {{0, 0}};
        test.is_inverted = true;
        return test;
    case BoundKind::In: test.ranges = condition.ranges; return test;
    case BoundKind::Has: test.ranges = {{INT64_MIN, INT64_MAX}}; return test;
    default: return std::nullopt;
    }
}

std::optional<ScanTest> test_of(const BoundExpression& condition, const Forest& forest) {
    auto test = demand_of(condition);
    if (!test || !read_operand(condition.operand(0), forest, *test)) return std::nullopt;
    if (condition.kind == BoundKind::Has && test->has_mask) return std::nullopt;
    return test;
}

/// 64 bytes of 0 or 1 to a word.
std::uint64_t packed(const std::uint8_t* truths) {
#ifdef __AVX2__
    const auto half = [truths](std::size_t at) {
        const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(truths + at));
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(bytes, 7)));
    };
    return half(0) | std::uint64_t{half(32)} << 32;
#else
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, truths + 8 * i, 8);
        // Each byte's bit is moved to a place of its own in the highest byte of the product.
        word |= (bytes * 0x0102040810204080U >> 56) << (8 * i);
    }
    return word;
#endif
}

/// "(value & mask) - low <= span", which is a range in one comparison, for 64 values at a time.
template <typename Bare>
class RangeTest {
public:
    RangeTest(Bare mask, Bare low, Bare span)
#ifdef __AVX512BW__
        : mask_(spread(mask)), low_(spread(low)), span_(spread(span)){}
#else
        : mask_(mask), low_(low), span_(span) {
    }
#endif

          [[nodiscard]] std::uint64_t
          operator()(const Bare* values) const {
#ifdef __AVX512BW__
        constexpr std::size_t kLanes = 64 / sizeof(Bare);
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < sizeof(Bare); ++i) {
            const __m512i raw = _mm512_loadu_si512(values + i * kLanes);
            word |= compared(_mm512_and_si512(raw, mask_)) << (i * kLanes);
        }
        return word;
#else
        alignas(64) std::uint8_t truths[64];
        for (std::size_t i = 0; i < 64; ++i)
            truths[i] = static_cast<Bare>((values[i] & mask_) - low_) <= span_;
        return packed(truths);
#endif
    }

private:
#ifdef __AVX512BW__
    static __m512i spread(Bare value) {
        if constexpr (sizeof(Bare) == 1) return _mm512_set1_epi8(static_cast<char>(value));
        if constexpr (sizeof(Bare) == 2) return _mm512_set1_epi16(static_cast<short>(value));
        if constexpr (sizeof(Bare) == 4) return _mm512_set1_epi32(static_cast<int>(value));
        if constexpr (sizeof(Bare) == 8)
            return _mm512_set1_epi64(static_cast<long long>(value)); // NOLINT: the type it takes
    }
    [[nodiscard]] std::uint64_t compared(__m512i values) const {
        if constexpr (sizeof(Bare) == 1)
            return _mm512_cmple_epu8_mask(_mm512_sub_epi8(values, low_), span_);
        if constexpr (sizeof(Bare) == 2)
            return _mm512_cmple_epu16_mask(_mm512_sub_epi16(values, low_), span_);
        if constexpr (sizeof(Bare) == 4)
            return _mm512_cmple_epu32_mask(_mm512_sub_epi32(values, low_), span_);
        if constexpr (sizeof(Bare) == 8)
            return _mm512_cmple_epu64_mask(_mm512_sub_epi64(values, low_), span_);
    }
    __m512i mask_;
    __m512i low_;
    __m512i span_;
#else
    Bare mask_;
    Bare low_;
    Bare span_;
#endif
};

/// One range over full words of values: the values behind the last row can be read.
template <typename T>
void scan_range(const ScanTest& test, Range range, std::size_t word,
                std::span<std::uint64_t> bits) {
    using Bare = std::make_unsigned_t<T>;
    const auto* values = reinterpret_cast<const Bare*>(test.column.values) + word * 64;
    const auto low = static_cast<Bare>(range.first);
    const RangeTest<Bare> matches(static_cast<Bare>(test.mask), low,
                                  static_cast<Bare>(static_cast<Bare>(range.second) - low));
    for (std::uint64_t& result : bits) {
        result |= matches(values);
        values += 64;
    }
}

/// The part of the range that values of the type (under a mask: without sign) can have.
template <typename T>
std::optional<Range> clipped(Range range, bool has_mask) {
    using Bare = std::make_unsigned_t<T>;
    std::int64_t least = +std::numeric_limits<T>::min();
    std::int64_t most = INT64_MAX;
    if constexpr (sizeof(T) == 8) {
        least = has_mask ? 0 : INT64_MIN;
    } else {
        if (has_mask) least = 0;
        most = has_mask ? std::int64_t{std::numeric_limits<Bare>::max()}
                        : std::int64_t{std::numeric_limits<T>::max()};
    }
    range.first = std::max(range.first, least);
    range.second = std::min(range.second, most);
    if (range.first > range.second) return std::nullopt;
    return range;
}

void run_ranges(const ScanTest& test, std::size_t word, std::span<std::uint64_t> bits) {
    treelog::visit_type(test.column.type, [&]<typename T>(T*) {
        for (const Range& range : test.ranges)
            if (const auto possible = clipped<T>(range, test.has_mask))
                scan_range<T>(test, *possible, word, bits);
    });
}

/// Bytes tell all sizes but those that are cut off. These are looked at one by one where a range
/// begins or ends among them.
void run_sizes(const ScanTest& test, std::size_t word, std::span<std::uint64_t> bits) {
    constexpr std::int64_t kCutOff = SubtreeSizes::kCutOff;
    bool is_told = true;
    for (Range range : test.ranges) {
        const bool is_all = range.first <= kCutOff && range.second >= UINT32_MAX;
        is_told = is_told && (is_all || range.second < kCutOff);
        range.second = std::min(range.second, is_all ? kCutOff : kCutOff - 1);
        if (const auto possible = clipped<std::uint8_t>(range, false))
            scan_range<std::uint8_t>(test, *possible, word, bits);
    }
    if (is_told) return;
    std::array<std::uint64_t, kScanWords> large{};
    scan_range<std::uint8_t>(test, {kCutOff, kCutOff}, word, std::span(large.data(), bits.size()));
    for (std::size_t i = 0; i < bits.size(); ++i)
        for (std::uint64_t left = large[i]; left != 0; left &= left - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(left));
            const auto row = static_cast<Row>((word + i) * 64 + bit);
            if (contains(test.ranges, (*test.sizes)[row])) bits[i] |= std::uint64_t{1} << bit;
        }
}

/// A column that exists only here, where it is looked at.
void run_beside(const ScanTest& test, Row rows, std::size_t word, std::span<std::uint64_t> bits) {
    alignas(64) std::array<std::uint8_t, kScanWords * 64> values{};
    const auto first = static_cast<Row>(word * 64);
    const std::size_t count = std::min<std::size_t>(bits.size() * 64, rows - first);
    const std::size_t skipped = first == 0 ? 1 : 0;
    if (skipped != 0) values[0] = test.sizes->beside(0);
    test.sizes->put_beside(first + static_cast<Row>(skipped),
                           std::span(values).subspan(skipped, count - skipped));
    ScanTest computed = test;
    computed.column.values = reinterpret_cast<const std::byte*>(values.data());
    run_ranges(computed, 0, bits);
}

void run_test(const ScanTest& test, const Forest& forest, std::size_t word,
              std::span<std::uint64_t> bits) {
    std::fill(bits.begin(), bits.end(), std::uint64_t{0});
    if (test.is_beside)
        run_beside(test, forest.rows(), word, bits);
    else if (test.sizes != nullptr)
        run_sizes(test, word, bits);
    else
        run_ranges(test, word, bits);
    if (test.is_inverted)
        for (std::uint64_t& result : bits) result = ~result;
    if (test.column.validity == nullptr) return;
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] &= (*test.column.validity)[word + i];
}

void run_evaluator(const BoundExpression& condition, const Forest& forest, Evaluator& evaluator,
                   std::size_t word, std::span<std::uint64_t> bits) {
    Truths truths;
    constexpr std::size_t kWords = kBatch / 64;
    for (std::size_t i = 0; i < bits.size(); i += kWords) {
        const auto first = static_cast<Row>((word + i) * 64);
        const std::size_t words = std::min(kWords, bits.size() - i);
        const std::size_t count = std::min<std::size_t>(words * 64, forest.rows() - first);
        evaluator.evaluate(condition, evaluator.dense(first, count), truths);
        std::memset(truths.data() + count, 0, words * 64 - count);
        for (std::size_t w = 0; w < words; ++w) bits[i + w] = packed(truths.data() + w * 64);
    }
}

void scan_words(const BoundExpression& condition, const Forest& forest, Evaluator& evaluator,
                std::size_t word, std::span<std::uint64_t> bits) {
    switch (condition.kind) {
    case BoundKind::Constant:
        std::fill(bits.begin(), bits.end(),
                  condition.number != 0 ? ~std::uint64_t{0} : std::uint64_t{0});
        return;
    case BoundKind::Not:
        scan_words(condition.operand(), forest, evaluator, word, bits);
        for (std::uint64_t& each : bits) each = ~each;
        return;
    case BoundKind::And:
    case BoundKind::Or: {
        if (!is_scannable(condition, forest)) break;
        std::array<std::uint64_t, kScanWords> second;
        const std::span<std::uint64_t> others(second.data(), bits.size());
        scan_words(condition.operand(0), forest, evaluator, word, bits);
        scan_words(condition.operand(1), forest, evaluator, word, others);
        for (std::size_t i = 0; i < bits.size(); ++i)
            bits[i] = condition.kind == BoundKind::And ? bits[i] & others[i] : bits[i] | others[i];
        return;
    }
    default:
        if (const auto test = test_of(condition, forest))
            return run_test(*test, forest, word, bits);
        break;
    }
    run_evaluator(condition, forest, evaluator, word, bits);
}

} // namespace

bool is_scannable(const BoundExpression& condition, const Forest& forest) {
    switch (condition.kind) {
    case BoundKind::Constant: return true;
    case BoundKind::And:
    case BoundKind::Or:
    case BoundKind::Not:
        return std::all_of(
            condition.operands.begin(), condition.operands.end(),
            [&forest](const BoundPtr& operand) { return is_scannable(*operand, forest); });
    default: return test_of(condition, forest).has_value();
    }
}

void scan(const BoundExpression& condition, const Forest& forest, Evaluator& evaluator,
          std::size_t word, std::span<std::uint64_t> bits) {
    for (std::size_t i = 0; i < bits.size(); i += kScanWords)
        scan_words(condition, forest, evaluator, word + i,
                   bits.subspan(i, std::min(kScanWords, bits.size() - i)));
    // Behind the last row there is nothing that could be true.
    const std::size_t behind = (word + bits.size()) * 64;
    if (behind > forest.rows() && !bits.empty()) {
        const std::size_t kept = 64 - (behind - forest.rows());
        bits.back() &= kept == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << kept) - 1;
    }
}

} // namespace gtql
