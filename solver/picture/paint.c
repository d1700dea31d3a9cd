/* What colours look like. */
#include "picture/paint.h"

#include <errno.h>
#include <string.h>

enum paint paint_of_player(int player)
{
    static const enum paint paints[] = {PAINT_BLACK, PAINT_WHITE, PAINT_THIRD, PAINT_FOURTH};
    return player >= 0 && player < 4 ? paints[player] : PAINT_NONE;
}

enum paint paint_on_player(int player)
{
    static const enum paint paints[] = {PAINT_ON_BLACK, PAINT_ON_WHITE, PAINT_ON_THIRD,
                                        PAINT_ON_FOURTH};
    return player >= 0 && player < 4 ? paints[player] : PAINT_NONE;
}

struct shades {
    uint32_t light, dark;
};

static const struct shades all[PAINT_COUNT] = {
    [PAINT_PAPER] = {0xfdfcf9, 0x1c1e22},
    [PAINT_RIM] = {0xd8d2c4, 0x42454d},
    [PAINT_INK] = {0x26221c, 0xece8df},
    [PAINT_FAINT] = {0x655f54, 0xaea899},
    [PAINT_BOARD] = {0xeed9ae, 0x8a7350},
    [PAINT_LINE] = {0x5f4d32, 0x2b2216},
    [PAINT_BLACK] = {0x1d1d1f, 0x0f0f11},
    [PAINT_ON_BLACK] = {0xffffff, 0xffffff},
    [PAINT_WHITE] = {0xffffff, 0xf4f2ee},
    [PAINT_ON_WHITE] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_THIRD] = {0x007a5a, 0x007a5a},
    [PAINT_ON_THIRD] = {0xffffff, 0xffffff},
    [PAINT_FOURTH] = {0xd88bb3, 0xd88bb3},
    [PAINT_ON_FOURTH] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_STONE_RIM] = {0x1d1d1f, 0x0f0f11},
    [PAINT_ARROW] = {0x4a6a8a, 0x8fb4d6},
    [PAINT_MARK] = {0x7b3294, 0xd9a8ea},
    [PAINT_ON_MARK] = {0xffffff, 0x1d1d1f},
    [PAINT_OPEN] = {0xf7f2e6, 0xd8cfbb},
    /* From blue to orange. The first and the last are dark, so their text is white. */
    [PAINT_HEAT + 0] = {0x0067a3, 0x0067a3},
    [PAINT_HEAT + 1] = {0x5aa7d4, 0x5aa7d4},
    [PAINT_HEAT + 2] = {0xa9d2e9, 0xa9d2e9},
    [PAINT_HEAT + 3] = {0xf6f0e3, 0xf6f0e3},
    [PAINT_HEAT + 4] = {0xf9cb9c, 0xf9cb9c},
    [PAINT_HEAT + 5] = {0xee9a4d, 0xee9a4d},
    [PAINT_HEAT + 6] = {0xb04a00, 0xb04a00},
    [PAINT_ON_HEAT + 0] = {0xffffff, 0xffffff},
    [PAINT_ON_HEAT + 1] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_ON_HEAT + 2] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_ON_HEAT + 3] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_ON_HEAT + 4] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_ON_HEAT + 5] = {0x1d1d1f, 0x1d1d1f},
    [PAINT_ON_HEAT + 6] = {0xffffff, 0xffffff},
    /* Okabe and Ito (2008), those that stand out from the paper. */
    [PAINT_FIRST_SERIES + 0] = {0x0072b2, 0x56b4e9},
    [PAINT_FIRST_SERIES + 1] = {0xd55e00, 0xe69f00},
    [PAINT_FIRST_SERIES + 2] = {0x009e73, 0x2fc59a},
    [PAINT_FIRST_SERIES + 3] = {0xcc79a7, 0xe4a5c6},
    [PAINT_FIRST_SERIES + 4] = {0xb07d00, 0xf0e442},
    [PAINT_FIRST_SERIES + 5] = {0x2f8fc6, 0x9bd3f2},
    [PAINT_FIRST_SERIES + 6] = {0x7b3294, 0xd9a8ea},
    [PAINT_FIRST_SERIES + 7] = {0x4d4d4d, 0xc8c8c8},
};

uint32_t paint_rgb(enum paint_theme theme, enum paint paint)
{
    return theme == PAINT_DARK ? all[paint].dark : all[paint].light;
}

int paint_theme_parse(const char *text, enum paint_theme *ret_theme)
{
    static const char *const names[] = {"auto", "light", "dark"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *ret_theme = (enum paint_theme)i;
            return 0;
        }
    return -EINVAL;
}
