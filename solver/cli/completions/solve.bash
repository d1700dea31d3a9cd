# Completion of @PROGRAM@ for bash: made from its tables of options, do not edit.

@DATA@
# The words up to the cursor as they were typed: bash takes them apart at "=" and ":", too.
_@PROGRAM@_typed() {
    local line=${COMP_LINE:0:COMP_POINT} i
    typed=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        local blank=${line%%[![:space:]]*}
        line=${line#"$blank"}
        local word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$line
        if ((i == 0)) || [[ -n $blank ]]; then
            typed+=("$word")
        else
            typed[${#typed[@]}-1]+=$word
        fi
        line=${line#"$word"}
    done
}

# Proposes choices that begin with $1, each with $2 before it.
_@PROGRAM@_propose() {
    local choice
    for choice in $choices; do
        [[ $choice != "$1"* ]] || COMPREPLY+=("$2$choice")
    done
}

# A ruleset with its fields, or with "rulesets" as $2 several: what stands before the last "," is
# there already.
_@PROGRAM@_rules() {
    local part=${1##*,} before=${1%"${1##*,}"} name= segment rest
    compopt -o nospace 2>/dev/null
    rest=$before
    while [[ -n $rest ]]; do
        segment=${rest%%,*} rest=${rest#*,}
        [[ $segment == *=* ]] || name=$segment
    done
    if [[ -z $before || $2 == rulesets ]]; then
        _@PROGRAM@_rulesets
        [[ $2 != rulesets || -n $before ]] || choices+=' all'
        _@PROGRAM@_propose "$part" "$before"
    fi
    if [[ -n $name ]]; then
        _@PROGRAM@_fields "$name"
        _@PROGRAM@_propose "$part" "$before"
    fi
}

# What $kind says, beginning with $1.
_@PROGRAM@_complete() {
    case $kind in
    choices) _@PROGRAM@_propose "$1" '' ;;
    rules | rulesets) _@PROGRAM@_rules "$1" "$kind" ;;
    file)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$1")
        ;;
    folder)
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$1")
        ;;
    esac
}

_@PROGRAM@() {
    local typed choices kind described verb=solve first=1 word=0 pending= i
    COMPREPLY=()
    _@PROGRAM@_typed
    local last=$((${#typed[@]} - 1))
    local current=${typed[last]}
    _@PROGRAM@_verbs
    if ((last > 1)) && [[ " $choices " == *" ${typed[1]} "* ]]; then
        verb=${typed[1]} first=2
    fi
    for ((i = first; i < last; i++)); do
        if [[ -n $pending ]]; then
            pending=
        elif [[ ${typed[i]} != -* ]]; then
            ((++word))
        elif [[ ${typed[i]} != *=* ]]; then
            _@PROGRAM@_value "$verb" "${typed[i]}"
            [[ $kind == flag ]] || pending=${typed[i]}
        fi
    done
    if [[ -n $pending ]]; then
        _@PROGRAM@_value "$verb" "$pending"
        _@PROGRAM@_complete "$current"
    elif [[ $current == --*=* ]]; then
        _@PROGRAM@_value "$verb" "${current%%=*}"
        _@PROGRAM@_complete "${current#*=}"
        COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}")
    elif [[ $current == -* ]]; then
        _@PROGRAM@_options "$verb"
        _@PROGRAM@_propose "$current" ''
    else
        _@PROGRAM@_word "$verb" "$((word + 1))"
        _@PROGRAM@_complete "$current"
        if ((last == 1)); then
            _@PROGRAM@_verbs
            _@PROGRAM@_propose "$current" ''
        fi
        if [[ -z $current && $kind == none ]] || { ((last == 1)) && [[ -z $current ]]; }; then
            _@PROGRAM@_options "$verb"
            _@PROGRAM@_propose "$current" ''
        fi
    fi
    # What bash takes for the word begins behind the last "=" or ":".
    local cut=${current%"${current##*[=:]}"}
    [[ -z $cut || ${#COMPREPLY[@]} -eq 0 ]] || COMPREPLY=("${COMPREPLY[@]#"$cut"}")
}

complete -F _@PROGRAM@ @PROGRAM@
