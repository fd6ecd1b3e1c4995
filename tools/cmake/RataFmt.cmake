# Finds the library fmt and sets RATA_FMT, the target to link. Programs for use have the headers alone:
# Debian has no static library of fmt, and a program that is shipped must not need a shared one where
# it is unpacked. The builds for checking need not compile it again in every file.
#
# GLOBAL for the tests, which link the parts of programs from another folder.
find_package(fmt GLOBAL)
if(NOT fmt_FOUND AND NOT RATA_FMT_IS_OPTIONAL)
    message(FATAL_ERROR "The library fmt is missing (Debian: libfmt-dev)")
endif()
if(RATA_CHECKED)
    set(RATA_FMT fmt::fmt)
else()
    set(RATA_FMT fmt::fmt-header-only)
endif()
