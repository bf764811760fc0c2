#include "class_page/html.hpp"

#include "support/text.hpp"

namespace lockstep::tutor::class_page {

std::string html_text(std::string_view any_bytes) {
  std::string out;
  for (const char c : readable_text(any_bytes)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace lockstep::tutor::class_page
