/* The line that the program says on stderr. */
#include "cli/message.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void message_print(const struct error *err)
{
    char line[sizeof(err->text)];
    strcpy(line, err->text);
    message_print_line(line);
}

void message_print_line(char *line)
{
    for (char *at = line; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            *at = '?';
    fprintf(stderr, "solve: %s\n", line);
}
