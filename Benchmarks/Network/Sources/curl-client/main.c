// The client to be measured against: libcurl's multi interface in C, as somebody would write it who
// knows it: socket actions on epoll, descriptors that stay registered, handles that stay configured,
// the limits and paths set that cost time when they are not.
#define _GNU_SOURCE
#include "SIMDItems.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct transfer {
    CURL *handle;
    char *body;
    size_t body_length, body_capacity;
    char head[4096];
    size_t head_length;
    int file;
    int is_parked;
};

struct descriptor {
    // What epoll watches it for, and what libcurl wants.
    unsigned watched, wanted;
    int is_connection;
};

static const char *url = "", *work = "get", *path = "/dev/null", *authority = "", *variant = "";
static const char *parked_url = "";
static long concurrency = 1, total, parked, items;
static double seconds = 1;

static CURLM *multi;
static int queue;
static struct descriptor *descriptors;
static double deadline = -1;
static long started, finished, counted, errors, active;
static long long bytes;
static int phase;
static double phase_end;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static double cpu(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

static long memory(const char *name) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long value = 0;
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, name, strlen(name))) value = atol(line + strlen(name) + 1);
    if (file) fclose(file);
    return value;
}

static curl_socket_t open_socket(void *context, curlsocktype type, struct curl_sockaddr *address) {
    (void)context;
    (void)type;
    int descriptor = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (descriptor >= 0) descriptors[descriptor] = (struct descriptor){.is_connection = 1};
    return descriptor;
}

static int close_socket(void *context, curl_socket_t descriptor) {
    (void)context;
    descriptors[descriptor] = (struct descriptor){0};
    return close(descriptor);
}

static int watch(CURL *handle, curl_socket_t descriptor, int what, void *context, void *own) {
    (void)handle;
    (void)context;
    (void)own;
    struct descriptor *state = &descriptors[descriptor];
    if (what == CURL_POLL_REMOVE) {
        state->wanted = 0;
        if (!state->is_connection && state->watched) {
            epoll_ctl(queue, EPOLL_CTL_DEL, descriptor, NULL);
            state->watched = 0;
        }
        return 0;
    }
    state->wanted = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
    if (state->wanted == state->watched) return 0;
    struct epoll_event event = {.events = state->wanted, .data.fd = descriptor};
    epoll_ctl(queue, state->watched ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, descriptor, &event);
    state->watched = state->wanted;
    return 0;
}

static int set_timer(CURLM *handle, long milliseconds, void *context) {
    (void)handle;
    (void)context;
    deadline = milliseconds < 0 ? -1 : now() + milliseconds * 1e-3;
    return 0;
}

static size_t take_header(char *data, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t length = size * count;
    if (transfer->head_length + length <= sizeof transfer->head) {
        memcpy(transfer->head + transfer->head_length, data, length);
        transfer->head_length += length;
    }
    return length;
}

static size_t take_body(char *data, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    size_t length = size * count;
    if (phase == 1) bytes += length;
    if (transfer->file >= 0) return write(transfer->file, data, length);
    if (!strcmp(work, "discard")) return length;
    if (transfer->body_length + length > transfer->body_capacity) {
        transfer->body_capacity = (transfer->body_length + length) * 2;
        transfer->body = realloc(transfer->body, transfer->body_capacity);
    }
    memcpy(transfer->body + transfer->body_length, data, length);
    transfer->body_length += length;
    return length;
}

static size_t give_body(char *data, size_t size, size_t count, void *context) {
    struct transfer *transfer = context;
    ssize_t length = read(transfer->file, data, size * count);
    if (phase == 1 && length > 0) bytes += length;
    return length < 0 ? CURL_READFUNC_ABORT : (size_t)length;
}

static struct transfer *make(const char *where) {
    struct transfer *transfer = calloc(1, sizeof *transfer);
    CURL *handle = transfer->handle = curl_easy_init();
    transfer->file = -1;
    curl_easy_setopt(handle, CURLOPT_PRIVATE, transfer);
    curl_easy_setopt(handle, CURLOPT_URL, where);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, 600000L);
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, transfer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, transfer);
    curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, close_socket);
    curl_easy_setopt(handle, CURLOPT_CAPATH, NULL);
    if (strstr(variant, "capath")) curl_easy_setopt(handle, CURLOPT_CAPATH, "/etc/ssl/certs");
    if (*authority) curl_easy_setopt(handle, CURLOPT_CAINFO, authority);
    if (strstr(variant, "unverified")) {
        curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (strstr(variant, "fields")) {
        /* What Posthorn and URLSession send too: libcurl formats a head byte by byte. */
        curl_easy_setopt(handle, CURLOPT_USERAGENT, "posthorn-client Posthorn (Linux)");
        curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    }
    if (strstr(variant, "fresh")) curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(
        handle, CURLOPT_HTTP_VERSION,
        strstr(variant, "http1") ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS);
    if (!strncmp(where, "https", 5) && !strstr(variant, "http1"))
        curl_easy_setopt(handle, CURLOPT_PIPEWAIT, 1L);
    if (strstr(variant, "large")) curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 65536L);
    if (!strcmp(work, "discard") || !strcmp(work, "file"))
        curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 262144L);
    if (!strcmp(work, "upload")) {
        struct stat found;
        transfer->file = open(path, O_RDONLY | O_CLOEXEC);
        if (fstat(transfer->file, &found)) exit(1);
        curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(handle, CURLOPT_UPLOAD_BUFFERSIZE, 524288L);
        curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, (curl_off_t)found.st_size);
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_body);
        curl_easy_setopt(handle, CURLOPT_READDATA, transfer);
        curl_easy_setopt(
            handle, CURLOPT_HTTPHEADER, curl_slist_append(NULL, "Expect:"));
    }
    return transfer;
}

static void begin(struct transfer *transfer) {
    transfer->body_length = transfer->head_length = 0;
    if (!strcmp(work, "file")) {
        if (transfer->file >= 0) close(transfer->file);
        transfer->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    } else if (!strcmp(work, "upload")) {
        lseek(transfer->file, 0, SEEK_SET);
    }
    if (!transfer->is_parked) {
        started++;
        active++;
    }
    curl_multi_add_handle(multi, transfer->handle);
}

static int goes_on(void) { return total ? started < total : phase < 2; }

static void harvest(void) {
    CURLMsg *message;
    int left;
    while ((message = curl_multi_info_read(multi, &left))) {
        struct transfer *transfer;
        long status = 0;
        CURLcode code = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
        curl_easy_getinfo(message->easy_handle, CURLINFO_RESPONSE_CODE, &status);
        curl_multi_remove_handle(multi, message->easy_handle);
        if (code || status != 200) {
            if (!errors++) fprintf(stderr, "%s, %ld\n", curl_easy_strerror(code), status);
        }
        if (transfer->is_parked) continue;
        if (!strcmp(work, "typed") && !code) {
            /* The parser reads up to 64 bytes more. */
            if (transfer->body_capacity - transfer->body_length < 64) {
                transfer->body_capacity = transfer->body_length + 64;
                transfer->body = realloc(transfer->body, transfer->body_capacity);
            }
            if (simd_items(transfer->body, transfer->body_length, transfer->body_capacity) != items)
                if (!errors++) fprintf(stderr, "items are missing\n");
        }
        if (!strcmp(work, "file") && strstr(variant, "durable")) fsync(transfer->file);
        finished++;
        active--;
        if (phase == 1 && !code) counted++;
        if (goes_on()) begin(transfer);
    }
}

static void turn(double until) {
    static struct epoll_event events[512];
    int running, wait = -1;
    double end = until;
    if (deadline >= 0 && (end < 0 || deadline < end)) end = deadline;
    if (end >= 0) {
        double left = end - now();
        wait = left <= 0 ? 0 : (int)(left * 1e3 + 0.999);
    }
    int count = epoll_wait(queue, events, 512, wait);
    for (int i = 0; i < count; i++) {
        int descriptor = events[i].data.fd, actions = 0;
        if (!descriptors[descriptor].wanted) {
            epoll_ctl(queue, EPOLL_CTL_DEL, descriptor, NULL);
            descriptors[descriptor].watched = 0;
            continue;
        }
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) actions |= CURL_CSELECT_IN;
        if (events[i].events & EPOLLOUT) actions |= CURL_CSELECT_OUT;
        curl_multi_socket_action(multi, descriptor, actions, &running);
    }
    if (deadline >= 0 && now() >= deadline) {
        deadline = -1;
        curl_multi_socket_action(multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    harvest();
}

static void read_options(int count, char **words) {
    for (int i = 1; i < count; i++) {
        char *value = strchr(words[i], '=');
        if (!value) exit(2);
        *value++ = 0;
        if (!strcmp(words[i], "url")) url = value;
        else if (!strcmp(words[i], "work")) work = value;
        else if (!strcmp(words[i], "path")) path = value;
        else if (!strcmp(words[i], "items")) items = atol(value);
        else if (!strcmp(words[i], "c")) concurrency = atol(value);
        else if (!strcmp(words[i], "seconds")) seconds = atof(value);
        else if (!strcmp(words[i], "total")) total = atol(value);
        else if (!strcmp(words[i], "parked")) parked = atol(value);
        else if (!strcmp(words[i], "parkedurl")) parked_url = value;
        else if (!strcmp(words[i], "authority")) authority = value;
        else if (!strcmp(words[i], "variant")) variant = value;
        else exit(2);
    }
}

static void *wait_for_ever(void *context) {
    (void)context;
    for (;;) pause();
}

int main(int count, char **words) {
    read_options(count, words);
    // As in every process of Swift: locks of malloc and of descriptors are locks from then on.
    pthread_t second;
    if (strstr(variant, "threads")) pthread_create(&second, NULL, wait_for_ever, NULL);
    signal(SIGPIPE, SIG_IGN);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    descriptors = calloc(1 << 17, sizeof *descriptors);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    multi = curl_multi_init();
    queue = epoll_create1(EPOLL_CLOEXEC);
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 12000L);
    curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000L);

    long before = memory("VmRSS");
    for (long i = 0; i < parked; i++) {
        struct transfer *transfer = make(parked_url);
        transfer->is_parked = 1;
        begin(transfer);
    }
    for (double end = now() + 4; parked && now() < end;) turn(end);
    long parked_memory = memory("VmRSS") - before;

    phase = total ? 1 : 0;
    double start = now(), start_cpu = cpu(), end = -1, end_cpu = 0;
    phase_end = total ? -1 : start + 0.4;
    for (long i = 0; i < concurrency; i++) begin(make(url));
    while (active) {
        turn(phase_end);
        if (total || phase == 2 || now() < phase_end) continue;
        if (++phase == 1) {
            start = now();
            start_cpu = cpu();
            phase_end = start + seconds;
        } else {
            end = now();
            end_cpu = cpu();
            phase_end = -1;
        }
    }
    if (end < 0) {
        end = now();
        end_cpu = cpu();
    }
    printf(
        "{\"requests\":%ld,\"seconds\":%f,\"cpu\":%f,\"bytes\":%lld,\"errors\":%ld,\"peak\":%ld,"
        "\"parked\":%ld}\n",
        counted, end - start, end_cpu - start_cpu, bytes, errors, memory("VmHWM"), parked_memory);
    fflush(stdout);
    _exit(0);
}
