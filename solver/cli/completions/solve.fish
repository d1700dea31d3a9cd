# Completion of @PROGRAM@ for fish: made from its tables of options, do not edit.

@DATA@
# A ruleset with its fields, or with "rulesets" several: what stands before the last "," is there
# already.
function __@PROGRAM@_rules
    set -l typed (string replace -r -- '^--[a-z-]*=' '' (commandline -ct))
    set -l before (string match -r -- '^.*,' $typed)
    set -l name
    for segment in (string split -- , $before)
        test -n "$segment"; and not string match -q -- '*=*' $segment; and set name $segment
    end
    if test -z "$before"; or test "$argv[1]" = rulesets
        for one in (__@PROGRAM@_rulesets)
            echo "$before$one"
        end
    end
    if test -n "$name"
        for one in (__@PROGRAM@_fields $name)
            echo "$before$one"
        end
    end
end
# Are so many words typed behind the verb, before the one at hand?
function __@PROGRAM@_typed
    set -l words (string match -v -- '-*' (commandline -opc))
    test (count $words) -ge (math 2 + $argv[1])
end
