# Run as a script at every build: writes OUTPUT, the source file that knows version and commit, but
# touches it only when they changed. Outside a git checkout the commit is read from the file
# tools/cmake/archive_commit.txt, which `git archive` fills in; failing that it is empty.
set(commit "")
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT}" -C "${SOURCE_DIR}" describe --always --dirty --abbrev=10
                            --exclude=*
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
    file(READ "${SOURCE_DIR}/tools/cmake/archive_commit.txt" commit)
    string(STRIP "${commit}" commit)
    if(commit MATCHES "Format")
        set(commit "")
    endif()
endif()
configure_file("${SOURCE_DIR}/engine/base/version.cpp.in" "${OUTPUT}" @ONLY)
