#include "logging/treelog/chunk_codec.hpp"

#include "logging/treelog/checksum.hpp"
#include "logging/treelog/column_model.hpp"
#include "logging/treelog/column_statistics.hpp"
#include "logging/treelog/compressor.hpp"
#include "logging/treelog/tree_shape.hpp"

#include <algorithm>
#include <bit>
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
void widen_into(const ColumnView& view, std::vector<std::int32_t>& numbers) {
    numbers.resize(view.count);
    visit_type(view.type, [&]<typename T>(T*) {
        std::transform(view.as<T>().begin(), view.as<T>().end(), numbers.begin(),
                       [](T value) { return static_cast<std::int32_t>(as_number(value)); });
    });
}

std::vector<std::int32_t> widened(const ColumnView& view) {
    std::vector<std::int32_t> numbers;
    widen_into(view, numbers);
    return numbers;
}

/// The way back.
void narrow(std::span<const std::int32_t> numbers, ElementType type, std::byte* target) {
    visit_type(type, [&]<typename T>(T*) {
        std::transform(numbers.begin(), numbers.end(), reinterpret_cast<T*>(target),
                       [](std::int32_t number) { return static_cast<T>(number); });
    });
}

/// What the small profile models, by the attribute or as levels. Windows and outcomes follow so
/// surely from what is known that a plain guess is as good, and quicker.
std::optional<Model> model_of_column(const Schema& schema, ColumnId id) {
    if (id == ColumnId::Level) return Model::Level;
    if (!is_attribute(id)) return std::nullopt;
    const auto place = static_cast<std::size_t>(id);
    const Predictor predictor = predictor_for(schema, place);
    const bool is_sure = predictor == Predictor::Mirror || predictor == Predictor::AfterAlpha ||
                         predictor == Predictor::Window;
    return is_sure ? std::nullopt : model_for(schema, place);
}

ModelledColumn modelled_column(const Schema& schema, ColumnId id, Model model, unsigned bits) {
    ModelledColumn column{.model = model, .bits = bits};
    if (const auto null = null_of(schema, id)) column.null_value = static_cast<std::int32_t>(*null);
    return column;
}

// --- encoding ------------------------------------------------------------------------------------

class ChunkEncoder {
public:
    ChunkEncoder(const Schema& schema, Profile profile, const ChunkColumns& chunk)
        : schema_(schema), profile_(profile), chunk_(chunk) {
        known_.note_nulls(schema);
    }

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
        const auto model = profile_ == Profile::Small ? model_of_column(schema_, id) : std::nullopt;
        if (model && entry.statistics.min != entry.statistics.max)
            encode_by_model(*model, view, entry, data);
        else
            visit_type(view.type,
                       [&]<typename T>(T*) { encode_values(view.as<T>(), entry, data); });
        return entry;
    }

    void encode_by_model(Model model, const ColumnView& view, ColumnEntry& entry, Bytes& data) {
        for (const Role role : roles_of(model)) load(role);
        load_level();
        std::vector<std::int32_t> values = widened(view);
        const std::int32_t largest = *std::max_element(values.begin(), values.end());
        const auto bits = static_cast<std::uint8_t>(
            std::bit_width(static_cast<std::uint32_t>(std::max(largest, 1))));
        entry.packing = {
            .packing = Packing::Modelled, .bits = bits, .base = static_cast<std::uint64_t>(model)};
        packed_.clear();
        encode_modelled(modelled_column(schema_, entry.id, model, bits), known_, values, packed_);
        store(Compression::None, entry, data);
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
        store(compresses ? Compression::Zstd : Compression::None, entry, data);
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
        store(Compression::Zstd, ranked, other);
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
        load_level();
        const auto values = widened(view_of(entry.id));
        std::vector<std::uint32_t> surprises(values.size());
        if (!to_surprises(predictor, attribute, known_, values, surprises)) return false;
        std::transform(surprises.begin(), surprises.end(), numbers.begin(),
                       [](std::uint32_t number) { return static_cast<U>(number); });
        entry.predictor = predictor;
        return true;
    }

    void load(Role role) {
        const auto attribute = schema_.find_role(role);
        if (!attribute || !known_.of(role).empty()) return;
        known_.of(role) = widened(view_of(attribute_column(*attribute)));
    }
    void load_level() {
        if (known_.level.empty()) known_.level = widened(view_of(ColumnId::Level));
    }

    enum class Compression : std::uint8_t { None, Zstd };

    /// Raw values lie at multiples of 64, where a query can scan them as they are.
    void store(Compression compression, ColumnEntry& entry, Bytes& data) {
        entry.packed_size = packed_.size();
        if (entry.packing.packing == Packing::Raw && compression == Compression::None)
            ByteWriter(data).pad(format::kAlignment);
        entry.offset = data.size();
        if (compression == Compression::Zstd && compress(packed_, data)) {
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
    KnownColumns known_{};
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
    const auto levels = decode_column(chunk, ColumnId::Level, buffer);
    if (!levels) return levels.error();
    std::swap(buffer.values, buffer.scratch); // where the levels stay
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

} // namespace

/// Columns that are told from others, each decoded once. Its memory serves chunk after chunk: to
/// take new memory for every chunk costs more than the decoding.
class DependentDecoder {
public:
    /// From here on it is about this chunk; what is known of it already, if anything, stays.
    void turn_to(const EncodedView& chunk) {
        if (chunk_ && is_for(chunk)) return;
        known_.level.clear();
        for (Values& values : known_.by_role) values.clear();
        known_.note_nulls(chunk.schema);
        chunk_.emplace(chunk);
        identity_ = identity_of(chunk);
    }

    /// The values of a column that is guessed or modelled, until the next call.
    Result<std::span<const std::int32_t>> decode(const ColumnEntry& entry) {
        if (auto fits = check(entry); !fits) return std::move(fits).error();
        if (const Values* values = place_of_known(entry.id); values && !values->empty())
            return std::span<const std::int32_t>(*values);
        if (entry.id != ColumnId::Level && known_.level.empty())
            if (auto ready = load_level(); !ready) return std::move(ready).error();
        for (const Role role : roles_before(entry))
            if (auto ready = load(role); !ready) return std::move(ready).error();
        if (auto done = finish(entry); !done) return std::move(done).error();
        // Other columns of the chunk may be told from it without decoding it again.
        Values* kept = place_of_known(entry.id);
        if (kept == nullptr) return std::span<const std::int32_t>(fresh_);
        kept->swap(fresh_);
        return std::span<const std::int32_t>(*kept);
    }

private:
    using Values = std::vector<std::int32_t>;

    [[nodiscard]] static std::uint32_t identity_of(const EncodedView& chunk) {
        return checksum(chunk.descriptor);
    }
    /// Descriptors hold the checksums of all columns.
    [[nodiscard]] bool is_for(const EncodedView& chunk) const {
        return chunk.data.data() == chunk_->data.data() &&
               chunk.descriptor.data() == chunk_->descriptor.data() &&
               &chunk.schema == &chunk_->schema && identity_of(chunk) == identity_;
    }
    [[nodiscard]] static bool is_modelled(const ColumnEntry& entry) {
        return entry.packing.packing == Packing::Modelled;
    }
    [[nodiscard]] static Model model_of_entry(const ColumnEntry& entry) {
        return static_cast<Model>(entry.packing.base);
    }
    [[nodiscard]] static std::vector<Role> roles_before(const ColumnEntry& entry) {
        return is_modelled(entry) ? roles_of(model_of_entry(entry))
                                  : neighbours_of(entry.predictor);
    }
    /// Only what this schema leads to: guesses must not go round in circles.
    [[nodiscard]] Result<void> check(const ColumnEntry& entry) const {
        bool fits = false;
        if (is_modelled(entry)) {
            const auto model = model_of_column(chunk_->schema, entry.id);
            fits = model && static_cast<std::uint64_t>(*model) == entry.packing.base &&
                   entry.packing.bits <= 16 && entry.predictor == Predictor::None;
        } else if (is_attribute(entry.id)) {
            const auto place = static_cast<std::size_t>(entry.id);
            fits = predictor_for(chunk_->schema, place) == entry.predictor;
        }
        if (fits) return {};
        return corrupt("a column is predicted in a way that does not suit it");
    }

    /// Where its values are kept, if others may be told from them; empty until they are known.
    [[nodiscard]] Values* place_of_known(ColumnId id) {
        if (id == ColumnId::Level) return &known_.level;
        if (!is_attribute(id)) return nullptr;
        const auto place = static_cast<std::size_t>(id);
        const Role role = chunk_->schema.attributes[place].role;
        if (role == Role::None || chunk_->schema.find_role(role) != place) return nullptr;
        return &known_.of(role);
    }

    /// Into `fresh_`. What it is told from was loaded before.
    Result<void> finish(const ColumnEntry& entry) {
        if (is_modelled(entry)) {
            const auto bytes = packed_bytes(entry, chunk_->data, buffer_.scratch);
            if (!bytes) return bytes.error();
            fresh_.resize(chunk_->count);
            decode_modelled(modelled_column(chunk_->schema, entry.id, model_of_entry(entry),
                                            entry.packing.bits),
                            known_, *bytes, fresh_);
            fit_fresh(entry.id);
            return {};
        }
        const auto view = decode_numbers(*chunk_, entry, buffer_);
        if (!view) return view.error();
        surprises_.resize(view->count);
        visit_type(view->type, [&]<typename T>(T*) {
            using U = std::make_unsigned_t<T>;
            const auto* numbers = reinterpret_cast<const U*>(view->data);
            std::copy_n(numbers, view->count, surprises_.begin());
        });
        fresh_.resize(view->count);
        from_surprises(entry.predictor,
                       chunk_->schema.attributes[static_cast<std::size_t>(entry.id)], known_,
                       surprises_, fresh_);
        return {};
    }

    /// As they will be once they are in a column: damaged bytes may lead to others.
    void fit_fresh(ColumnId id) {
        visit_type(type_of(chunk_->schema, id), [&]<typename T>(T*) {
            for (std::int32_t& value : fresh_)
                value = static_cast<T>(value); // NOLINT(bugprone-signed-char-misuse): no letters
        });
    }

    Result<void> load_level() {
        const auto entry = find_entry(*chunk_, ColumnId::Level);
        if (!entry) return entry.error();
        return load(*entry, known_.level);
    }

    Result<void> load(Role role) {
        const auto attribute = chunk_->schema.find_role(role);
        if (!attribute || !known_.of(role).empty()) return {};
        const auto entry = find_entry(*chunk_, attribute_column(*attribute));
        if (!entry) return entry.error();
        return load(*entry, known_.of(role));
    }

    /// The column becomes known, and with it what it is told from in turn.
    Result<void> load(const ColumnEntry& entry, Values& known) {
        const bool is_alone =
            entry.predictor == Predictor::None || entry.predictor == Predictor::Step;
        if (is_modelled(entry) || !is_alone) {
            const auto values = decode(entry);
            return values ? Result<void>{} : values.error();
        }
        const auto view = decode_numbers(*chunk_, entry, buffer_);
        if (!view) return view.error();
        widen_into(*view, known);
        return {};
    }

    std::optional<EncodedView> chunk_{};
    std::uint32_t identity_ = 0;
    ColumnBuffer buffer_{};
    KnownColumns known_{};
    Values fresh_{}; ///< what is being decoded
    std::vector<std::uint32_t> surprises_{};
};

namespace {

Result<ColumnView> decode_dependent(const EncodedView& chunk, const ColumnEntry& entry,
                                    ColumnBuffer& buffer) {
    if (!buffer.decoder) buffer.decoder = std::make_shared<DependentDecoder>();
    buffer.decoder->turn_to(chunk);
    const auto values = buffer.decoder->decode(entry);
    if (!values) return values.error();
    const ElementType type = type_of(chunk.schema, entry.id);
    buffer.values.reserve(chunk.count * width(type));
    narrow(*values, type, buffer.values.data());
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

Result<void> check_columns(const EncodedView& chunk) {
    const auto record = format::read_chunk(chunk.descriptor);
    if (!record) return corrupt("the directory of a chunk cannot be read");
    for (const ColumnEntry& entry : record->columns)
        if (auto whole = check_column(entry, chunk.data); !whole) return whole;
    return {};
}

bool is_told_from_others(const ColumnEntry& entry) {
    const bool is_alone = entry.predictor == Predictor::None || entry.predictor == Predictor::Step;
    return !is_alone || entry.packing.packing == Packing::Modelled;
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
    auto decoded = is_told_from_others(*entry) ? decode_dependent(chunk, *entry, buffer)
                                               : decode_numbers(chunk, *entry, buffer);
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

Result<SizesView> decode_sizes(const EncodedView& chunk, ColumnBuffer& buffer) {
    const auto entry = find_entry(chunk, ColumnId::Size);
    if (!entry) return entry.error();
    if (entry->predictor == Predictor::None) {
        const auto packed = packed_bytes(*entry, chunk.data, buffer.scratch);
        if (!packed) return packed.error();
        buffer.values.reserve(chunk.count);
        const std::span cut_off(buffer.values.as<std::uint8_t>(), chunk.count);
        if (unpack_cut_off(entry->packing, *packed, cut_off, buffer.large_sizes))
            return SizesView{.cut_off = {.type = ElementType::U8,
                                         .count = chunk.count,
                                         .data = buffer.values.data()},
                             .large = buffer.large_sizes};
    }
    const auto sizes = decode_column(chunk, ColumnId::Size, buffer);
    if (!sizes) return sizes.error();
    return in_two_parts(sizes->as<std::uint32_t>(), buffer.scratch, buffer.large_sizes);
}

} // namespace treelog
