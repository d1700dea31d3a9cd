/* The socket that a server listens on. */
#include "http/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/http.h"

union any_address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

/* Returns the length of the address, or 0: it is none. */
static socklen_t read_address(const char *text, unsigned port, union any_address *ret_address)
{
    union any_address address;
    memset(&address, 0, sizeof(address));
    if (text == NULL || strcmp(text, "localhost") == 0)
        text = "127.0.0.1";
    socklen_t length = 0;
    if (inet_pton(AF_INET, text, &address.four.sin_addr) == 1) {
        address.four.sin_family = AF_INET;
        address.four.sin_port = htons((uint16_t)port);
        length = sizeof(address.four);
    } else if (inet_pton(AF_INET6, text, &address.six.sin6_addr) == 1) {
        address.six.sin6_family = AF_INET6;
        address.six.sin6_port = htons((uint16_t)port);
        length = sizeof(address.six);
    }
    if (length > 0)
        *ret_address = address;
    return length;
}

bool http_address_is_one(const char *text)
{
    union any_address address;
    return read_address(text, 0, &address) > 0;
}

bool http_address_is_loopback(const char *text)
{
    union any_address address;
    if (read_address(text, 0, &address) == 0)
        return false;
    if (address.any.sa_family == AF_INET)
        return ntohl(address.four.sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&address.six.sin6_addr);
}

static int port_of(int fd, unsigned *ret_port)
{
    union any_address address;
    socklen_t length = sizeof(address);
    if (getsockname(fd, &address.any, &length) < 0)
        return -errno;
    *ret_port =
        ntohs(address.any.sa_family == AF_INET ? address.four.sin_port : address.six.sin6_port);
    return 0;
}

static int listen_on(int fd, const union any_address *address, socklen_t length, unsigned *ret_port)
{
    int yes = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (bind(fd, &address->any, length) < 0 || listen(fd, SOMAXCONN) < 0)
        return -errno;
    return port_of(fd, ret_port);
}

int http_listen(const char *text, unsigned port, int *ret_fd, unsigned *ret_port, struct error *err)
{
    union any_address address;
    const char *shown = text != NULL ? text : "127.0.0.1";
    socklen_t length = read_address(text, port, &address);
    if (length == 0)
        return error_set(err, -EINVAL, "'%s' is no address: wanted numbers, as 127.0.0.1 or ::1",
                         shown);
    int fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int r = fd < 0 ? -errno : listen_on(fd, &address, length, ret_port);
    if (r == 0) {
        *ret_fd = fd;
        return 0;
    }
    if (fd >= 0)
        close(fd);
    if (r == -EADDRINUSE)
        return error_set(err, r, "port %u of %s is in use by another program", port, shown);
    return error_set(err, r, "cannot listen on port %u of %s: %s", port, shown, strerror(-r));
}
