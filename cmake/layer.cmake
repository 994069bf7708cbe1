# sixfold_layer(NAME <folder> [EXCEPTIONS] [DEPENDS <layer>...] [LIBRARIES <target>...]
#               [PRECOMPILE <header>...] [PUBLIC_HEADERS <header>...])
#
# Makes the library sixfold_<folder>, with the alias sixfold::<folder>, of every source in the
# folder of the calling file. Code includes "<folder>/<file>.hpp". Layers are compiled without
# exceptions everywhere, so that they are the same code natively and in WebAssembly; those that
# talk to the system ask for EXCEPTIONS. A layer without sources consists of its headers.
# PUBLIC_HEADERS, which may be patterns, are for users of the library; they include no others.
function(sixfold_layer)
  cmake_parse_arguments(PARSE_ARGV 0 layer "EXCEPTIONS" "NAME"
                        "DEPENDS;LIBRARIES;PRECOMPILE;PUBLIC_HEADERS")
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
  target_compile_features(${target} ${scope} cxx_std_20)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${layer_NAME})
  list(TRANSFORM layer_DEPENDS PREPEND sixfold::)
  target_link_libraries(${target} ${scope} ${layer_DEPENDS})
  sixfold_publish(${layer_PUBLIC_HEADERS})

  # Users of the library see the public headers and nothing that this project uses itself.
  if(SIXFOLD_LIBRARY_ONLY)
    foreach(dependency IN LISTS layer_DEPENDS)
      if(NOT TARGET ${dependency})
        message(FATAL_ERROR "SIXFOLD_COMPONENTS: ${layer_NAME} needs ${dependency}")
      endif()
    endforeach()
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_compile_options(${target} PRIVATE ${SIXFOLD_EXACT_ARITHMETIC})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src
                               INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
    target_link_libraries(${target} PRIVATE ${layer_LIBRARIES})
    return()
  endif()
  # Where a unity build makes one source of them all, there is nothing to share.
  list(LENGTH sources count)
  if(count GREATER 1 AND NOT (CMAKE_UNITY_BUILD AND count LESS_EQUAL CMAKE_UNITY_BUILD_BATCH_SIZE))
    sixfold_precompile(${target} ${layer_PRECOMPILE})
  endif()
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_link_libraries(${target} ${scope} ${layer_LIBRARIES})
endfunction()

# sixfold_publish(<pattern>...): adds headers of the calling folder to the public ones.
function(sixfold_publish)
  foreach(pattern IN LISTS ARGN)
    file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src
         ${CMAKE_CURRENT_SOURCE_DIR}/${pattern})
    if(NOT headers)
      message(FATAL_ERROR "${CMAKE_CURRENT_SOURCE_DIR}: there is no header ${pattern}")
    endif()
    set_property(GLOBAL APPEND PROPERTY SIXFOLD_PUBLIC_HEADERS ${headers})
  endforeach()
endfunction()

# With fused multiply-add, one machine might choose another move than the next.
set(SIXFOLD_EXACT_ARITHMETIC -ffp-contract=off)
