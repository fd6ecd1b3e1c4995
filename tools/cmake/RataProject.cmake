# What the projects of this tree share, included before project(): the whole of it in the top folder,
# and the tree log with gtq in logging/. Sets RATA_ROOT (the top folder) and RATA_VERSION, and makes
# the modules of this folder known.
get_filename_component(RATA_ROOT "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(RATA_VERSION 0.1.0)
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
