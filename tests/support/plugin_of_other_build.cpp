// A plugin whose table is of another build.
namespace {

constexpr const char* kTable[] = {"another build"};

}  // namespace

extern "C" const void* dragoman_test_plugin() { return kTable; }
