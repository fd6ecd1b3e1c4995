# What `cmake --install` puts where. Documents are installed as they lie in the tree.
install(TARGETS ratatosk RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(FILES README.md LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" OPTIONAL)
install(FILES docs/ratatosk.6 DESTINATION "${CMAKE_INSTALL_MANDIR}/man6" OPTIONAL)
install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING PATTERN "*.md")
