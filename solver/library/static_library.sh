#!/bin/sh
# usage: static_library.sh OUTPUT FOLDER PREFIX FIRST ARCHIVE...
#
# Makes a static library of FIRST and of what it needs of the other archives: one object, in which
# all symbols but those that begin with PREFIX are local, so that none of them can be one of the
# program's that it is linked to.
set -e
output=$1 folder=$2 prefix=$3 first=$4
shift 4
mkdir -p "$folder"
object=$folder/library.o
rm -f "$output"
${LD:-ld} -r -o "$object" --whole-archive "$first" --no-whole-archive --start-group "$@" --end-group
${OBJCOPY:-objcopy} --wildcard --keep-global-symbol="$prefix*" "$object"
${AR:-ar} rcs "$output" "$object"
