// Debian's compiler runtime for WebAssembly is built with the stack protector, whose two symbols
// wasi-libc lacks. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

#include <cstdint>

extern "C" {

extern std::uintptr_t __stack_chk_guard;
std::uintptr_t __stack_chk_guard = 0x5f01d5ac;

[[noreturn]] void __stack_chk_fail();
void __stack_chk_fail() { __builtin_trap(); }

}  // extern "C"

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
