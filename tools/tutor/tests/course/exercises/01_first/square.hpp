// What an answer of the fixture defines, and what it can ask of the runtime in the emulator's
// place.
#pragma once

extern int steps;
int square(int n);

extern "C" void mock_record(const char* record);
extern "C" void mock_finding(const char* kind, const char* file, int line);
extern "C" int mock_findings();  // so far
extern "C" void mock_hang(const char* file, int line);
