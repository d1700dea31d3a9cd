/* The most memory that the process held so far. */
#include "base/peak_memory.h"

#include <stdio.h>

size_t peak_memory_read(void)
{
    char line[128];
    unsigned long long kib = 0;
    FILE *status = fopen("/proc/self/status", "r");
    if (status == NULL)
        return 0;
    while (kib == 0 && fgets(line, sizeof(line), status) != NULL)
        sscanf(line, "VmHWM: %llu kB", &kib);
    fclose(status);
    return (size_t)kib * 1024;
}
