// Notices that a file was saved, in whatever way an editor saves: written, replaced, removed and
// made anew.
#pragma once

#include <sys/stat.h>

#include <filesystem>

namespace lockstep::tutor::watch {

class saved_file {
 public:
  explicit saved_file(std::filesystem::path file);
  ~saved_file();
  saved_file(const saved_file&) = delete;
  saved_file& operator=(const saved_file&) = delete;

  // Becomes readable when something happens in the file's folder; -1 where nobody tells, and
  // changed() has to be asked now and then.
  int descriptor() const { return notices_; }

  // Whether the file is another than at the last question (or when this was made).
  bool changed();

 private:
  // What tells one state of a file from another.
  struct state {
    bool exists = false;
    dev_t device = 0;
    ino_t number = 0;
    off_t size = 0;
    timespec written{};
    bool operator==(const state& other) const;
  };
  state look() const;
  void listen();

  std::filesystem::path file_;
  int notices_ = -1;
  state last_;
};

}  // namespace lockstep::tutor::watch
