# sixfold_layer(NAME <folder> [EXCEPTIONS] [DEPENDS <layer>...] [LIBRARIES <target>...] [PRECOMPILE <header>...])
#
# Makes the library sixfold_<folder>, with the alias sixfold::<folder>, of every source in the
# folder of the calling file. Code includes "<folder>/<file>.hpp". Layers are compiled without
# exceptions everywhere, so that they are the same code natively and in WebAssembly; those that
# talk to the system ask for EXCEPTIONS. A layer without sources consists of its headers.
function(sixfold_layer)
  cmake_parse_arguments(PARSE_ARGV 0 layer "EXCEPTIONS" "NAME" "DEPENDS;LIBRARIES;PRECOMPILE")
  set(target sixfold_${layer_NAME})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  if(sources)
    set(scope PUBLIC)
    add_library(${target} STATIC ${sources})
    if(NOT layer_EXCEPTIONS)
      target_compile_options(${target} PRIVATE -fno-exceptions)
    endif()
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(sixfold::${layer_NAME} ALIAS ${target})
  if(sources)
    sixfold_precompile(${target} ${layer_PRECOMPILE})
  endif()
  list(TRANSFORM layer_DEPENDS PREPEND sixfold::)
  target_include_directories(${target} ${scope} ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} ${scope} ${layer_DEPENDS} ${layer_LIBRARIES})
endfunction()
