#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include "players/coalition.h"
#include "common/games.h"
int main(int c,char**v){ struct game g; struct graph*gr=start_empty(&g,v[1],v[2]); struct limits l={.max_nodes=c>3?strtoull(v[3],0,10):0,.max_bytes=(size_t)3<<30};
 for(unsigned s=1;s<(1u<<g.players);s++){struct coalition f; int r=coalition_solve(&g,s,true,&l,&f); printf("%s %s S=%u: %d..%d nodes %lu facts %lu stop %d r %d\n",v[1],v[2],s,f.lower,f.upper,(unsigned long)f.nodes,(unsigned long)f.facts,f.stop,r);fflush(stdout);coalition_release(&f);} (void)gr;}
