#!/bin/sh
# usage: examples.sh PROGRAM OUTPUT PAGE...
#
# Makes a C file of the examples of the verbs: what stands under EXAMPLES in each PAGE of the guide,
# line by line, with the program under its name. Of its sentences links and quotes are plain text. A page is named
# after its verb.
set -e
program=$1
output=$2
shift 2
{
  echo '/* Made by examples.sh from docs/guide. */'
  echo '#include "cli/help.h"'
  echo
  echo '#include <stddef.h>'
  echo
  echo 'const struct help_examples help_examples[] = {'
  for page; do
    verb=${page##*/}
    echo "    {\"${verb%.md}\", (const char *const[]){"
    awk '/^## / { shown = ($0 == "## EXAMPLES"); next } shown' "$page" |
      sed "s/^\\( *\\$ \\)solve /\\1$program /; /^    /!{s/\\[\\([^]]*\\)\\]([^)]*)/\\1/g; s/\`/'/g;}"' ; s/[\\"]/\\&/g; s/.*/        "&",/'
    echo '        NULL}},'
  done
  echo '    {NULL, NULL},'
  echo '};'
} > "$output"
