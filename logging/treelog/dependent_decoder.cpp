#include "logging/treelog/dependent_decoder.hpp"

#include "logging/treelog/checksum.hpp"
#include "logging/treelog/column_numbers.hpp"
#include "logging/treelog/row_block.hpp"

namespace treelog {

using format::ColumnEntry;

namespace {

std::uint32_t identity_of(const EncodedView& chunk) { return checksum(chunk.descriptor); }

bool is_modelled(const ColumnEntry& entry) { return entry.packing.packing == Packing::Modelled; }

Model model_of_entry(const ColumnEntry& entry) { return static_cast<Model>(entry.packing.base); }

std::vector<Role> roles_before(const ColumnEntry& entry) {
    return is_modelled(entry) ? roles_of(model_of_entry(entry)) : neighbours_of(entry.predictor);
}

} // namespace

void DependentDecoder::turn_to(const EncodedView& chunk) {
    if (chunk_ && is_for(chunk)) return;
    known_.level.clear();
    for (Values& values : known_.by_role) values.clear();
    known_.note_nulls(chunk.schema);
    chunk_.emplace(chunk);
    identity_ = identity_of(chunk);
}

/// Descriptors hold the checksums of all columns.
bool DependentDecoder::is_for(const EncodedView& chunk) const {
    return chunk.data.data() == chunk_->data.data() &&
           chunk.descriptor.data() == chunk_->descriptor.data() &&
           &chunk.schema == &chunk_->schema && identity_of(chunk) == identity_;
}

Result<std::span<const std::int32_t>> DependentDecoder::decode(const ColumnEntry& entry) {
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

/// Only what this schema leads to: guesses must not go round in circles.
Result<void> DependentDecoder::check(const ColumnEntry& entry) const {
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
    return corrupt_chunk("it is predicted in a way that does not suit it");
}

/// Where its values are kept, if others may be told from them; empty until they are known.
DependentDecoder::Values* DependentDecoder::place_of_known(ColumnId id) {
    if (id == ColumnId::Level) return &known_.level;
    if (!is_attribute(id)) return nullptr;
    const auto place = static_cast<std::size_t>(id);
    const Role role = chunk_->schema.attributes[place].role;
    if (role == Role::None || chunk_->schema.find_role(role) != place) return nullptr;
    return &known_.of(role);
}

/// Into `fresh_`. What it is told from was loaded before.
Result<void> DependentDecoder::finish(const ColumnEntry& entry) {
    if (is_modelled(entry)) {
        const auto bytes = packed_bytes(entry, chunk_->data, buffer_.scratch);
        if (!bytes) return bytes.error();
        fresh_.resize(chunk_->count);
        decode_modelled(
            modelled_column(chunk_->schema, entry.id, model_of_entry(entry), entry.packing.bits),
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
    from_surprises(entry.predictor, chunk_->schema.attributes[static_cast<std::size_t>(entry.id)],
                   known_, surprises_, fresh_);
    return {};
}

/// As they will be once they are in a column: damaged bytes may lead to others.
void DependentDecoder::fit_fresh(ColumnId id) {
    visit_type(type_of(chunk_->schema, id), [&]<typename T>(T*) {
        for (std::int32_t& value : fresh_)
            value = static_cast<T>(value); // NOLINT(bugprone-signed-char-misuse): no letters
    });
}

Result<void> DependentDecoder::load_level() {
    const auto entry = find_entry(*chunk_, ColumnId::Level);
    if (!entry) return entry.error();
    return load(*entry, known_.level);
}

Result<void> DependentDecoder::load(Role role) {
    const auto attribute = chunk_->schema.find_role(role);
    if (!attribute || !known_.of(role).empty()) return {};
    const auto entry = find_entry(*chunk_, attribute_column(*attribute));
    if (!entry) return entry.error();
    return load(*entry, known_.of(role));
}

/// The column becomes known, and with it what it is told from in turn.
Result<void> DependentDecoder::load(const ColumnEntry& entry, Values& known) {
    if (is_told_from_others(entry)) {
        const auto values = decode(entry);
        return values ? Result<void>{} : values.error();
    }
    const auto view = decode_numbers(*chunk_, entry, buffer_);
    if (!view) return view.error();
    widen_into(*view, known);
    return {};
}

} // namespace treelog
