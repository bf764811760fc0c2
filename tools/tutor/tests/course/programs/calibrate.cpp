// What measures a GPU's constants, in the fixture: one constant of a GPU that there never was.
#include <cstdio>
#include <string>

int main(int argc, char** argv) {
  std::string words = "calibrate";
  for (int i = 1; i < argc; ++i) words += std::string(" ") + argv[i];
  if (words.find("nothing") != std::string::npos) {
    std::puts("# half a file");
    return 64;
  }
  if (words.find("--csv") == std::string::npos) {
    std::puts("sm_clock 1000 MHz");
  } else {
    std::printf("# One G100, long ago\n# %s\n# Medians.\nname,value,unit\nsm_clock,1000,MHz\n",
                words.c_str());
  }
}
