#include "classroom/archives.hpp"

#include <unistd.h>

#include <chrono>

#include "language/language.hpp"
#include "processes/process.hpp"
#include "support/digest.hpp"
#include "support/failure.hpp"
#include "support/foreign_file.hpp"
#include "support/text.hpp"
#include "support/write_file.hpp"

namespace fs = std::filesystem;

namespace lockstep::tutor::classroom {
namespace {

constexpr std::size_t largest_archive = 64u << 20;
constexpr const char* notes_file = "notes";

// A line of unpack.py.
std::string note_of(const std::string& line, const std::string& archive) {
  const auto tab = line.find('\t');
  const std::string reason = line.substr(0, tab);
  const std::string name =
      archive + ": " + (tab == std::string::npos ? std::string() : line.substr(tab + 1));
  if (reason == "outside") return tr("{} would be unpacked outside its folder", name);
  if (reason == "name") return tr("{} has unprintable characters in its name", name);
  if (reason == "deep") return tr("{} is nested too deeply", name);
  if (reason == "link") return tr("{} is a link, which is not followed", name);
  if (reason == "encrypted") return tr("{} is encrypted", name);
  if (reason == "large") return tr("{} is larger than 1 MiB", name);
  if (reason == "twice") return tr("{} is in the archive twice", name);
  if (reason == "many") return tr("{} and the files after it: there are too many", name);
  return tr("{} cannot be unpacked", name);
}

}  // namespace

unpacked archives::unpack(const fs::path& archive) const {
  const fs::path inside = archive.lexically_relative(class_);
  const foreign_file read = read_foreign(archive, largest_archive);
  if (!read.problem.empty()) return {{}, {tr("{}: {}", inside.string(), read.problem)}};
  digest name;
  name.add(inside.string());
  name.add(read.content);
  const fs::path kept = to_ / name.hex();

  std::error_code error;
  if (!fs::exists(kept / notes_file, error)) {
    // Others may unpack it at the same time: whoever is done first is the one.
    const fs::path made = kept.string() + "." + std::to_string(getpid());
    fs::create_directories(made / inside, error);
    command what;
    what.arguments = {"python3", "-I", program_.string(), archive.string(),
                      (made / inside).string()};
    what.limits = resource_limits{};
    what.limits->wall_time = std::chrono::minutes(1);
    what.limits->data_bytes = 1u << 30;
    process_end end;
    try {
      end = run(what);
    } catch (const failure&) {
      end.code = 127;
    }
    const bool done = end.succeeded() && write_file(made / notes_file, end.output).empty();
    if (done) fs::rename(made, kept, error);
    if (!done || error) fs::remove_all(made, error);
    if (!done) return {{}, {tr("{} is an archive: unpack it first", inside.string())}};
  }
  unpacked result{kept / inside, {}};
  for (const auto& line : lines_of(content_of(kept / notes_file)))
    if (!line.empty()) result.notes.push_back(note_of(line, inside.filename().string()));
  return result;
}

fs::path archives::shown(const fs::path& file) const {
  const fs::path below = file.lexically_relative(to_);
  if (below.empty() || *below.begin() == "..") return file.lexically_relative(class_);
  return below.lexically_relative(*below.begin());
}

}  // namespace lockstep::tutor::classroom
