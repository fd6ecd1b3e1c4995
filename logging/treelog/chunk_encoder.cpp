#include "logging/treelog/chunk_encoder.hpp"

#include "logging/treelog/checksum.hpp"
#include "logging/treelog/column_model.hpp"
#include "logging/treelog/column_numbers.hpp"
#include "logging/treelog/column_statistics.hpp"
#include "logging/treelog/compressor.hpp"

#include <algorithm>
#include <bit>

namespace treelog {

using format::Codec;
using format::ColumnEntry;

namespace {

class ChunkEncoder {
public:
    ChunkEncoder(const Schema& schema, Profile profile, const ChunkColumns& chunk,
                 EncodingMemory& memory)
        : schema_(schema), profile_(profile), chunk_(chunk), memory_(memory),
          packed_(memory.packed), known_(memory.known) {
        known_.clear();
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
        std::vector<std::int32_t>& values = memory_.values;
        widen_into(view, values);
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
        memory_.numbers.reserve(values.size_bytes());
        const std::span<U> numbers(memory_.numbers.as<U>(), values.size());
        if (entry.id == ColumnId::Level) {
            entry.predictor = Predictor::Step;
            T before{};
            for (std::size_t i = 0; i < values.size(); ++i) {
                numbers[i] = static_cast<U>(values[i] - before + 1);
                before = values[i];
            }
        } else if (!predict(entry, numbers)) {
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
        Bytes& other = memory_.other;
        other.clear();
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
        auto& values = memory_.values;
        auto& surprises = memory_.surprises;
        widen_into(view_of(entry.id), values);
        surprises.resize(values.size());
        if (!to_surprises(predictor, attribute, known_, values, surprises)) return false;
        std::transform(surprises.begin(), surprises.end(), numbers.begin(),
                       [](std::uint32_t number) { return static_cast<U>(number); });
        entry.predictor = predictor;
        return true;
    }

    void load(Role role) {
        const auto attribute = schema_.find_role(role);
        if (!attribute || !known_.of(role).empty()) return;
        widen_into(view_of(attribute_column(*attribute)), known_.of(role));
    }
    void load_level() {
        if (known_.level.empty()) widen_into(view_of(ColumnId::Level), known_.level);
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
    EncodingMemory& memory_;
    Bytes& packed_;
    KnownColumns& known_;
};

} // namespace

void encode_chunk(const Schema& schema, Profile profile, std::uint32_t stream,
                  std::uint32_t sequence, const ChunkColumns& chunk, EncodingMemory& memory,
                  EncodedChunk& encoded) {
    encoded.descriptor.clear();
    encoded.data.clear();
    format::ChunkRecord record{
        .stream = stream, .sequence = sequence, .info = chunk.info, .columns = {}};
    ChunkEncoder(schema, profile, chunk, memory).encode(record, encoded.data);
    ByteWriter writer(encoded.descriptor);
    format::write(writer, record);
}

} // namespace treelog
