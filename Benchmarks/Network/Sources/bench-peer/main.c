// A peer for what nginx does not do: a GET is parked and never answered; the body of a PUT is read
// and dropped, and then answered. Prints its port and ends with its input.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

struct peer {
    char head[4096];
    int head_length;
    // How much of the body is still to come; negative while the head is.
    long long left;
};

static struct peer *peers[1 << 17];
static char buffer[1 << 20];

static void leave(int descriptor) {
    free(peers[descriptor]);
    peers[descriptor] = NULL;
    close(descriptor);
}

static void answer(int descriptor, struct peer *peer) {
    static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    if (write(descriptor, text, sizeof text - 1) < 0) return;
    peer->left = -1;
    peer->head_length = 0;
}

// Takes what has come of a head; what follows it is of the body.
static void take_head(int descriptor, struct peer *peer, const char *bytes, int count) {
    if (peer->head_length + count >= (int)sizeof peer->head)
        count = sizeof peer->head - 1 - peer->head_length;
    memcpy(peer->head + peer->head_length, bytes, count);
    peer->head_length += count;
    peer->head[peer->head_length] = 0;
    char *end = strstr(peer->head, "\r\n\r\n");
    if (!end) return;
    if (strncmp(peer->head, "PUT ", 4)) {
        // Parked.
        peer->head_length = 0;
        return;
    }
    char *length = strcasestr(peer->head, "content-length:");
    peer->left = length ? atoll(length + 15) : 0;
    peer->left -= peer->head + peer->head_length - (end + 4);
    if (peer->left <= 0) answer(descriptor, peer);
}

static void serve(int descriptor) {
    struct peer *peer = peers[descriptor];
    // The head by itself, so that none of the body is cut off with it.
    size_t room = peer->left > 0 ? sizeof buffer : 1024;
    ssize_t count = recv(descriptor, buffer, room, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        leave(descriptor);
    } else if (peer->left < 0) {
        take_head(descriptor, peer, buffer, count);
    } else if ((peer->left -= count) <= 0) {
        answer(descriptor, peer);
    }
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), one = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 8192)
        || getsockname(listener, (struct sockaddr *)&address, &size))
        return 1;
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    int queue = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    epoll_ctl(queue, EPOLL_CTL_ADD, listener, &event);
    event.data.fd = STDIN_FILENO;
    epoll_ctl(queue, EPOLL_CTL_ADD, STDIN_FILENO, &event);
    struct epoll_event events[256];
    while (1) {
        int count = epoll_wait(queue, events, 256, -1);
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == STDIN_FILENO) return 0;
            if (descriptor != listener) {
                serve(descriptor);
                continue;
            }
            int made;
            while ((made = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
                peers[made] = calloc(1, sizeof *peers[made]);
                peers[made]->left = -1;
                event = (struct epoll_event){.events = EPOLLIN, .data.fd = made};
                epoll_ctl(queue, EPOLL_CTL_ADD, made, &event);
            }
        }
    }
}
