# The target `docs`: a reference of the public headers, if Doxygen is installed.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()
set(DOXYGEN_PROJECT_NAME Sixfold)
set(DOXYGEN_PROJECT_BRIEF "The rules, records, bots and games of the Qwirkle family, as a C++ library")
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_BINARY_DIR}/include)
set(DOXYGEN_STRIP_FROM_INC_PATH ${PROJECT_BINARY_DIR}/include)
set(DOXYGEN_USE_MDFILE_AS_MAINPAGE ${PROJECT_SOURCE_DIR}/docs/library.md)
set(DOXYGEN_EXTRACT_ALL YES)
set(DOXYGEN_EXCLUDE_SYMBOLS "*_detail")
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
# Links from the main page to the other pages lead out of the reference.
set(DOXYGEN_WARN_IF_DOC_ERROR NO)
doxygen_add_docs(docs ${PROJECT_BINARY_DIR}/include/sixfold ${PROJECT_SOURCE_DIR}/docs/library.md
                 COMMENT "Writing docs/html/index.html")
add_custom_target(public_headers
                  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/src
                          -DFOLDER=${PROJECT_BINARY_DIR}/include/sixfold "-DHEADERS=${headers}"
                          -P ${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake
                  VERBATIM)
add_dependencies(docs public_headers)
