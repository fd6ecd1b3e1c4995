#include "engine/base/suggestion.hpp"

#include "engine/base/parse.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace rata {

namespace {

/// The least number of letters changed, added, lost, or swapped with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::vector<std::size_t> row(b.size() + 1, i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({changed, last[j] + 1, row[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = std::move(last);
        last = std::move(row);
    }
    return last[b.size()];
}

std::string in_lower_case(std::string_view name) {
    std::string lower(name);
    for (char& c : lower) c = to_lower(c);
    return lower;
}

} // namespace

std::optional<std::string> nearest_name(std::string_view wanted,
                                        std::span<const std::string> known) {
    constexpr std::size_t kLongestCompared = 64; // the comparison takes the product of the lengths
    if (wanted.size() > kLongestCompared) return std::nullopt;
    const std::string lower = in_lower_case(wanted);
    std::size_t best = 1 + (wanted.size() + 1) / 3;
    std::optional<std::string> nearest;
    for (const std::string& name : known) {
        if (name.size() > kLongestCompared) continue;
        const std::string other = in_lower_case(name);
        std::size_t distance = edit_distance(lower, other);
        // "CUT" for "CUTNode": half a name is how people abbreviate.
        const bool begins = wanted.size() >= 2 && other.starts_with(lower);
        if (begins) distance = std::min<std::size_t>(distance, 1);
        if (distance >= best) continue;
        best = distance;
        nearest = name;
    }
    return nearest;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string> known) {
    const auto nearest = nearest_name(wanted, known);
    return nearest ? "; did you mean " + in_quotes(*nearest) + "?" : std::string{};
}

} // namespace rata
