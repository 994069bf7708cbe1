# The Debian package, built by tools/package.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(SIXFOLD_DOC share/doc/sixfold)
install(TARGETS sixfold RUNTIME DESTINATION bin)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/web/dist/ DESTINATION share/sixfold/web)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${SIXFOLD_DOC} FILES_MATCHING PATTERN "*.md"
        PATTERN "*.jpg")
install(FILES ${PROJECT_SOURCE_DIR}/docs/openapi.json ${PROJECT_SOURCE_DIR}/README.md
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${SIXFOLD_DOC})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${SIXFOLD_DOC} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/sixfold.service DESTINATION lib/systemd/system)
install(FILES ${PROJECT_SOURCE_DIR}/packaging/sixfold.conf DESTINATION /etc/sixfold
        PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sixfold)
set(CPACK_PACKAGE_VENDOR Sixfold)
set(CPACK_PACKAGE_CONTACT "Sixfold <sixfold@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Server, bots and tools for the Qwirkle family of tile games")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, procps")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "postgresql (>= 15), redis-server")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
foreach(part conffiles postinst prerm postrm)
  list(APPEND CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/${part})
endforeach()
include(CPack)
