#define _GNU_SOURCE
#include "slow_resolver.h"

#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int released = 0;
static int waiting = 0;

static int ends_in(const char *node, const char *suffix) {
    size_t length = node ? strlen(node) : 0;
    return length >= strlen(suffix) && strcmp(node + length - strlen(suffix), suffix) == 0;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **result) {
    if (ends_in(node, ".missing.test")) return EAI_NONAME;
    if (ends_in(node, ".stalled.test")) {
        pthread_mutex_lock(&lock);
        waiting++;
        while (!released) pthread_cond_wait(&changed, &lock);
        waiting--;
        pthread_mutex_unlock(&lock);
        return EAI_NONAME;
    }
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
        dlsym(RTLD_NEXT, "getaddrinfo");
    return next(ends_in(node, ".loopback.test") ? "127.0.0.1" : node, service, hints, result);
}

void slow_resolver_release(void) {
    pthread_mutex_lock(&lock);
    released = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

int slow_resolver_waiting(void) {
    pthread_mutex_lock(&lock);
    int count = waiting;
    pthread_mutex_unlock(&lock);
    return count;
}
