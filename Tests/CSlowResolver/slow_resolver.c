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

typedef int (*lookup)(
    const char *, const char *, const struct addrinfo *, struct addrinfo **);

// The addresses of two names, one after the other.
static int look_up_both(lookup next, const char *first, const char *second, const char *service,
                        const struct addrinfo *hints, struct addrinfo **result) {
    int failure = next(first, service, hints, result);
    if (failure) return getaddrinfo(second, service, hints, result);
    struct addrinfo *last = *result;
    while (last->ai_next) last = last->ai_next;
    // Of two families, the caller may want one only.
    if (getaddrinfo(second, service, hints, &last->ai_next)) last->ai_next = NULL;
    return 0;
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
    lookup next = (lookup)dlsym(RTLD_NEXT, "getaddrinfo");
    if (ends_in(node, ".several.test"))
        return look_up_both(next, "127.0.0.2", "127.0.0.1", service, hints, result);
    if (ends_in(node, ".three.test"))
        return look_up_both(next, "127.0.0.3", "a.several.test", service, hints, result);
    if (ends_in(node, ".either.test"))
        return look_up_both(next, "::1", "127.0.0.1", service, hints, result);
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
