#include "eval/nnue/neural_net.hpp"

#include "engine/base/block_checksum.hpp"
#include "engine/base/file.hpp"
#include "engine/base/little_endian.hpp"
#include "tests/eval/support/random_net.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <sys/stat.h>

using namespace rata;
using namespace rata::test;

namespace {

NetNumbers small_net() { return random_net({32, 2, 400}, WeightKind::Small, 4); }

/// The bytes with the number at `offset` replaced, and the checksum made right again.
std::string with_number(std::string bytes, std::size_t offset, std::uint32_t number) {
    std::string replacement;
    append_little_endian(replacement, number);
    bytes.replace(offset, replacement.size(), replacement);
    bytes.resize(bytes.size() - 4);
    append_little_endian(bytes, block_checksum(bytes));
    return bytes;
}

} // namespace

TEST_CASE("a net is read as it was written", "[eval][nnue]") {
    const NetNumbers net = small_net();
    const auto read = parse_net(net_bytes(net));
    REQUIRE(read.ok());
    CHECK(*read == net);
    const auto extreme = random_net({512, 8, 10'000}, WeightKind::Extreme, 5);
    CHECK(parse_net(net_bytes(extreme)).value() == extreme);
}

TEST_CASE("what is not exactly a net is refused with the reason", "[eval][nnue]") {
    const std::string right = net_bytes(small_net());
    struct Case {
        std::string bytes;
        const char* reason;
    };
    std::string flipped = right;
    flipped[1000] ^= 1;
    const Case cases[] = {
        {"", "ends within its head"},
        {right.substr(0, 30), "ends within its head"},
        {"Q" + right.substr(1), "no net of ours"},
        {with_number(right, 8, 2), "version: expected 1, found 2"},
        {with_number(right, 12, 769), "inputs: expected 768, found 769"},
        {with_number(right, 16, 33), "bytes, found"},
        {with_number(right, 16, 4'000'000'000U), "no net is that large"},
        {with_number(right, 20, 9), "no net is that large"},
        {with_number(right, 24, 254), "unit of the hidden layer"},
        {with_number(right, 28, 128), "unit of the output"},
        {with_number(right, 36, 1U << 30U), "origin is too long"},
        {right.substr(0, right.size() - 1), "bytes, found"},
        {right + '\0', "bytes, found"},
        {flipped, "checksum"},
    };
    for (const Case& c : cases) {
        INFO(c.reason);
        const auto read = parse_net(c.bytes);
        REQUIRE_FALSE(read.ok());
        CHECK(read.error().message.find(c.reason) != std::string::npos);
    }
}

TEST_CASE("no flipped bit of a net goes unnoticed", "[eval][nnue]") {
    std::string bytes = net_bytes(small_net());
    Rng rng(3);
    for (int i = 0; i < 300; ++i) {
        const auto at = static_cast<std::size_t>(rng.below(bytes.size()));
        const auto bit = static_cast<char>(1U << rng.below(8));
        bytes[at] = static_cast<char>(bytes[at] ^ bit);
        if (parse_net(bytes).ok()) FAIL("byte " << at);
        bytes[at] = static_cast<char>(bytes[at] ^ bit);
    }
    CHECK(parse_net(bytes).ok());
}

TEST_CASE("numbers that do not fit the arithmetic make no net", "[eval][nnue]") {
    struct Case {
        void (*spoil)(NetNumbers&);
        const char* reason;
    };
    const Case cases[] = {
        {[](NetNumbers& net) { net.shape.hidden = 48; }, "multiple of 32"},
        {[](NetNumbers& net) { net.shape.hidden = 0; }, "multiple of 32"},
        {[](NetNumbers& net) { net.shape.buckets = 0; }, "output buckets"},
        {[](NetNumbers& net) { net.shape.scale = 0; }, "scale"},
        {[](NetNumbers& net) { net.shape.scale = -400; }, "scale"},
        {[](NetNumbers& net) { net.input_weights.pop_back(); }, "input weights"},
        {[](NetNumbers& net) { net.input_weights[5] = kMostInputWeight + 1; }, "input weight"},
        {[](NetNumbers& net) { net.hidden_biases[5] = -kMostHiddenBias - 1; }, "hidden bias"},
        {[](NetNumbers& net) { net.output_weights[5] = 128; }, "output weight"},
        {[](NetNumbers& net) { net.output_biases[1] = kMostOutputBias + 1; }, "output bias"},
    };
    CHECK(NeuralNet::make(small_net()).ok());
    for (const Case& c : cases) {
        INFO(c.reason);
        NetNumbers net = small_net();
        c.spoil(net);
        const auto made = NeuralNet::make(net);
        REQUIRE_FALSE(made.ok());
        CHECK(made.error().message.find(c.reason) != std::string::npos);
    }
}

TEST_CASE("a net comes from a file, and an error names it", "[eval][nnue]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "test.rnet").string();
    REQUIRE(write_file(path, net_bytes(small_net())).ok());
    const auto net = load_net(path);
    REQUIRE(net.ok());
    CHECK((*net)->shape() == NetShape{32, 2, 400});
    CHECK((*net)->origin() == "seed=4\n");
    REQUIRE(write_file(path, "no net").ok());
    CHECK(load_net(path).error().where.source == path);
    CHECK_FALSE(load_net((folder.path() / "missing").string()).ok());
}

TEST_CASE("a file that is no net is refused by its head", "[eval][nnue]") {
    const TemporaryFolder folder;
    const std::string huge = (folder.path() / "huge.rnet").string();
    REQUIRE(write_file(huge, "no net"));
    std::filesystem::resize_file(huge, std::uintmax_t{1} << 38U); // no disk is needed for it
    CHECK_THAT(load_net(huge).error().message, Catch::Contains("this is no net of ours"));

    const std::string longer = (folder.path() / "longer.rnet").string();
    const std::string bytes = net_bytes(small_net());
    REQUIRE(write_file(longer, bytes));
    CHECK(load_net(longer));
    std::filesystem::resize_file(longer, std::uintmax_t{1} << 38U);
    CHECK(load_net(longer).error().message ==
          "expected " + std::to_string(bytes.size()) + " bytes, found 274877906944");

    const std::string pipe = (folder.path() / "pipe").string();
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const std::string& path : {pipe, std::string("/dev/zero"), folder.path().string()}) {
        INFO(path);
        const auto net = load_net(path);
        REQUIRE_FALSE(net);
        CHECK(net.error().message == "expected a regular file, found a folder, a pipe or a device");
        CHECK(net.error().where.source == path);
    }
}

TEST_CASE("each count of pieces has its bucket", "[eval][nnue]") {
    for (std::size_t buckets = 1; buckets <= NetShape::kMostBuckets; ++buckets) {
        const NetShape shape{32, buckets, 400};
        CHECK(shape.bucket_of(2) == 0);
        CHECK(shape.bucket_of(32) == buckets - 1);
        for (int pieces = 3; pieces <= 32; ++pieces)
            CHECK(shape.bucket_of(pieces) - shape.bucket_of(pieces - 1) <= 1);
    }
}
