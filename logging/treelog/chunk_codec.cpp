#include "logging/treelog/chunk_codec.hpp"

#include "logging/treelog/checksum.hpp"
#include "logging/treelog/column_statistics.hpp"
#include "logging/treelog/compressor.hpp"
#include "logging/treelog/tree_shape.hpp"

#include <algorithm>
#include <type_traits>

namespace treelog {

using format::Codec;
using format::ColumnEntry;

namespace {

Error corrupt(const std::string& what) {
    return Error{.code = ErrorCode::Corrupt, .message = what, .where = {}};
}

// --- values and numbers --------------------------------------------------------------------------

/// Packing works on numbers without sign of which most are small.
template <typename T>
std::make_unsigned_t<T> to_number(T value) {
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_unsigned_v<T>)
        return value;
    else
        return static_cast<U>(static_cast<U>(value) << 1 ^ static_cast<U>(value < 0 ? ~U{0} : 0));
}

template <typename T>
T from_number(std::make_unsigned_t<T> number) {
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_unsigned_v<T>)
        return number;
    else
        return static_cast<T>(static_cast<U>(number >> 1 ^ (0U - (number & 1U))));
}

/// Any column as numbers of one type. Wider values are cut off: no guess looks at such columns.
std::vector<std::int32_t> widened(const ColumnView& view) {
    std::vector<std::int32_t> numbers(view.count);
    visit_type(view.type, [&]<typename T>(T*) {
        std::transform(view.as<T>().begin(), view.as<T>().end(), numbers.begin(),
                       [](T value) { return static_cast<std::int32_t>(as_number(value)); });
    });
    return numbers;
}

void note_nulls(const Schema& schema, Neighbours& neighbours) {
    const auto null_of_role = [&schema](Role role) -> std::optional<std::int32_t> {
        const auto attribute = schema.find_role(role);
        if (!attribute || !schema.attributes[*attribute].null_value) return std::nullopt;
        return static_cast<std::int32_t>(*schema.attributes[*attribute].null_value);
    };
    neighbours.eval_null = null_of_role(Role::Eval);
    neighbours.value_null = null_of_role(Role::Value);
}

// --- encoding ------------------------------------------------------------------------------------

class ChunkEncoder {
public:
    ChunkEncoder(const Schema& schema, Profile profile, const ChunkColumns& chunk)
        : schema_(schema), profile_(profile), chunk_(chunk) {}

    void encode(format::ChunkRecord& record, Bytes& data) {
        for (std::size_t place = 0; place < chunk_.values.size(); ++place)
            record.columns.push_back(encode_column(column_at(schema_, place), data));
    }

private:
    ColumnEntry encode_column(ColumnId id, Bytes& data) {
        const ColumnView view = view_of(id);
        ColumnEntry entry{.id = id, .statistics = measure(view, null_of(schema_, id))};
        if (id == ColumnId::Size && profile_ == Profile::Small) {
            entry.predictor = Predictor::Derived;
            return entry;
        }
        visit_type(view.type, [&]<typename T>(T*) { encode_values(view.as<T>(), entry, data); });
        return entry;
    }

    [[nodiscard]] ColumnView view_of(ColumnId id) const {
        return {.type = type_of(schema_, id),
                .count = chunk_.info.count,
                .data = chunk_.values[place_of(schema_, id)].data()};
    }

    template <typename T>
    void encode_values(std::span<const T> values, ColumnEntry& entry, Bytes& data) {
        using U = std::make_unsigned_t<T>;
        std::vector<U> numbers(values.size());
        if (entry.id == ColumnId::Level) {
            entry.predictor = Predictor::Step;
            T before{};
            for (std::size_t i = 0; i < values.size(); ++i) {
                numbers[i] = static_cast<U>(values[i] - before + 1);
                before = values[i];
            }
        } else if (!predict(entry, std::span(numbers))) {
            std::transform(values.begin(), values.end(), numbers.begin(), to_number<T>);
        }
        const bool compresses = profile_ == Profile::Small || is_cold(entry.id);
        packed_.clear();
        entry.packing =
            pack<U>(numbers, compresses ? PackingGoal::Compress : PackingGoal::Size, packed_);
        if (entry.packing.packing == Packing::Raw && entry.predictor == Predictor::None)
            std::memcpy(packed_.data(), values.data(), values.size_bytes());
        const std::size_t before = data.size();
        store(compresses, entry, data);
        if (entry.packing.packing == Packing::Planes) try_ranks<U>(numbers, before, entry, data);
    }

    /// Where two bytes a value are not predictable, ranks often are the smaller thing to compress.
    template <typename U>
    void try_ranks(std::span<const U> numbers, std::size_t before, ColumnEntry& entry,
                   Bytes& data) {
        packed_.clear();
        ColumnEntry ranked = entry;
        ranked.packing = pack<U>(numbers, PackingGoal::Rank, packed_);
        if (ranked.packing.packing != Packing::Ranked) return;
        Bytes other;
        store(true, ranked, other);
        if (other.size() >= entry.stored_size) return;
        data.resize(before);
        ranked.offset = before;
        ByteWriter(data).bytes(other);
        entry = ranked;
    }

    /// Columns that queries like to scan stay as they are in the fast profile.
    template <typename U>
    bool predict(ColumnEntry& entry, std::span<U> numbers) {
        if (!is_attribute(entry.id)) return false;
        const auto place = static_cast<std::size_t>(entry.id);
        const Attribute& attribute = schema_.attributes[place];
        const Predictor predictor = predictor_for(schema_, place);
        if (predictor == Predictor::None) return false;
        if (profile_ == Profile::Fast && attribute.role == Role::Outcome) return false;
        for (const Role role : neighbours_of(predictor)) load(role);
        const auto values = widened(view_of(entry.id));
        std::vector<std::uint32_t> surprises(values.size());
        if (neighbours_.level.empty()) neighbours_.level = widened(view_of(ColumnId::Level));
        if (!to_surprises(predictor, attribute, neighbours_, values, surprises)) return false;
        std::transform(surprises.begin(), surprises.end(), numbers.begin(),
                       [](std::uint32_t number) { return static_cast<U>(number); });
        entry.predictor = predictor;
        return true;
    }

    void load(Role role) {
        const auto attribute = schema_.find_role(role);
        if (!attribute || !neighbours_.of(role)->empty()) return;
        *neighbours_.of(role) = widened(view_of(attribute_column(*attribute)));
        note_nulls(schema_, neighbours_);
    }

    /// Raw values lie at multiples of 64, where a query can scan them as they are.
    void store(bool compresses, ColumnEntry& entry, Bytes& data) {
        entry.packed_size = packed_.size();
        if (entry.packing.packing == Packing::Raw && !compresses)
            ByteWriter(data).pad(format::kAlignment);
        entry.offset = data.size();
        if (compresses && compress(packed_, data)) {
            entry.codec = Codec::Zstd;
        } else {
            ByteWriter(data).bytes(packed_);
        }
        entry.stored_size = data.size() - entry.offset;
        entry.checksum = checksum(std::span(data).subspan(entry.offset));
    }

    /// Attributes that queries rarely scan, and that take much space as they are.
    [[nodiscard]] bool is_cold(ColumnId id) const {
        if (!is_attribute(id)) return false;
        const Attribute& attribute = schema_.attributes[static_cast<std::size_t>(id)];
        switch (attribute.role) {
        case Role::Alpha:
        case Role::Beta:
        case Role::Value:
        case Role::Eval:
        case Role::Ply:
        case Role::MoveIndex: return true;
        default: return attribute.kind == Kind::Move;
        }
    }

    const Schema& schema_;
    Profile profile_;
    const ChunkColumns& chunk_;
    Bytes packed_{};
    Neighbours neighbours_{};
};

// --- decoding ------------------------------------------------------------------------------------

/// The bytes of a column before the compressor; they may be in `scratch`.
Result<std::span<const std::byte>>
packed_bytes(const ColumnEntry& entry, std::span<const std::byte> data, AlignedBytes& scratch) {
    const auto stored = data.subspan(entry.offset, entry.stored_size);
    if (entry.codec == Codec::None) return stored;
    if (entry.codec != Codec::Zstd) {
        return Error{.code = ErrorCode::Unsupported,
                     .message = "the log uses a compressor of a later version",
                     .where = {}};
    }
    // No packing needs more than twice the values and the dictionary.
    constexpr std::uint64_t kMaxPacked = 2 * sizeof(std::uint64_t) * kChunkNodes + 4096;
    if (entry.packed_size > kMaxPacked) return corrupt("a column promises too many bytes");
    scratch.reserve(entry.packed_size);
    const std::span target(scratch.data(), entry.packed_size);
    if (auto done = decompress(stored, target); !done) return std::move(done).error();
    return std::span<const std::byte>(target);
}

template <typename T>
Result<void> decode_values(const ColumnEntry& entry, std::span<const std::byte> packed,
                           std::span<T> values) {
    using U = std::make_unsigned_t<T>;
    const std::span<U> numbers(reinterpret_cast<U*>(values.data()), values.size());
    if (!unpack<U>(entry.packing, packed, numbers))
        return corrupt("a column does not hold what its directory says");
    if (entry.predictor == Predictor::Step) {
        U before = 0;
        for (U& number : numbers) number = before = static_cast<U>(before + number - 1);
    } else if (entry.predictor == Predictor::None && entry.packing.packing != Packing::Raw) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = from_number<T>(numbers[i]);
    }
    return {}; // what other predictors need is not known here
}

Result<ColumnEntry> find_entry(const EncodedView& chunk, ColumnId column) {
    auto entry = format::find_column(chunk.descriptor, column, format::HistogramNeed::Skip);
    if (!entry) return corrupt("a chunk lacks a column of the schema");
    if (entry->offset > chunk.data.size() || entry->stored_size > chunk.data.size() - entry->offset)
        return corrupt("a column lies outside its chunk");
    return *entry;
}

Result<ColumnView> derive_sizes(const EncodedView& chunk, ColumnBuffer& buffer) {
    ColumnBuffer level_buffer;
    const auto levels = decode_column(chunk, ColumnId::Level, level_buffer);
    if (!levels) return levels.error();
    const auto record = format::read_info(chunk.descriptor);
    if (!record) return corrupt("a chunk does not say what waits before it");
    TreeShape shape;
    shape.resume(*record);
    buffer.values.reserve(chunk.count * sizeof(std::uint32_t));
    auto* sizes = buffer.values.as<std::uint32_t>();
    for (const std::uint16_t level : levels->as<std::uint16_t>()) *sizes++ = shape.close(level);
    return ColumnView{.type = ElementType::U32, .count = chunk.count, .data = buffer.values.data()};
}

/// Raw values are scanned where they lie in the file.
bool is_ready(const ColumnEntry& entry, const EncodedView& chunk, ElementType type) {
    const std::byte* values = chunk.data.data() + entry.offset;
    return entry.packing.packing == Packing::Raw && entry.codec == Codec::None &&
           entry.predictor == Predictor::None && entry.stored_size == chunk.count * width(type) &&
           reinterpret_cast<std::uintptr_t>(values) % format::kAlignment == 0;
}

/// The numbers of a column before any predictor but Step; in the file or in the buffer.
Result<ColumnView> decode_numbers(const EncodedView& chunk, const ColumnEntry& entry,
                                  ColumnBuffer& buffer) {
    const ElementType type = type_of(chunk.schema, entry.id);
    ColumnView view{.type = type, .count = chunk.count};
    if (is_ready(entry, chunk, type)) {
        view.data = chunk.data.data() + entry.offset;
        return view;
    }
    const auto packed = packed_bytes(entry, chunk.data, buffer.scratch);
    if (!packed) return packed.error();
    buffer.values.reserve(chunk.count * width(type));
    view.data = buffer.values.data();
    auto decoded = visit_type(type, [&]<typename T>(T*) {
        return decode_values(entry, *packed, std::span(buffer.values.as<T>(), chunk.count));
    });
    if (!decoded) return std::move(decoded).error();
    return view;
}

/// Columns of which one is guessed from others, each decoded once.
class GuessDecoder {
public:
    explicit GuessDecoder(const EncodedView& chunk) : chunk_(chunk) {
        note_nulls(chunk_.schema, neighbours_);
    }

    /// The values of a predicted column.
    Result<std::vector<std::int32_t>> decode(const ColumnEntry& entry) {
        const auto place = static_cast<std::size_t>(entry.id);
        // Only what this schema leads to: guesses must not go round in circles.
        if (!is_attribute(entry.id) || predictor_for(chunk_.schema, place) != entry.predictor)
            return corrupt("a column is predicted in a way that does not suit it");
        if (auto ready = load_level(); !ready) return std::move(ready).error();
        for (const Role role : neighbours_of(entry.predictor))
            if (auto ready = load(role); !ready) return std::move(ready).error();
        return finish(entry);
    }

private:
    Result<std::vector<std::int32_t>> finish(const ColumnEntry& entry) {
        const auto view = decode_numbers(chunk_, entry, buffer_);
        if (!view) return view.error();
        std::vector<std::uint32_t> surprises(view->count);
        visit_type(view->type, [&]<typename T>(T*) {
            using U = std::make_unsigned_t<T>;
            const auto* numbers = reinterpret_cast<const U*>(view->data);
            std::copy_n(numbers, view->count, surprises.begin());
        });
        std::vector<std::int32_t> values(view->count);
        from_surprises(entry.predictor,
                       chunk_.schema.attributes[static_cast<std::size_t>(entry.id)], neighbours_,
                       surprises, values);
        return values;
    }

    Result<void> load_level() {
        const auto view = decode_column(chunk_, ColumnId::Level, buffer_);
        if (!view) return view.error();
        neighbours_.level = widened(*view);
        return {};
    }

    /// Those that it is guessed from itself were loaded before it.
    Result<void> load(Role role) {
        const auto attribute = chunk_.schema.find_role(role);
        if (!attribute || !neighbours_.of(role)->empty()) return {};
        const auto entry = find_entry(chunk_, attribute_column(*attribute));
        if (!entry) return entry.error();
        const bool is_plain = entry->predictor == Predictor::None;
        if (!is_plain && predictor_for(chunk_.schema, *attribute) != entry->predictor)
            return corrupt("a column is predicted in a way that does not suit it");
        if (is_plain) {
            const auto view = decode_numbers(chunk_, *entry, buffer_);
            if (!view) return view.error();
            *neighbours_.of(role) = widened(*view);
            return {};
        }
        auto values = finish(*entry);
        if (!values) return std::move(values).error();
        *neighbours_.of(role) = std::move(*values);
        return {};
    }

    const EncodedView& chunk_;
    ColumnBuffer buffer_{};
    Neighbours neighbours_{};
};

Result<ColumnView> decode_guessed(const EncodedView& chunk, const ColumnEntry& entry,
                                  ColumnBuffer& buffer) {
    const auto values = GuessDecoder(chunk).decode(entry);
    if (!values) return values.error();
    const ElementType type = type_of(chunk.schema, entry.id);
    buffer.values.reserve(chunk.count * width(type));
    visit_type(type, [&]<typename T>(T*) {
        std::transform(values->begin(), values->end(), buffer.values.as<T>(),
                       [](std::int32_t value) { return static_cast<T>(value); });
    });
    return ColumnView{.type = type, .count = chunk.count, .data = buffer.values.data()};
}

} // namespace

EncodedChunk encode_chunk(const Schema& schema, Profile profile, std::uint32_t stream,
                          std::uint32_t sequence, const ChunkColumns& chunk) {
    EncodedChunk encoded;
    format::ChunkRecord record{
        .stream = stream, .sequence = sequence, .info = chunk.info, .columns = {}};
    ChunkEncoder(schema, profile, chunk).encode(record, encoded.data);
    ByteWriter writer(encoded.descriptor);
    format::write(writer, record);
    return encoded;
}

Result<void> check_column(const ColumnEntry& entry, std::span<const std::byte> data) {
    if (entry.offset > data.size() || entry.stored_size > data.size() - entry.offset)
        return corrupt("a column lies outside its chunk");
    if (checksum(data.subspan(entry.offset, entry.stored_size)) != entry.checksum)
        return corrupt("a column fails its checksum");
    return {};
}

Result<ColumnView> decode_column(const EncodedView& chunk, ColumnId column, ColumnBuffer& buffer) {
    const auto entry = find_entry(chunk, column);
    if (!entry) return entry.error();
    if (entry->predictor == Predictor::Derived && column == ColumnId::Size)
        return derive_sizes(chunk, buffer);
    if (static_cast<unsigned>(entry->predictor) >= kPredictors) {
        return Error{.code = ErrorCode::Unsupported,
                     .message = "the log uses a predictor of a later version",
                     .where = {}};
    }
    const bool is_plain =
        entry->predictor == Predictor::None || entry->predictor == Predictor::Step;
    auto decoded =
        is_plain ? decode_numbers(chunk, *entry, buffer) : decode_guessed(chunk, *entry, buffer);
    if (!decoded) return decoded;
    ColumnView view = *decoded;
    const auto null = null_of(chunk.schema, column);
    if (null && entry->statistics.null_count != 0) {
        buffer.validity.reserve((chunk.count + 63) / 64 * sizeof(std::uint64_t));
        mark_valid(view, *null, buffer.validity.as<std::uint64_t>());
        view.validity = buffer.validity.as<std::uint64_t>();
    }
    return view;
}

} // namespace treelog
