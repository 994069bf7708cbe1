# The language, warnings and tools that every target of this project shares. Those who build only the
# library choose their own.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(warnings_are_errors $<$<BOOL:${PROJECT_IS_TOP_LEVEL}>:-Werror>)
add_compile_options(
  ${warnings_are_errors}
  -Wall
  -Wextra
  -Wpedantic
  -Wcast-align
  -Wcast-qual
  -Wconversion
  -Wdouble-promotion
  -Wextra-semi
  -Wformat=2
  -Wimplicit-fallthrough
  -Wnon-virtual-dtor
  -Wold-style-cast
  -Woverloaded-virtual
  # A unity build mistakes the names of one source for shadows of those of another, and its local
  # types for parts of a header.
  $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow>
  -Wsign-conversion
  -Wundef
  -Wunused
  # Designated initializers leave the rest at its defaults on purpose.
  -Wno-missing-field-initializers
  ${SIXFOLD_EXACT_ARITHMETIC})

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wduplicated-cond -Wlogical-op)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC bug 105651: joining std::strings is mistaken for an overlapping or endless copy.
    add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
  endif()
  if(CMAKE_UNITY_BUILD)
    add_compile_options(-Wno-subobject-linkage)
  endif()
  # GCC's initialization checks see paths through std::optional that are never taken.
  add_compile_options(-Wno-maybe-uninitialized)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND NOT CMAKE_CROSSCOMPILING)
  # GCC 12's std::stable_sort uses a deprecated part of the standard library, about which Clang
  # warns.
  add_compile_options(-Wno-deprecated-declarations)
endif()

add_compile_definitions($<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

if(SIXFOLD_SANITIZE)
  add_compile_options(-fsanitize=${SIXFOLD_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SIXFOLD_SANITIZE})
  if(SIXFOLD_FUZZERS)
    # Counting branches guides the fuzz targets; tracing every comparison too made the tests up to
    # twice as slow.
    add_compile_options(-fno-sanitize-coverage=trace-cmp)
  endif()
  if(SIXFOLD_SANITIZE STREQUAL "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio uses fences, which this sanitizer does not support, but always together with locks, which
    # it does.
    add_compile_options(-Wno-tsan)
  endif()
endif()

# sixfold_harden(<target>): runtime checks against memory attacks, for code that talks to strangers.
# The engine goes without: it reads no input, and they would slow it down.
function(sixfold_harden target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT SIXFOLD_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
    target_compile_options(${target} PRIVATE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3
                                             -fstack-protector-strong -fstack-clash-protection)
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
      target_compile_options(${target} PRIVATE -fcf-protection)
    endif()
  endif()
endfunction()

# sixfold_optimize(<target> <level>): less optimization than -O3, which only the engine gains from, for
# a target that is not where the time goes. It builds faster.
function(sixfold_optimize target level)
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT CMAKE_CROSSCOMPILING)
    target_compile_options(${target} PRIVATE -O${level})
  endif()
endfunction()

# sixfold_mostly_templates(<source>): skips the optimization of a source that would take minutes
# with sanitizers, to no effect.
function(sixfold_mostly_templates source)
  if(SIXFOLD_SANITIZE)
    # Clang rejects a precompiled header that was built with different options.
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# sixfold_precompile(<target> [<header>...]): parses the headers that nearly every source of the
# target includes only once. The standard library takes most of the time that a source needs. Sources
# still include what they use: the `clang` preset and WebAssembly build without precompiled headers.
function(sixfold_precompile target)
  if(NOT CMAKE_CROSSCOMPILING)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <chrono> <cstdint> <functional>
                              <map> <memory> <optional> <set> <span> <string> <string_view>
                              <utility> <variant> <vector> ${ARGN})
  endif()
endfunction()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # Without this, ccache takes every precompiled header for a new one.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()

find_program(SIXFOLD_CCACHE ccache)
if(SIXFOLD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # ccache refuses precompiled headers unless __TIME__ and unused macros may be ignored.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
                                  CCACHE_SLOPPINESS=pch_defines,time_macros ${SIXFOLD_CCACHE})
endif()

find_program(SIXFOLD_MOLD mold)
if(SIXFOLD_MOLD AND NOT CMAKE_CROSSCOMPILING)
  add_link_options(-fuse-ld=mold)
endif()

# Make relocations read-only after start-up. Compilers produce position-independent programs by
# default.
if(NOT CMAKE_CROSSCOMPILING)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
