/* The page as files: what page/bundle.py makes of the sources in page/. */
#ifndef SOLVER_EXPLORE_ASSETS_H
#define SOLVER_EXPLORE_ASSETS_H

#include <stddef.h>

#include "http/asset.h"

/* index.html as "/", "/page.js", "/page.css", "/icon.svg". The HTML asks for the others by relative
 * names, so that the same files make a page that lies in a folder. */
extern const struct http_asset explore_assets[];
extern const size_t explore_assets_count;

#endif
