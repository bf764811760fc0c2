extern "C" void mock_record(const char* record);

int main() { mock_record("{}"); }
