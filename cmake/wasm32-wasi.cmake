# Toolchain for WebAssembly: clang 19 with wasi-libc and libc++, without exceptions or threads.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT "-stdlib=libc++ -fno-exceptions -msimd128")

# An llvm-ar of another version may write an index that the linker does not understand. It needs no
# index, so the system's plain ar works too.
find_program(CMAKE_AR NAMES llvm-ar-19 ar REQUIRED)
find_program(CMAKE_RANLIB NAMES llvm-ranlib-19 ranlib REQUIRED)

# Header-only libraries come from the system.
set(CMAKE_PREFIX_PATH /usr)
