#pragma once

// The typed checks of curl's macros need a constant option, which the wrappers below do not have.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Functions of Linux that Swift's Glibc module does not have.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>

// Swift cannot call variadic functions: one wrapper for each type of argument.

static inline CURLcode posthorn_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode posthorn_setopt_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode posthorn_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode posthorn_setopt_pointer(CURL *handle, CURLoption option, const void *value) {
    return curl_easy_setopt(handle, option, value);
}

// libcurl copies the bytes.
static inline CURLcode posthorn_setopt_blob(
    CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

// The type of libcurl's callbacks for data.
typedef size_t (*posthorn_data_callback)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode posthorn_setopt_data_callback(
    CURL *handle, CURLoption option, posthorn_data_callback callback) {
    return curl_easy_setopt(handle, option, callback);
}

static inline CURLcode posthorn_setopt_seek_callback(
    CURL *handle, curl_seek_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callback);
}

static inline CURLcode posthorn_setopt_prereq_callback(
    CURL *handle, curl_prereq_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

static inline CURLcode posthorn_setopt_open_socket_callback(
    CURL *handle, curl_opensocket_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode posthorn_setopt_close_socket_callback(
    CURL *handle, curl_closesocket_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, callback);
}

static inline CURLcode posthorn_setopt_ssl_context_callback(
    CURL *handle, curl_ssl_ctx_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, callback);
}

static inline CURLcode posthorn_setopt_progress_callback(
    CURL *handle, curl_xferinfo_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

static inline CURLcode posthorn_setopt_debug_callback(
    CURL *handle, curl_debug_callback callback) {
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
}

static inline CURLcode posthorn_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode posthorn_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode posthorn_getinfo_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}

// The OpenSSL session of the handle's connection; null without one.
static inline const void *posthorn_tls_session(CURL *handle) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
    return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}

static inline CURLMcode posthorn_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode posthorn_multi_setopt_pointer(
    CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode posthorn_multi_setopt_socket_callback(
    CURLM *multi, curl_socket_callback callback) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}

static inline CURLMcode posthorn_multi_setopt_timer_callback(
    CURLM *multi, curl_multi_timer_callback callback) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}

// Macros that Swift does not import.
static const long posthorn_http_version_2tls = CURL_HTTP_VERSION_2TLS;
static const long posthorn_http_version_1_1 = CURL_HTTP_VERSION_1_1;
static const long posthorn_http_version_2_prior_knowledge = CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE;

static const long posthorn_resolve_ipv4 = CURL_IPRESOLVE_V4;
static const long posthorn_resolve_ipv6 = CURL_IPRESOLVE_V6;
static const long posthorn_tls_version_1_2 = CURL_SSLVERSION_TLSv1_2;
static const long posthorn_tls_version_1_3 = CURL_SSLVERSION_TLSv1_3;
static const long posthorn_tls_newest_1_3 = CURL_SSLVERSION_MAX_TLSv1_3;

static inline curl_version_info_data *posthorn_version_info(void) {
    return curl_version_info(CURLVERSION_NOW);
}

// Names the calling thread, cut after 15 bytes.
static inline void posthorn_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

static inline int posthorn_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// The system's headers declare it for _GNU_SOURCE only, with which their types would not be those of Swift's
// Glibc module.
int dup3(int descriptor, int other, int flags);

// Makes a descriptor refer to the open file of another one.
static inline int posthorn_replace_descriptor(int descriptor, int other, int flags) {
    return dup3(other, descriptor, flags);
}

static inline int posthorn_epoll_descriptor(void) { return epoll_create1(EPOLL_CLOEXEC); }

// The structs of zlib and libzstd, which are installed with libcurl but without headers. They have not changed
// since zlib 1.2.0 and libzstd 1.0.

typedef struct {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate;
    void *release;
    void *context;
    int data_type;
    unsigned long checksum;
    unsigned long reserved;
} posthorn_z_stream;

typedef struct {
    const void *bytes;
    size_t size;
    size_t position;
} posthorn_zstd_input;

typedef struct {
    void *bytes;
    size_t size;
    size_t position;
} posthorn_zstd_output;
