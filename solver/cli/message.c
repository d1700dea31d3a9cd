/* The line that the program says on stderr. */
#include "cli/message.h"

#include <ctype.h>
#include <stdio.h>

void message_print(const struct error *err)
{
    char line[sizeof(err->text)];
    size_t i = 0;
    for (; err->text[i] != '\0'; i++)
        line[i] = iscntrl((unsigned char)err->text[i]) ? '?' : err->text[i];
    line[i] = '\0';
    fprintf(stderr, "solve: %s\n", line);
}
