#include "logging/treelog/packing.hpp"

#include "logging/treelog/dictionary_look_up.hpp"
#include "logging/treelog/large_sizes.hpp"

#include <algorithm>
#include <array>

namespace treelog {

namespace {

/// Bits lie in planes: the first `bytes` values in the low bits of as many bytes, the next ones in
/// the bits above, ... So both directions are loops over whole arrays, which compilers vectorise.
constexpr std::size_t plane_bytes(std::size_t count, unsigned bits) {
    return (count * bits + 7) / 8;
}

template <typename T>
void pack_bits(std::span<const T> numbers, T base, unsigned bits, Bytes& target) {
    if (bits == 0) return;
    const std::size_t start = target.size();
    if (bits > 8) {
        target.resize(start + numbers.size() * bits / 8);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto over = static_cast<std::uint64_t>(static_cast<T>(numbers[i] - base));
            std::memcpy(target.data() + start + i * bits / 8, &over, bits / 8);
        }
        return;
    }
    const std::size_t bytes = plane_bytes(numbers.size(), bits);
    const auto mask = static_cast<T>((1U << bits) - 1);
    target.resize(start + bytes);
    for (std::size_t plane = 0; plane * bytes < numbers.size(); ++plane) {
        const auto part =
            numbers.subspan(plane * bytes, std::min(bytes, numbers.size() - plane * bytes));
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto over = static_cast<T>(static_cast<T>(part[i] - base) & mask);
            target[start + i] |= std::byte(static_cast<unsigned>(over) << (plane * bits));
        }
    }
}

template <typename Narrow, typename T>
void widen(const std::byte* from, T base, std::span<T> numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        Narrow narrow{};
        std::memcpy(&narrow, from + i * sizeof narrow, sizeof narrow);
        numbers[i] = static_cast<T>(base + narrow);
    }
}

/// The bytes are as many as needed.
template <typename T>
void unpack_bits(std::span<const std::byte> from, T base, unsigned bits, std::span<T> numbers) {
    if (bits == 0) return std::fill(numbers.begin(), numbers.end(), base);
    if (bits == 16) return widen<std::uint16_t>(from.data(), base, numbers);
    if (bits == 32) return widen<std::uint32_t>(from.data(), base, numbers);
    const std::size_t bytes = plane_bytes(numbers.size(), bits);
    const auto mask = static_cast<std::uint8_t>((1U << bits) - 1);
    for (std::size_t plane = 0; plane * bytes < numbers.size(); ++plane) {
        const auto part =
            numbers.subspan(plane * bytes, std::min(bytes, numbers.size() - plane * bytes));
        const auto shift = static_cast<unsigned>(plane * bits);
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto byte = static_cast<std::uint8_t>(from[i]);
            part[i] = static_cast<T>(base + static_cast<std::uint8_t>(byte >> shift & mask));
        }
    }
}

/// Bits that a packing can use for numbers up to `max`: a power of two, so that none lies across
/// bytes.
unsigned bits_for(std::uint64_t max) {
    const auto needed = static_cast<unsigned>(std::bit_width(max));
    return needed == 0 ? 0 : static_cast<unsigned>(std::bit_ceil(needed));
}

// --- exceptions ----------------------------------------------------------------------------------

template <typename T>
void pack_exceptions(std::span<const T> numbers, T base, unsigned bits, Bytes& target) {
    ByteWriter writer(target);
    std::vector<std::uint16_t> places;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if ((static_cast<std::uint64_t>(static_cast<T>(numbers[i] - base)) >> bits) != 0)
            places.push_back(static_cast<std::uint16_t>(i));
    writer.fixed(static_cast<std::uint32_t>(places.size()));
    writer.bytes(std::as_bytes(std::span(places)));
    for (const std::uint16_t place : places) writer.fixed(numbers[place]);
}

/// Calls `take(place, value)` for each of the exceptions to so many numbers. False if there cannot
/// be such ones.
template <typename T, typename Take>
bool for_exceptions(ByteReader reader, std::size_t numbers, Take take) {
    const auto count = reader.fixed<std::uint32_t>();
    if (count > numbers) return false;
    const auto places = reader.take(std::size_t{count} * sizeof(std::uint16_t));
    const auto values = reader.take(std::size_t{count} * sizeof(T));
    if (!reader.is_at_end()) return false;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t place = 0;
        T value{};
        std::memcpy(&place, places.data() + i * sizeof place, sizeof place);
        std::memcpy(&value, values.data() + i * sizeof value, sizeof value);
        if (place >= numbers) return false;
        take(place, value);
    }
    return true;
}

// --- dictionaries --------------------------------------------------------------------------------

/// The different values in ascending order, if they are few.
template <typename T>
std::optional<std::vector<T>> different_values(std::span<const T> numbers) {
    constexpr std::size_t kPlaces = 1024;
    std::array<T, kPlaces> values{};
    std::array<bool, kPlaces> used{};
    std::vector<T> found;
    for (const T number : numbers) {
        std::size_t place = std::uint64_t{number} * 0x9E3779B97F4A7C15ULL >> 54;
        while (used[place] && values[place] != number) place = (place + 1) % kPlaces;
        if (used[place]) continue;
        used[place] = true;
        values[place] = number;
        found.push_back(number);
        if (found.size() > kMaxDictionary) return std::nullopt;
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// The places of numbers in a list. Numbers of two bytes have a table of all that there can be: of
/// what a log takes to write, half was spent on searching lists.
template <typename T>
class Places {
public:
    explicit Places(const std::vector<T>& values) {
        if constexpr (sizeof(T) <= 2) {
            places_.resize(std::size_t{1} << 8 * sizeof(T));
            for (std::size_t i = 0; i < values.size(); ++i)
                places_[values[i]] = static_cast<std::uint16_t>(i);
        } else {
            for (const T value : values)
                sorted_.emplace_back(value, static_cast<std::uint16_t>(sorted_.size()));
            std::sort(sorted_.begin(), sorted_.end());
        }
    }
    [[nodiscard]] std::uint16_t of(T value) const {
        if constexpr (sizeof(T) <= 2) return places_[value];
        return std::lower_bound(sorted_.begin(), sorted_.end(), Place(value, 0))->second;
    }

private:
    using Place = std::pair<T, std::uint16_t>;
    std::vector<std::uint16_t> places_{};
    std::vector<Place> sorted_{};
};

template <typename T>
void pack_dictionary(std::span<const T> numbers, const std::vector<T>& values, unsigned bits,
                     Bytes& target) {
    ByteWriter writer(target);
    writer.fixed(static_cast<std::uint16_t>(values.size()));
    for (const T value : values) writer.fixed(value);
    std::vector<std::uint8_t> codes(numbers.size());
    const Places<T> places(values);
    std::transform(numbers.begin(), numbers.end(), codes.begin(),
                   [&places](T number) { return static_cast<std::uint8_t>(places.of(number)); });
    pack_bits<std::uint8_t>(codes, 0, bits, target);
}

template <typename T>
bool unpack_dictionary(std::span<const std::byte> bytes, unsigned bits, std::span<T> numbers) {
    ByteReader reader(bytes);
    const auto size = reader.fixed<std::uint16_t>();
    if (size > kMaxDictionary) return false;
    std::array<T, kMaxDictionary> values{}; // whole, so that no code is out of reach
    for (std::size_t i = 0; i < size; ++i) values[i] = reader.fixed<T>();
    const auto packed = reader.take(plane_bytes(numbers.size(), bits));
    if (!reader.is_at_end()) return false;
    if (bits == 8) {
        look_up(packed, values, numbers);
        return true;
    }
    const std::size_t plane = plane_bytes(numbers.size(), bits);
    const auto mask = static_cast<std::uint8_t>((1U << bits) - 1);
    for (std::size_t first = 0, shift = 0; first < numbers.size(); first += plane, shift += bits) {
        const auto part = numbers.subspan(first, std::min(plane, numbers.size() - first));
        for (std::size_t i = 0; i < part.size(); ++i)
            part[i] = values[static_cast<std::uint8_t>(packed[i]) >> shift & mask];
    }
    return true;
}

// --- ranks ---------------------------------------------------------------------------------------

constexpr std::size_t kMaxRanks = 8192;

template <typename T>
struct Run {
    T value{};
    std::size_t count = 0;
};

/// The different values in ascending order, and how often each of them occurs.
template <typename T>
std::vector<Run<T>> counted(std::span<const T> numbers) {
    std::vector<Run<T>> runs;
    if constexpr (sizeof(T) <= 2) {
        std::vector<std::uint32_t> counts(std::size_t{1} << 8 * sizeof(T));
        for (const T number : numbers) ++counts[number];
        for (std::size_t i = 0; i < counts.size(); ++i)
            if (counts[i] != 0) runs.push_back({static_cast<T>(i), counts[i]});
    } else {
        std::vector<T> sorted(numbers.begin(), numbers.end());
        std::sort(sorted.begin(), sorted.end());
        for (const T value : sorted) {
            if (runs.empty() || runs.back().value != value) runs.push_back({value, 0});
            ++runs.back().count;
        }
    }
    return runs;
}

/// The different values, the most frequent first; none if they are too many to be worth it.
template <typename T>
std::vector<T> by_frequency(std::span<const T> numbers) {
    std::vector<Run<T>> runs = counted(numbers);
    std::vector<T> values;
    if (runs.size() > kMaxRanks || runs.size() > numbers.size() / 8) return values;
    std::stable_sort(runs.begin(), runs.end(),
                     [](const Run<T>& a, const Run<T>& b) { return a.count > b.count; });
    for (const Run<T>& run : runs) values.push_back(run.value);
    return values;
}

template <typename T>
void pack_ranks(std::span<const T> numbers, const std::vector<T>& values, Bytes& target) {
    const Places<T> ranks(values);
    ByteWriter writer(target);
    writer.fixed(static_cast<std::uint16_t>(values.size()));
    for (const T value : values) writer.fixed(value);
    const std::size_t start = target.size();
    target.resize(start + 2 * numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::uint16_t rank = ranks.of(numbers[i]);
        target[start + i] = static_cast<std::byte>(rank & 0xFF);
        target[start + numbers.size() + i] = static_cast<std::byte>(rank >> 8);
    }
}

template <typename T>
bool unpack_ranks(std::span<const std::byte> bytes, std::span<T> numbers) {
    ByteReader reader(bytes);
    const std::size_t size = reader.fixed<std::uint16_t>();
    if (size == 0 || size > kMaxRanks) return false;
    std::vector<T> values(size);
    for (T& value : values) value = reader.fixed<T>();
    const auto low = reader.take(numbers.size());
    const auto high = reader.take(numbers.size());
    if (!reader.is_at_end()) return false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto rank = static_cast<std::size_t>(low[i]) | static_cast<std::size_t>(high[i]) << 8;
        if (rank >= size) return false;
        numbers[i] = values[rank];
    }
    return true;
}

// --- planes --------------------------------------------------------------------------------------

template <typename T>
void pack_planes(std::span<const T> numbers, Bytes& target) {
    const std::size_t start = target.size();
    target.resize(start + numbers.size_bytes());
    for (std::size_t plane = 0; plane < sizeof(T); ++plane) {
        std::byte* to = target.data() + start + plane * numbers.size();
        for (std::size_t i = 0; i < numbers.size(); ++i)
            to[i] = static_cast<std::byte>(numbers[i] >> (8 * plane) & 0xFF);
    }
}

template <typename T>
void unpack_planes(std::span<const std::byte> bytes, std::span<T> numbers) {
    std::fill(numbers.begin(), numbers.end(), T{0});
    for (std::size_t plane = 0; plane < sizeof(T); ++plane) {
        const std::byte* from = bytes.data() + plane * numbers.size();
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] |= static_cast<T>(static_cast<T>(from[i]) << (8 * plane));
    }
}

// --- the choice ----------------------------------------------------------------------------------

/// What packings of the exceptional kind may have, and so what is counted of a column.
constexpr std::array<unsigned, 5> kPatchedBits{0, 1, 2, 4, 8};

template <typename T>
struct Shape {
    T min{};
    T max{};
    /// How many of the numbers need more than kPatchedBits, each.
    std::array<std::uint32_t, kPatchedBits.size()> beyond{};
};

/// Loops that look at one thing each, over parts so short that every count fits a byte: compilers
/// make vectors of them.
template <typename T>
Shape<T> shape_of(std::span<const T> numbers) {
    constexpr std::size_t kPart = 255;
    Shape<T> shape{.min = numbers.front(), .max = numbers.front()};
    for (std::size_t first = 0; first < numbers.size(); first += kPart) {
        const auto part = numbers.subspan(first, std::min(kPart, numbers.size() - first));
        for (const T number : part) shape.min = std::min(shape.min, number);
        for (const T number : part) shape.max = std::max(shape.max, number);
        for (std::size_t i = 0; i < kPatchedBits.size(); ++i) {
            if (kPatchedBits[i] >= 8 * sizeof(T)) break;
            const auto most = static_cast<T>((std::uint64_t{1} << kPatchedBits[i]) - 1);
            T count{};
            for (const T number : part) count += static_cast<T>(number > most ? 1 : 0);
            shape.beyond[i] += static_cast<std::uint32_t>(count);
        }
    }
    return shape;
}

struct Choice {
    PackingHead head{};
    std::size_t bytes = 0;
};

/// The cheapest with exceptions. Their base is 0: numbers that are worth it come from a prediction,
/// and are mostly 0.
template <typename T>
Choice best_patched(const Shape<T>& shape, std::size_t count) {
    Choice best{.bytes = count * sizeof(T) + 1};
    for (std::size_t i = 0; i < kPatchedBits.size(); ++i) {
        const unsigned bits = kPatchedBits[i];
        if (bits >= 8 * sizeof(T)) break;
        const std::size_t bytes =
            plane_bytes(count, bits) + sizeof(std::uint32_t) + shape.beyond[i] * (2 + sizeof(T));
        if (bytes < best.bytes)
            best = {{.packing = Packing::Patched, .bits = static_cast<std::uint8_t>(bits)}, bytes};
    }
    return best;
}

template <typename T>
Choice smallest(std::span<const T> numbers, const Shape<T>& shape,
                const std::optional<std::vector<T>>& values) {
    const std::size_t count = numbers.size();
    Choice best{{.packing = Packing::Raw}, numbers.size_bytes()};
    const auto offer = [&best](const Choice& choice) {
        if (choice.bytes < best.bytes) best = choice;
    };
    const unsigned bits = bits_for(static_cast<T>(shape.max - shape.min));
    offer({{.packing = Packing::Bits, .bits = static_cast<std::uint8_t>(bits), .base = shape.min},
           (count * bits + 7) / 8});
    offer(best_patched(shape, count));
    if (values) {
        const unsigned places = std::max(bits_for(values->size() - 1), 1U);
        offer({{.packing = Packing::Dictionary, .bits = static_cast<std::uint8_t>(places)},
               2 + values->size() * sizeof(T) + plane_bytes(count, places)});
    }
    return best;
}

/// A compressor finds repetitions of whole bytes; what is rare it had better not see among them.
template <typename T>
Choice most_compressible(std::span<const T> numbers, const Shape<T>& shape,
                         const std::optional<std::vector<T>>& values) {
    constexpr std::size_t kRare = 32;
    const std::size_t count = numbers.size();
    if (shape.beyond.front() < count / kRare) return {{.packing = Packing::Patched, .bits = 0}};
    if (static_cast<T>(shape.max - shape.min) <= 0xFF)
        return sizeof(T) == 1 ? Choice{{.packing = Packing::Raw}}
                              : Choice{{.packing = Packing::Bits, .bits = 8, .base = shape.min}};
    if (values) return {{.packing = Packing::Dictionary, .bits = 8}};
    if (shape.beyond.back() < count / kRare) return {{.packing = Packing::Patched, .bits = 8}};
    return {{.packing = Packing::Planes}};
}

} // namespace

template <typename T>
PackingHead pack(std::span<const T> numbers, PackingGoal goal, Bytes& target) {
    const Shape<T> shape = shape_of(numbers);
    if (shape.min == shape.max) return {.packing = Packing::Constant, .base = shape.min};
    if (goal == PackingGoal::Rank && sizeof(T) > 1) {
        if (const auto ranked = by_frequency(numbers); !ranked.empty()) {
            pack_ranks(numbers, ranked, target);
            return {.packing = Packing::Ranked};
        }
    }
    const bool is_narrow = sizeof(T) == 1 || static_cast<T>(shape.max - shape.min) <= 3;
    const auto values = is_narrow ? std::nullopt : different_values(numbers);
    const PackingHead head = (goal == PackingGoal::Size ? smallest(numbers, shape, values)
                                                        : most_compressible(numbers, shape, values))
                                 .head;
    ByteWriter writer(target);
    switch (head.packing) {
    case Packing::Constant: break;
    case Packing::Raw: writer.bytes(std::as_bytes(numbers)); break;
    case Packing::Bits: pack_bits(numbers, static_cast<T>(head.base), head.bits, target); break;
    case Packing::Dictionary: pack_dictionary(numbers, *values, head.bits, target); break;
    case Packing::Patched:
        pack_bits(numbers, T{0}, head.bits, target);
        pack_exceptions(numbers, T{0}, head.bits, target);
        break;
    case Packing::Planes: pack_planes(numbers, target); break;
    case Packing::Ranked: // done above
    case Packing::Modelled: break;
    }
    return head;
}

template <typename T>
bool unpack(const PackingHead& head, std::span<const std::byte> bytes, std::span<T> numbers) {
    const auto base = static_cast<T>(head.base);
    const unsigned bits = head.bits;
    const bool bits_fit = bits <= 8 * sizeof(T) && (bits == 0 || std::has_single_bit(bits));
    const std::size_t plain =
        bits > 8 ? numbers.size() * bits / 8 : plane_bytes(numbers.size(), bits);
    switch (head.packing) {
    case Packing::Constant: std::fill(numbers.begin(), numbers.end(), base); return bytes.empty();
    case Packing::Raw:
        if (bytes.size() != numbers.size_bytes()) return false;
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
        return true;
    case Packing::Bits:
        if (!bits_fit || bits > 32 || bytes.size() != plain) return false;
        unpack_bits(bytes, base, bits, numbers);
        return true;
    case Packing::Dictionary:
        return bits != 0 && bits <= 8 && std::has_single_bit(bits) &&
               unpack_dictionary(bytes, bits, numbers);
    case Packing::Patched:
        if (!bits_fit || bits > 8 || bytes.size() < plain) return false;
        unpack_bits(bytes.first(plain), base, bits, numbers);
        return for_exceptions<T>(ByteReader(bytes.subspan(plain)), numbers.size(),
                                 [numbers](std::size_t place, T value) { numbers[place] = value; });
    case Packing::Planes:
        if (bytes.size() != numbers.size_bytes()) return false;
        unpack_planes(bytes, numbers);
        return true;
    case Packing::Ranked: return unpack_ranks(bytes, numbers);
    case Packing::Modelled: return false;
    }
    return false;
}

bool unpack_cut_off(const PackingHead& head, std::span<const std::byte> bytes,
                    std::span<std::uint8_t> cut_off, std::vector<LargeSize>& large) {
    const bool bits_fit = head.bits <= 8 && (head.bits == 0 || std::has_single_bit(head.bits));
    const std::size_t plain = plane_bytes(cut_off.size(), head.bits);
    if (head.packing != Packing::Patched || head.base != 0 || !bits_fit || bytes.size() < plain)
        return false;
    unpack_bits(bytes.first(plain), std::uint8_t{0}, head.bits, cut_off);
    return put_large_sizes(bytes.subspan(plain), cut_off, large);
}

template PackingHead pack(std::span<const std::uint8_t>, PackingGoal, Bytes&);
template PackingHead pack(std::span<const std::uint16_t>, PackingGoal, Bytes&);
template PackingHead pack(std::span<const std::uint32_t>, PackingGoal, Bytes&);
template PackingHead pack(std::span<const std::uint64_t>, PackingGoal, Bytes&);
template bool unpack(const PackingHead&, std::span<const std::byte>, std::span<std::uint8_t>);
template bool unpack(const PackingHead&, std::span<const std::byte>, std::span<std::uint16_t>);
template bool unpack(const PackingHead&, std::span<const std::byte>, std::span<std::uint32_t>);
template bool unpack(const PackingHead&, std::span<const std::byte>, std::span<std::uint64_t>);

} // namespace treelog
