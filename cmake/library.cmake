# The library: the layers that others may use, their public headers, and how they are installed.

include(${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake)

# In the order of their dependencies.
set(SIXFOLD_LAYERS rules record engine play)
set(components ${SIXFOLD_LAYERS})
if(SIXFOLD_LIBRARY_ONLY)
  foreach(component IN LISTS SIXFOLD_COMPONENTS)
    if(NOT component IN_LIST SIXFOLD_LAYERS)
      list(JOIN SIXFOLD_LAYERS ", " known)
      message(FATAL_ERROR "SIXFOLD_COMPONENTS: there is no component ${component}; there are: ${known}")
    endif()
  endforeach()
  list(JOIN SIXFOLD_COMPONENTS "|" wanted)
  list(FILTER components INCLUDE REGEX "^(${wanted})$")
endif()
if("record" IN_LIST components)
  include(cmake/json.cmake)
endif()
foreach(component IN LISTS components)
  add_subdirectory(src/${component})
endforeach()

# The public headers are written into the build tree, where those who build the library as part of
# their own project find them; the rest of this project includes the original ones.
get_property(headers GLOBAL PROPERTY SIXFOLD_PUBLIC_HEADERS)
set(header_folder ${PROJECT_BINARY_DIR}/include/sixfold)
configure_file(cmake/version.hpp.in ${header_folder}/version.hpp @ONLY)
if(SIXFOLD_LIBRARY_ONLY)
  sixfold_write_headers(${PROJECT_SOURCE_DIR}/src ${header_folder} "${headers}")
  list(TRANSFORM headers PREPEND ${PROJECT_SOURCE_DIR}/src/ OUTPUT_VARIABLE originals)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${originals})
endif()

if(NOT SIXFOLD_INSTALL OR CMAKE_CROSSCOMPILING)
  return()
endif()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Sixfold)
list(TRANSFORM components PREPEND sixfold_ OUTPUT_VARIABLE targets)
install(TARGETS ${targets} EXPORT SixfoldTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(CODE "include(\"${PROJECT_SOURCE_DIR}/cmake/public_headers.cmake\")
  sixfold_write_headers(\"${PROJECT_SOURCE_DIR}/src\" \"${header_folder}\" \"${headers}\")"
        COMPONENT library)
install(DIRECTORY ${header_folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library)
install(EXPORT SixfoldTargets NAMESPACE sixfold:: DESTINATION ${config_folder} COMPONENT library)
list(JOIN components ", " component_list)
configure_package_config_file(cmake/SixfoldConfig.cmake.in ${PROJECT_BINARY_DIR}/SixfoldConfig.cmake
                              INSTALL_DESTINATION ${config_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SixfoldConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SixfoldConfig.cmake
              ${PROJECT_BINARY_DIR}/SixfoldConfigVersion.cmake
        DESTINATION ${config_folder} COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/docs/library.md DESTINATION share/doc/libsixfold-dev
        COMPONENT library)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/libsixfold-dev RENAME copyright
        COMPONENT library)
