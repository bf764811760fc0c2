#include <doctest/doctest.h>
#include <lockstep/reduction/report.hpp>

#include <sstream>

using namespace lockstep::reduction;

namespace {
std::string csv(const time_report& report) {
  std::ostringstream out;
  report.print_csv(out);
  return out.str();
}
}  // namespace

TEST_CASE("a step compares with the rung before, or with the one that it names") {
  time_report report(1'000'000, 64, 100);
  report.add("host loop", "", 8, verdict::right);
  report.add("01 first", "", 4, verdict::right);
  report.add("02 second", "", 2, verdict::right);
  report.add("05 other", "01", 1, verdict::wrong_on_purpose);
  report.set_read_only(0.5);
  CHECK(csv(report) ==
        "variant,size,block,compared_with,milliseconds,gb_per_s,result\n"
        "host loop,1000000,64,,8.00000,0.5,right\n"
        "01 first,1000000,64,host loop,4.00000,1.0,right\n"
        "02 second,1000000,64,01 first,2.00000,2.0,right\n"
        "05 other,1000000,64,01 first,1.00000,4.0,\"wrong, as said\"\n"
        "reading alone,1000000,64,,0.50000,8.0,\n");
}

TEST_CASE("for people: bandwidth, share of the peak and of reading, step and gain in all") {
  time_report report(1'000'000, 64, 8000);  // 4 MB
  report.add("host loop", "", 4, verdict::right);
  report.add("01 first", "", 0.001, verdict::right);
  report.set_read_only(0.0005);
  std::ostringstream out;
  report.print(out);
  CHECK(out.str().find("01 first       right  0.0010       4000   50.0     50.0  4000.00  "
                       "host loop  4000.00") != std::string::npos);
}
