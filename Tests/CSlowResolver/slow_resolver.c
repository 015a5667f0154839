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

static char moved_to[64] = "127.0.0.1";
static struct { char name[128]; int lookups; } rebinding[256];

// How often a name was looked up before.
static int earlier_lookups(const char *node) {
    int count = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 256; i++) {
        if (!rebinding[i].name[0]) strncpy(rebinding[i].name, node, sizeof rebinding[i].name - 1);
        if (strcmp(rebinding[i].name, node) == 0) {
            count = rebinding[i].lookups++;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    return count;
}

// The IPv6 address that the first label spells with hyphens.
static int look_up_spelled(lookup next, const char *node, const char *service,
                           const struct addrinfo *hints, struct addrinfo **result) {
    char address[64] = "";
    strncpy(address, node, sizeof address - 1);
    *strchrnul(address, '.') = 0;
    for (char *c = address; *c; c++)
        if (*c == '-') *c = ':';
    return next(address, service, hints, result);
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
    if (ends_in(node, ".rebinding.test"))
        return next(earlier_lookups(node) ? "127.0.0.1" : "127.0.0.2", service, hints, result);
    if (ends_in(node, ".roaming.test")) {
        pthread_mutex_lock(&lock);
        int failure = next(moved_to, service, hints, result);
        pthread_mutex_unlock(&lock);
        return failure;
    }
    if (ends_in(node, ".address.test"))
        return look_up_spelled(next, node, service, hints, result);
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

void slow_resolver_move(const char *address) {
    pthread_mutex_lock(&lock);
    strncpy(moved_to, address, sizeof moved_to - 1);
    pthread_mutex_unlock(&lock);
}
