#include "engine/base/block_checksum.hpp"
#include "engine/base/file.hpp"
#include "engine/base/little_endian.hpp"
#include "eval/nnue/neural_net.hpp"

#include <algorithm>
#include <filesystem>

namespace rata {

namespace {

constexpr std::string_view kNetMagic = "RATANNUE";
constexpr std::uint32_t kNetVersion = 1;
constexpr std::uint32_t kMostOrigin = 1U << 16U;
constexpr std::size_t kFixedHead = 8 + 8 * 4;
constexpr std::size_t kChecksumSize = 4;

Error corrupt_net(std::string message, std::size_t byte) {
    return Error{
        .code = ErrorCode::Corrupt, .message = std::move(message), .where = {.byte = byte}};
}

/// Takes numbers off the front, as long as there are bytes.
class NetReader {
public:
    explicit NetReader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] std::size_t position() const { return position_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - position_; }

    /// The bytes must be there.
    template <typename T>
    T take() {
        const auto number = little_endian_at<std::make_unsigned_t<T>>(bytes_, position_);
        position_ += sizeof(T);
        return static_cast<T>(number);
    }
    template <typename T>
    std::vector<T> take_list(std::size_t count) {
        std::vector<T> numbers(count);
        for (T& number : numbers) number = take<T>();
        return numbers;
    }
    std::string_view take_text(std::size_t size) {
        const std::string_view text = bytes_.substr(position_, size);
        position_ += size;
        return text;
    }

private:
    std::string_view bytes_;
    std::size_t position_ = 0;
};

/// A number of the head that can only be one value.
Result<void> expect_number(NetReader& reader, std::uint32_t expected, const char* what) {
    const std::size_t at = reader.position();
    const auto found = reader.take<std::uint32_t>();
    if (found == expected) return {};
    return Error{.code = ErrorCode::Unsupported,
                 .message = std::string(what) + ": expected " + std::to_string(expected) +
                            ", found " + std::to_string(found),
                 .where = {.byte = at}};
}

/// Everything up to the weights.
Result<void> read_head(NetReader& reader, NetNumbers& net) {
    if (reader.left() < kFixedHead)
        return corrupt_net("the file ends within its head", reader.left());
    if (reader.take_text(kNetMagic.size()) != kNetMagic)
        return corrupt_net("expected " + std::string(kNetMagic) + ": this is no net of ours", 0);
    if (auto right = expect_number(reader, kNetVersion, "version"); !right) return right;
    if (auto right = expect_number(reader, NetShape::kInputs, "inputs"); !right) return right;
    net.shape.hidden = reader.take<std::uint32_t>();
    net.shape.buckets = reader.take<std::uint32_t>();
    if (auto right = expect_number(reader, kHiddenUnit, "unit of the hidden layer"); !right)
        return right;
    if (auto right = expect_number(reader, kOutputUnit, "unit of the output"); !right) return right;
    net.shape.scale = reader.take<std::int32_t>();
    const auto origin = reader.take<std::uint32_t>();
    if (origin > kMostOrigin || origin > reader.left())
        return corrupt_net("the origin is too long", reader.position() - 4);
    net.origin = reader.take_text(origin);
    return {};
}

std::size_t weights_size(const NetShape& shape) {
    const std::size_t short_numbers =
        NetShape::kInputs * shape.hidden + shape.hidden + 2 * shape.hidden * shape.buckets;
    return 2 * short_numbers + 4 * shape.buckets;
}

/// Reads the head, and what size a file with such a head has.
Result<std::size_t> read_size(NetReader& reader, NetNumbers& net) {
    if (auto right = read_head(reader, net); !right) return right.error();
    // Before sizes are multiplied: the whole check is that of NeuralNet::make.
    if (net.shape.hidden > NetShape::kMostHidden || net.shape.buckets > NetShape::kMostBuckets)
        return corrupt_net("no net is that large: " + std::to_string(net.shape.hidden) +
                               " neurons, " + std::to_string(net.shape.buckets) + " buckets",
                           16);
    return reader.position() + weights_size(net.shape) + kChecksumSize;
}

Error wrong_size(std::uint64_t expected, std::uint64_t found) {
    return corrupt_net(
        "expected " + std::to_string(expected) + " bytes, found " + std::to_string(found), found);
}

/// Up to that number of the bytes left; fewer only at the end.
Result<std::string> read_some(BlockReader& reader, std::size_t most) {
    std::string bytes(most, '\0');
    std::size_t used = 0;
    while (used < most) {
        const auto count = reader.read(std::span(bytes).subspan(used));
        if (!count) return count.error();
        if (*count == 0) break;
        used += *count;
    }
    bytes.resize(used);
    return bytes;
}

/// The bytes of a file that begins like a net and has the size that its head asks for. Others are
/// refused by their head, however large they are.
Result<std::string> read_net_file(const std::string& path) {
    std::error_code absent;
    const auto status = std::filesystem::status(path, absent);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        // To open a pipe would be to wait for one who writes to it.
        return Error{.code = ErrorCode::InputOutput,
                     .message = "expected a regular file, found a folder, a pipe or a device",
                     .where = {}};
    }
    auto reader = BlockReader::open(path);
    if (!reader) return reader.error();
    auto bytes = read_some(*reader, kFixedHead + kMostOrigin);
    if (!bytes) return bytes;
    NetReader head(*bytes);
    NetNumbers net;
    const auto expected = read_size(head, net);
    if (!expected) return expected.error();
    if (reader->size_hint() != *expected) return wrong_size(*expected, reader->size_hint());
    const auto rest = read_some(*reader, *expected - std::min(*expected, bytes->size()));
    if (!rest) return rest.error();
    return *std::move(bytes) + *rest;
}

template <typename T>
void append_list(std::string& bytes, const std::vector<T>& numbers) {
    for (const T number : numbers)
        append_little_endian(bytes, static_cast<std::make_unsigned_t<T>>(number));
}

} // namespace

Result<NetNumbers> parse_net(std::string_view bytes) {
    NetReader reader(bytes);
    NetNumbers net;
    const auto size = read_size(reader, net);
    if (!size) return size.error();
    const std::size_t expected = *size;
    if (bytes.size() != expected) return wrong_size(expected, bytes.size());
    const std::size_t hidden = net.shape.hidden;
    const std::size_t buckets = net.shape.buckets;
    const std::size_t end = expected - kChecksumSize;
    if (little_endian_at<std::uint32_t>(bytes, end) != block_checksum(bytes.substr(0, end)))
        return corrupt_net("the checksum is wrong", end);
    net.input_weights = reader.take_list<std::int16_t>(NetShape::kInputs * hidden);
    net.hidden_biases = reader.take_list<std::int16_t>(hidden);
    net.output_weights = reader.take_list<std::int16_t>(2 * hidden * buckets);
    net.output_biases = reader.take_list<std::int32_t>(buckets);
    return net;
}

std::string net_bytes(const NetNumbers& numbers) {
    std::string bytes(kNetMagic);
    for (const std::size_t number :
         {std::size_t{kNetVersion}, NetShape::kInputs, numbers.shape.hidden, numbers.shape.buckets,
          std::size_t{kHiddenUnit}, std::size_t{kOutputUnit},
          static_cast<std::size_t>(numbers.shape.scale), numbers.origin.size()})
        append_little_endian(bytes, static_cast<std::uint32_t>(number));
    bytes += numbers.origin;
    append_list(bytes, numbers.input_weights);
    append_list(bytes, numbers.hidden_biases);
    append_list(bytes, numbers.output_weights);
    append_list(bytes, numbers.output_biases);
    append_little_endian(bytes, block_checksum(bytes));
    return bytes;
}

Result<SharedNet> load_net(const std::string& path) {
    const auto refused = [&path](Error error) {
        error.where.source = path;
        return error;
    };
    const auto bytes = read_net_file(path);
    if (!bytes) return refused(bytes.error());
    const auto numbers = parse_net(*bytes);
    if (!numbers) return refused(numbers.error());
    auto net = NeuralNet::make(*numbers);
    if (!net) return refused(net.error());
    return SharedNet(std::make_shared<const NeuralNet>(std::move(*net)));
}

} // namespace rata
