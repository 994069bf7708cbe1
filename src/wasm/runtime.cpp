// Symbols that Debian's WebAssembly runtime libraries expect but do not provide.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

#include <cstdint>

extern "C" {

// The compiler's runtime is built with the stack protector, whose two symbols wasi-libc lacks.
extern std::uintptr_t __stack_chk_guard;
std::uintptr_t __stack_chk_guard = 0x5f01d5ac;

[[noreturn]] void __stack_chk_fail();
void __stack_chk_fail() { __builtin_trap(); }

// Registers the destructors of thread-local objects. The only thread here has none of these.
int __cxa_thread_atexit(void (*destroy)(void*), void* object, void* library);
int __cxa_thread_atexit(void (* /*destroy*/)(void*), void* /*object*/, void* /*library*/) {
  return 0;
}

}  // extern "C"

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
