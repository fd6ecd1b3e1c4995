#include "tools/datagen/data_generator.hpp"

#include <filesystem>
#include <thread>

namespace rata {

namespace {

/// However slow the games are, no more than these minutes of work are lost with an open block.
constexpr milliseconds kLongestOpen{60'000};
constexpr int kMostFiles = 1'000'000;
constexpr milliseconds kTimeToBegin{20};
constexpr int kTriesForNewFile = 100;

std::string file_name(int number) {
    std::string digits = std::to_string(number);
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    return "selfplay-" + digits + ".rsp";
}

/// The whole of a file's blocks, counted.
Result<SelfplayCounts> count_file(const std::string& path, const SelfplayOrigin& wanted,
                                  bool& is_same) {
    auto file = SelfplayFile::open(path);
    if (!file) return file.error();
    is_same = file->reader().origin() == wanted;
    if (!is_same) return SelfplayCounts{};
    while (file->reader().next()) {
    }
    return file->reader().counts();
}

Result<void> make_folder(const std::string& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (!failure) return {};
    return Error{.code = ErrorCode::InputOutput,
                 .message = "cannot make the folder: " + failure.message(),
                 .where = {.source = folder}};
}

struct FoundFile {
    std::string path{};
    SelfplayCounts counts{};
    bool exists = false;
};

/// The file of this origin, or the first free name.
Result<FoundFile> find_file(const std::string& folder, const SelfplayOrigin& origin) {
    for (int number = 1; number < kMostFiles; ++number) {
        const std::string path = (std::filesystem::path(folder) / file_name(number)).string();
        if (!std::filesystem::exists(path)) return FoundFile{.path = path};
        bool is_same = false;
        auto counts = count_file(path, origin, is_same);
        // Another file, even one that cannot be read, is nobody's business here.
        if (counts && is_same) return FoundFile{.path = path, .counts = *counts, .exists = true};
    }
    return Error{.code = ErrorCode::InputOutput,
                 .message = "there is no free name left",
                 .where = {.source = folder}};
}

struct LockedFile {
    FoundFile file{};
    FileLock lock;
};

/// The file of this origin, for this process alone.
Result<LockedFile> lock_file(const std::string& folder, const SelfplayOrigin& origin) {
    for (int attempt = 0;; ++attempt) {
        const auto found = find_file(folder, origin);
        if (!found) return found.error();
        auto lock = FileLock::take(found->path);
        if (lock) {
            // As it is now that nobody else can change it.
            auto locked = find_file(folder, origin);
            if (!locked) return locked.error();
            if (locked->path == found->path)
                return LockedFile{*std::move(locked), *std::move(lock)};
        } else if (found->exists || lock.error().code != ErrorCode::InUse ||
                   attempt == kTriesForNewFile) {
            return lock.error();
        }
        // Another process is about to begin this file, perhaps one of another origin.
        std::this_thread::sleep_for(kTimeToBegin);
    }
}

} // namespace

DataGenerator::DataGenerator(const DataPlan& plan, std::string path, const SelfplayCounts& found,
                             FileLock lock, SelfplayWriter writer)
    : plan_(plan), path_(std::move(path)), found_(found), lock_(std::move(lock)),
      games_(found.games), positions_(found.positions), writer_(std::move(writer)),
      next_game_(found.next_game) {}

Result<std::unique_ptr<DataGenerator>> DataGenerator::open(const DataPlan& plan,
                                                           const SelfplayOrigin& origin) {
    if (auto made = make_folder(plan.folder); !made) return made.error();
    auto locked = lock_file(plan.folder, origin);
    if (!locked) return locked.error();
    const FoundFile& found = locked->file;
    auto writer = found.exists ? SelfplayWriter::append(found.path, found.counts)
                               : SelfplayWriter::create(found.path, origin);
    if (!writer) return writer.error();
    return std::unique_ptr<DataGenerator>(new DataGenerator(
        plan, found.path, found.counts, std::move(locked->lock), std::move(*writer)));
}

Result<void> DataGenerator::run(const std::stop_token& stop) {
    const std::stop_callback stopper(stop, [this] { enough_.request_stop(); });
    written_ = Clock::now();
    {
        std::vector<std::jthread> workers;
        workers.reserve(static_cast<std::size_t>(plan_.threads));
        for (int i = 0; i < plan_.threads; ++i)
            workers.emplace_back([this] { work(enough_.get_token()); });
    }
    const std::scoped_lock lock(mutex_);
    if (error_) return *error_;
    return writer_.flush();
}

void DataGenerator::work(const std::stop_token& stop) {
    auto table = SelfplayTable::make(plan_.play);
    if (!table) {
        fail(table.error());
        return;
    }
    while (!stop.stop_requested()) {
        const auto number = take_number();
        if (!number) return;
        if (const auto game = (*table)->play(*number, stop)) keep(*game);
    }
}

bool DataGenerator::is_enough() const {
    return (plan_.games && games_ >= *plan_.games) ||
           (plan_.positions && positions_ >= *plan_.positions);
}

std::optional<std::uint64_t> DataGenerator::take_number() {
    const std::scoped_lock lock(mutex_);
    if (is_enough() || error_) return std::nullopt;
    return next_game_++;
}

void DataGenerator::keep(const SelfplayGame& game) {
    const std::scoped_lock lock(mutex_);
    if (is_enough()) return;
    games_ += 1;
    positions_ += game.plies.size();
    auto written = writer_.add(game, next_game_);
    if (!writer_.has_open_block()) written_ = Clock::now();
    if (written && Clock::now() - written_ > kLongestOpen) {
        written = writer_.flush();
        written_ = Clock::now();
    }
    if (!written) error_ = written.error();
    if (!written || is_enough()) enough_.request_stop();
}

void DataGenerator::fail(const Error& error) {
    const std::scoped_lock lock(mutex_);
    if (!error_) error_ = error;
    enough_.request_stop();
}

} // namespace rata
