#compdef @PROGRAM@
# Completion of @PROGRAM@ for zsh: made from its tables of options, do not edit.

@DATA@
# A ruleset with its fields, or with "rulesets" several: what stands before the last "," is there
# already.
_@PROGRAM@_rules() {
    local before=${PREFIX%${PREFIX##*,}} name= segment
    for segment in ${(s:,:)before}; do
        [[ $segment == *=* ]] || name=$segment
    done
    compset -P '*,'
    if [[ -z $before || $kind == rulesets ]]; then
        _@PROGRAM@_rulesets
        [[ $kind != rulesets || -n $before ]] || choices+=' all'
        compadd -S '' -- ${=choices}
    fi
    if [[ -n $name ]]; then
        _@PROGRAM@_fields "$name"
        compadd -S '' -- ${=choices}
    fi
}

_@PROGRAM@_complete() {
    case $kind in
    choices) compadd -- ${=choices} ;;
    rules | rulesets) _@PROGRAM@_rules ;;
    file) _files ;;
    folder) _files -/ ;;
    esac
}

_@PROGRAM@() {
    local choices kind pending= verb=solve
    local -a described
    local -i first=2 word=0 i
    _@PROGRAM@_verbs
    if (( CURRENT > 2 )) && (( ${${=choices}[(Ie)$words[2]]} )); then
        verb=$words[2] first=3
    fi
    for (( i = first; i < CURRENT; i++ )); do
        if [[ -n $pending ]]; then
            pending=
        elif [[ $words[i] != -* ]]; then
            (( ++word ))
        elif [[ $words[i] != *=* ]]; then
            _@PROGRAM@_value $verb $words[i]
            [[ $kind == flag ]] || pending=$words[i]
        fi
    done
    if [[ -n $pending ]]; then
        _@PROGRAM@_value $verb $pending
        _@PROGRAM@_complete
    elif [[ $PREFIX == --*=* ]]; then
        _@PROGRAM@_value $verb ${PREFIX%%=*}
        compset -P 1 '*='
        _@PROGRAM@_complete
    else
        _@PROGRAM@_word $verb $(( word + 1 ))
        [[ $PREFIX == -* ]] || _@PROGRAM@_complete
        if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
            _@PROGRAM@_verbs
            _describe verb described
        fi
        if [[ $PREFIX == -* || -z $PREFIX ]]; then
            _@PROGRAM@_options $verb
            _describe -o option described
        fi
    fi
}

_@PROGRAM@ "$@"
