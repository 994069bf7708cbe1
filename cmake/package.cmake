# What is installed besides the library, and the Debian packages, built by tools/package.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(SIXFOLD_DOC share/doc/sixfold)
install(TARGETS sixfold RUNTIME DESTINATION bin COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION share/sixfold/web COMPONENT program
        OPTIONAL)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${SIXFOLD_DOC} COMPONENT program
        FILES_MATCHING PATTERN "*.md" PATTERN "*.jpg")
install(FILES ${PROJECT_SOURCE_DIR}/docs/openapi.json ${PROJECT_SOURCE_DIR}/README.md
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${SIXFOLD_DOC} COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${SIXFOLD_DOC} RENAME copyright
        COMPONENT program)
# The manual page and the completion scripts are printed by the program itself.
set(SIXFOLD_SHELL ${PROJECT_BINARY_DIR}/shell)
install(CODE "
  file(MAKE_DIRECTORY ${SIXFOLD_SHELL})
  foreach(printed \"manual;sixfold.1\" \"completion;bash;sixfold.bash\"
                  \"completion;fish;sixfold.fish\" \"completion;zsh;_sixfold\")
    list(POP_BACK printed file)
    execute_process(COMMAND $<TARGET_FILE:sixfold> \${printed} OUTPUT_FILE ${SIXFOLD_SHELL}/\${file}
                    COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND gzip -9nf ${SIXFOLD_SHELL}/sixfold.1 COMMAND_ERROR_IS_FATAL ANY)"
        COMPONENT program)
install(FILES ${SIXFOLD_SHELL}/sixfold.1.gz DESTINATION share/man/man1 COMPONENT program)
install(FILES ${SIXFOLD_SHELL}/sixfold.bash DESTINATION share/bash-completion/completions
        RENAME sixfold COMPONENT program)
install(FILES ${SIXFOLD_SHELL}/sixfold.fish DESTINATION share/fish/vendor_completions.d
        COMPONENT program)
install(FILES ${SIXFOLD_SHELL}/_sixfold DESTINATION share/zsh/vendor-completions
        COMPONENT program)
# The service has the paths of the Debian package in it, and its settings are outside every prefix:
# `cmake --install` leaves both alone.
install(FILES ${PROJECT_SOURCE_DIR}/packaging/sixfold.service DESTINATION lib/systemd/system
        COMPONENT service EXCLUDE_FROM_ALL)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/sixfold.conf DESTINATION /etc/sixfold
        PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ
        COMPONENT service EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sixfold)
set(CPACK_PACKAGE_VENDOR Sixfold)
set(CPACK_PACKAGE_CONTACT "Sixfold <sixfold@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program service library)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_PROGRAM_GROUP application)
set(CPACK_COMPONENT_SERVICE_GROUP application)
set(CPACK_COMPONENT_LIBRARY_GROUP development)

set(CPACK_DEBIAN_APPLICATION_PACKAGE_NAME sixfold)
set(CPACK_DEBIAN_APPLICATION_DESCRIPTION "Server, bots and tools for the Qwirkle family of tile games")
set(CPACK_DEBIAN_APPLICATION_PACKAGE_SECTION games)
set(CPACK_DEBIAN_APPLICATION_PACKAGE_DEPENDS "adduser, procps")
set(CPACK_DEBIAN_APPLICATION_PACKAGE_RECOMMENDS "ca-certificates")
set(CPACK_DEBIAN_APPLICATION_PACKAGE_SUGGESTS "postgresql (>= 15), redis-server")
set(CPACK_DEBIAN_APPLICATION_PACKAGE_SHLIBDEPS ON)
foreach(part conffiles postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_APPLICATION_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/${part})
endforeach()

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsixfold-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "C++ library for the rules, records and bots of Sixfold")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, g++ (>= 4:12)")
include(CPack)
