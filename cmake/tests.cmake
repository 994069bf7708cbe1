# The list of tests that CTest runs. A test of CTest is a suite or a file; tools/count-tests counts the
# cases in them. Labels say what kind a test is (unit, check, cli, wasm, web, fuzz, package), of which
# layer a unit test is, and whether it is `long`: only `./test --all` runs those.

# GCC's thread sanitizer does not work with every randomized memory layout, so randomization is
# turned off if the system permits it.
set(launcher "")
if(SIXFOLD_SANITIZE STREQUAL "thread")
  execute_process(COMMAND setarch -R true RESULT_VARIABLE refused ERROR_QUIET)
  if(NOT refused)
    set(launcher setarch -R)
  endif()
endif()

# sixfold_add_suites(<layer> <target>): one test per suite of a GoogleTest program.
function(sixfold_add_suites layer target)
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  file(GENERATE OUTPUT ${file} CONTENT "set(layer ${layer})
set(program $<TARGET_FILE:${target}>)
set(launcher ${launcher})
include(${PROJECT_SOURCE_DIR}/cmake/suites.cmake)
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
endfunction()

# sixfold_add_test(<name> <labels> <command>...): a test that runs in the root of the source tree.
function(sixfold_add_test name labels)
  set(environment LC_ALL=C NO_COLOR=1 SIXFOLD_PROGRAM=${PROJECT_BINARY_DIR}/sixfold
                  PYTHONPATH=${PROJECT_SOURCE_DIR}/tests/cli:${PROJECT_SOURCE_DIR}/tests/package)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(
    ${name} PROPERTIES LABELS "${labels}" TIMEOUT 3000
                       ENVIRONMENT "${environment}")
endfunction()

# sixfold_add_files(<kind> <prefix> <suffix> <labels> <command>...): a test <kind>.<name> per file
# tests/<kind>/<prefix><name><suffix>. The command runs in the root of the source tree and ends with
# the path of the file.
function(sixfold_add_files kind prefix suffix labels)
  set(folder ${PROJECT_SOURCE_DIR}/tests/${kind})
  file(GLOB names CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/${prefix}*${suffix})
  if(NOT names)
    message(FATAL_ERROR "tests/${kind} contains no tests")
  endif()
  list(TRANSFORM names REPLACE "^${prefix}(.*)\\${suffix}$" "\\1")
  foreach(name IN LISTS names)
    sixfold_add_test(${kind}.${name} "${labels}" ${ARGN} tests/${kind}/${prefix}${name}${suffix})
  endforeach()
endfunction()

# What is tested once, with the program that people use, and not with every compiler and sanitizer.
function(sixfold_add_whole_tree_tests)
  sixfold_add_test(check.format check tools/format --check)
  foreach(check layers messages english)
    sixfold_add_test(check.${check} check tools/check-${check})
  endforeach()
  sixfold_add_test(check.clang-tidy check tools/tidy)
  sixfold_add_test(check.clang-tidy-all "check;long" tools/tidy --all)
  set_tests_properties(check.clang-tidy check.clang-tidy-all PROPERTIES RUN_SERIAL ON TIMEOUT 14400)

  set(python python3 -B -m unittest)
  sixfold_add_files(cli test_ .py cli ${python})
  sixfold_add_files(package test_ .py "package;long" ${python})
  # Typing into a terminal needs it to respond in time; a package is built in the same folders.
  set_tests_properties(cli.play package.package PROPERTIES RUN_SERIAL ON)

  set(with_node bash -c [[root=$PWD && source tools/node-path && exec "$0" "$@"]])
  set(node ${with_node} node --test --test-reporter=tap)
  sixfold_add_files(wasm "" .test.mjs wasm ${node})
  sixfold_add_files(web "" .test.mjs web ${node})
  set(npm ${with_node} npm --prefix web)
  sixfold_add_test(web.lint web ${npm} run lint)
  sixfold_add_test(web.types web ${npm} run check)
  sixfold_add_test(web.units web ${npm} test)
endfunction()
