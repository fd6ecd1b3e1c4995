# Words for `cmake --install`; each room says itself what it installs where.
#
#   rata_build_first(TARGET [COMPONENT NAME])   before install(TARGETS TARGET ...): builds what
#                                               nobody has built yet, so that an install works
#                                               from any state of the build
#
# What is there is installed as it is: bringing it up to date is the business of the build, which
# need not belong to the user that installs.
function(rata_build_first target)
    cmake_parse_arguments(PARSE_ARGV 1 ARG "" "COMPONENT" "")
    if(NOT ARG_COMPONENT)
        set(ARG_COMPONENT Unspecified)
    endif()
    install(CODE "
        if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
            message(STATUS \"Building ${target}, which is not built yet\")
            execute_process(COMMAND \"${CMAKE_COMMAND}\" --build \"${CMAKE_BINARY_DIR}\"
                                    --config \"$<CONFIG>\" --target ${target} --parallel
                            RESULT_VARIABLE failure)
            if(failure)
                message(FATAL_ERROR \"${target} could not be built\")
            endif()
        endif()
        " COMPONENT "${ARG_COMPONENT}")
endfunction()
