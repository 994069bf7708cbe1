# Read by CTest when it starts, with the variables that sixfold_add_suites sets: adds one test per
# suite of a GoogleTest program, named <layer>.<suite>.
if(NOT EXISTS ${program})
  add_test(${layer}.not_built ${program})
  set_tests_properties(${layer}.not_built PROPERTIES LABELS "unit;${layer}")
  return()
endif()
execute_process(COMMAND ${launcher} ${program} --gtest_list_tests OUTPUT_VARIABLE listed
                        COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "\n[^ \n]+\\." suites "\n${listed}")
if(NOT suites)
  message(FATAL_ERROR "${program} contains no tests")
endif()
foreach(suite IN LISTS suites)
  string(REGEX MATCH "[^\n]*[^.\n]" suite ${suite})
  add_test(${layer}.${suite} ${launcher} ${program} --gtest_brief=1 --gtest_color=no
           --gtest_filter=${suite}.*)
  set_tests_properties(${layer}.${suite} PROPERTIES LABELS "unit;${layer}" TIMEOUT 14400)
endforeach()
