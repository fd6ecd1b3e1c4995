#include "tablebase/syzygy/syzygy_files.hpp"

#include "tablebase/syzygy/syzygy_checksum.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>

namespace rata {

namespace {

/// The numbers that files begin with, as bytes.
constexpr std::string_view kVerdictMagic = "\x71\xE8\x23\x5D";
constexpr std::string_view kZeroingMagic = "\xD7\x66\x0C\xA5";
/// Blocks of so many bytes, and the checksum behind them.
constexpr std::uintmax_t kUnit = 64;

std::optional<PieceType> syzygy_type_of(char letter) {
    switch (letter) {
    case 'Q': return PieceType::Queen;
    case 'R': return PieceType::Rook;
    case 'B': return PieceType::Bishop;
    case 'N': return PieceType::Knight;
    case 'P': return PieceType::Pawn;
    default: return std::nullopt;
    }
}

/// What is wrong with a file, if that can be told from outside.
std::optional<std::string> flaw_of(const std::filesystem::path& path, std::string_view magic) {
    std::error_code failure;
    if (!std::filesystem::is_regular_file(path, failure)) return "it is no file";
    const std::uintmax_t size = std::filesystem::file_size(path, failure);
    if (failure) return failure.message();
    std::array<char, 4> front{};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(front.data(), front.size())) return "its first bytes cannot be read";
    if (std::string_view(front.data(), front.size()) != magic)
        return "it does not begin as a Syzygy table";
    if (size < kUnit || size % kUnit != kSyzygyChecksumBytes)
        return "no Syzygy table has " + std::to_string(size) + " bytes";
    return std::nullopt;
}

/// The listing of one folder; files whose names were seen in another one are passed over.
class Lister {
public:
    explicit Lister(SyzygyFiles& files) : files_(files) {}

    void take(const std::filesystem::path& file) {
        const bool verdicts = file.extension() == ".rtbw";
        if (!verdicts && file.extension() != ".rtbz") return;
        const auto kind = verdicts ? SyzygyKind::Verdicts : SyzygyKind::Zeroing;
        const auto ending = parse_syzygy_name(file.stem().string());
        if (!ending || !seen_.insert(file.filename().string()).second) return;
        if (auto flaw = flaw_of(file, verdicts ? kVerdictMagic : kZeroingMagic)) {
            files_.damaged.push_back({file, std::move(*flaw), ending->material, kind});
            return;
        }
        std::error_code failure;
        endings_.emplace(ending->name, *ending).first->second.file(kind) =
            SyzygyFile{.path = file, .bytes = std::filesystem::file_size(file, failure)};
    }

    void finish() {
        for (auto& [name, ending] : endings_) files_.endings.push_back(std::move(ending));
        const auto rank = [](const SyzygyEnding& ending) {
            const Material& material = ending.material;
            return std::pair(ending.men,
                             material.count(Piece::WhitePawn) + material.count(Piece::BlackPawn));
        };
        std::stable_sort(
            files_.endings.begin(), files_.endings.end(),
            [&rank](const SyzygyEnding& a, const SyzygyEnding& b) { return rank(a) < rank(b); });
    }

private:
    SyzygyFiles& files_;
    std::set<std::string> seen_{};
    std::map<std::string, SyzygyEnding> endings_{}; ///< by name
};

/// How many men of the one side could only be promoted pawns of the other; negative: too few pawns.
bool may_become(const Material& from, Color from_side, const Material& to, Color to_side) {
    int spare = from.count(from_side, PieceType::Pawn) - to.count(to_side, PieceType::Pawn);
    if (spare < 0) return false;
    for (const PieceType type :
         {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
        spare -= std::max(0, to.count(to_side, type) - from.count(from_side, type));
    return spare >= 0;
}

} // namespace

std::vector<std::filesystem::path> folders_of(std::string_view path) {
    std::vector<std::filesystem::path> folders;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find(kPathSeparator), path.size());
        if (end > 0) folders.emplace_back(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
    }
    return folders;
}

std::optional<SyzygyEnding> parse_syzygy_name(std::string_view name) {
    if (!name.starts_with('K')) return std::nullopt;
    SyzygyEnding ending{.name = std::string(name)};
    Color side = Color::White;
    for (std::size_t i = 1; i < name.size(); ++i) {
        if (side == Color::White && name.substr(i).starts_with("vK")) {
            side = Color::Black;
            ++i;
            continue;
        }
        const auto type = syzygy_type_of(name[i]);
        if (!type || ++ending.men > kMostSyzygyMen) return std::nullopt;
        ending.material.add(make_piece(side, *type));
    }
    if (side == Color::White || ending.men < 3) return std::nullopt;
    return ending;
}

bool may_become(const Material& from, const Material& to) {
    return (may_become(from, Color::White, to, Color::White) &&
            may_become(from, Color::Black, to, Color::Black)) ||
           (may_become(from, Color::White, to, Color::Black) &&
            may_become(from, Color::Black, to, Color::White));
}

SyzygyFiles SyzygyFiles::in(std::string_view path) {
    SyzygyFiles files;
    Lister lister(files);
    for (const auto& folder : folders_of(path)) {
        std::error_code failure;
        std::filesystem::directory_iterator entry(folder, failure);
        if (failure) files.missing_folders.push_back(folder);
        for (; !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure))
            lister.take(entry->path());
    }
    lister.finish();
    return files;
}

std::vector<std::filesystem::path> SyzygyFiles::paths() const {
    std::vector<std::filesystem::path> all;
    for (const SyzygyEnding& ending : endings)
        for (const SyzygyKind kind : kSyzygyKinds)
            if (const auto& file = ending.file(kind)) all.push_back(file->path);
    for (const DamagedSyzygyFile& file : damaged) all.push_back(file.path);
    std::sort(all.begin(), all.end());
    return all;
}

std::uintmax_t SyzygyFiles::bytes() const {
    std::uintmax_t sum = 0;
    for (const SyzygyEnding& ending : endings)
        for (const SyzygyKind kind : kSyzygyKinds)
            sum += ending.file(kind) ? ending.file(kind)->bytes : 0;
    return sum;
}

std::size_t SyzygyFiles::count(SyzygyKind kind) const {
    return static_cast<std::size_t>(
        std::count_if(endings.begin(), endings.end(), [kind](const SyzygyEnding& ending) {
            return ending.file(kind).has_value();
        }));
}

std::size_t SyzygyFiles::count_unchecked() const {
    std::size_t count = 0;
    for (const SyzygyEnding& ending : endings)
        for (const SyzygyKind kind : kSyzygyKinds)
            count += ending.file(kind) && !ending.file(kind)->is_checked ? 1 : 0;
    return count;
}

void SyzygyFiles::reject(SyzygyEnding& ending, SyzygyKind kind, std::string reason) {
    auto& file = ending.file(kind);
    damaged.push_back({std::move(file->path), std::move(reason), ending.material, kind});
    file.reset();
}

void SyzygyFiles::check(std::uintmax_t most_bytes,
                        const std::function<bool(std::uintmax_t bytes)>& after) {
    for (SyzygyEnding& ending : endings)
        for (const SyzygyKind kind : kSyzygyKinds) {
            auto& file = ending.file(kind);
            if (!file) continue;
            const std::uintmax_t bytes = file->bytes;
            if (bytes > most_bytes) return;
            most_bytes -= bytes;
            if (const auto sound = check_syzygy_file(file->path); sound)
                file->is_checked = true;
            else
                reject(ending, kind, sound.error().message);
            if (after && !after(bytes)) return;
        }
}

} // namespace rata
