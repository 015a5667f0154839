// Stands between a process and libcurl, and lets one call of one function fail.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

struct message { int kind; void *easy; union { void *whatever; int result; } data; };
struct row { const char *name; long option; int calls; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct row rows[512];
static char armed[64];
static long armed_option, armed_code;
static int armed_call, calls, hits, live;

void fault_arm(const char *name, long option, int call, long code) {
    pthread_mutex_lock(&lock);
    strncpy(armed, name, sizeof armed - 1);
    armed_option = option;
    armed_call = call;
    armed_code = code;
    calls = 0;
    pthread_mutex_unlock(&lock);
}

int fault_row(int index, const char **name, long *option) {
    if (index >= 512 || !rows[index].name) return 0;
    *name = rows[index].name;
    *option = rows[index].option;
    return rows[index].calls;
}

int fault_hits(void) { return hits; }
int fault_live(void) { return live; }

/// Counts a call; returns whether it fails.
static int fails(const char *name, long option) {
    int result = 0;
    pthread_mutex_lock(&lock);
    if (!armed[0]) {
        int index = 0;
        while (index < 511 && rows[index].name
               && (strcmp(rows[index].name, name) || rows[index].option != option)) index++;
        rows[index].name = name;
        rows[index].option = option;
        rows[index].calls++;
    } else if (!strcmp(name, armed) && option == armed_option && ++calls == armed_call) {
        hits++;
        result = 1;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

static void count(int change) {
    pthread_mutex_lock(&lock);
    live += change;
    pthread_mutex_unlock(&lock);
}

/// Whether the caller of a function is libcurl itself, which creates handles of its own.
static int is_internal(void *caller) {
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libcurl");
}

#define REAL(type, name) \
    static type *real; \
    if (!real) real = (type *)dlsym(RTLD_NEXT, name); \
    int internal = is_internal(__builtin_return_address(0));

typedef void *make_function(void);
typedef int option_function(void *, int, void *);

#define MAKES(name) \
    void *name(void) { \
        REAL(make_function, #name) \
        if (!internal && fails(#name, 0)) return NULL; \
        void *made = real(); \
        if (made && !internal) count(1); \
        return made; \
    }
MAKES(curl_easy_init)
MAKES(curl_multi_init)
MAKES(curl_url)

#define SETS(name) \
    int name(void *handle, int option, ...) { \
        REAL(option_function, #name) \
        va_list list; \
        va_start(list, option); \
        void *value = va_arg(list, void *); \
        va_end(list); \
        return !internal && fails(#name, option) ? (int)armed_code : real(handle, option, value); \
    }
SETS(curl_easy_setopt)
SETS(curl_easy_getinfo)
SETS(curl_multi_setopt)

void curl_easy_cleanup(void *handle) {
    typedef void function(void *);
    REAL(function, "curl_easy_cleanup")
    if (handle && !internal) count(-1);
    real(handle);
}

void curl_url_cleanup(void *handle) {
    typedef void function(void *);
    REAL(function, "curl_url_cleanup")
    if (handle && !internal) count(-1);
    real(handle);
}

// These do their work and then report a failure, because the handle would be lost otherwise.
int curl_multi_cleanup(void *handle) {
    typedef int function(void *);
    REAL(function, "curl_multi_cleanup")
    int code = real(handle);
    count(-1);
    return !internal && fails("curl_multi_cleanup", 0) ? (int)armed_code : code;
}

int curl_multi_remove_handle(void *multi, void *easy) {
    typedef int function(void *, void *);
    REAL(function, "curl_multi_remove_handle")
    int code = real(multi, easy);
    return !internal && fails("curl_multi_remove_handle", 0) ? (int)armed_code : code;
}

int curl_multi_add_handle(void *multi, void *easy) {
    typedef int function(void *, void *);
    REAL(function, "curl_multi_add_handle")
    return !internal && fails("curl_multi_add_handle", 0) ? (int)armed_code : real(multi, easy);
}

int curl_multi_socket_action(void *multi, int socket, int actions, int *running) {
    typedef int function(void *, int, int, int *);
    REAL(function, "curl_multi_socket_action")
    return !internal && fails("curl_multi_socket_action", 0)
        ? (int)armed_code : real(multi, socket, actions, running);
}

struct message *curl_multi_info_read(void *multi, int *left) {
    typedef struct message *function(void *, int *);
    REAL(function, "curl_multi_info_read")
    struct message *message = real(multi, left);
    if (message && message->kind == 1 && !internal && fails("curl_multi_info_read", 0))
        message->data.result = (int)armed_code;
    return message;
}

int curl_easy_pause(void *handle, int mask) {
    typedef int function(void *, int);
    REAL(function, "curl_easy_pause")
    return !internal && fails("curl_easy_pause", 0) ? (int)armed_code : real(handle, mask);
}

void *curl_slist_append(void *list, const char *text) {
    typedef void *function(void *, const char *);
    REAL(function, "curl_slist_append")
    if (internal) return real(list, text);
    if (fails("curl_slist_append", 0)) return NULL;
    void *appended = real(list, text);
    if (!list && appended) count(1);
    return appended;
}

void curl_slist_free_all(void *list) {
    typedef void function(void *);
    REAL(function, "curl_slist_free_all")
    if (list && !internal) count(-1);
    real(list);
}

int curl_url_set(void *handle, int part, const char *text, unsigned int flags) {
    typedef int function(void *, int, const char *, unsigned int);
    REAL(function, "curl_url_set")
    return !internal && fails("curl_url_set", part) ? (int)armed_code : real(handle, part, text, flags);
}

int curl_url_get(void *handle, int part, char **text, unsigned int flags) {
    typedef int function(void *, int, char **, unsigned int);
    REAL(function, "curl_url_get")
    return !internal && fails("curl_url_get", part) ? (int)armed_code : real(handle, part, text, flags);
}
