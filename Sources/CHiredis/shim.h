#pragma once

// hiredis.h needs it before itself.
#include <sys/time.h>

#include <hiredis/hiredis.h>
#include <sys/eventfd.h>

#if HIREDIS_MAJOR >= 1
#include <dlfcn.h>
#include <hiredis/hiredis_ssl.h>
#endif

/// The type of a text reply of RESP3, which hiredis 0.14 does not know.
static const int posthorn_redis_verbatim = 14;

/// The outcome of posthorn_redis_start_tls().
enum posthorn_redis_tls {
    posthorn_redis_tls_started,
    posthorn_redis_tls_failed,
    /// The library hiredis_ssl is not installed, or the build has hiredis 0.14.
    posthorn_redis_tls_missing,
};

/// Whether this build can use TLS and RESP3.
static inline int posthorn_redis_has_tls(void)
{
    return HIREDIS_MAJOR >= 1;
}

/// Starts TLS on a new connection. The library is loaded here, so that programs without TLS need not link it.
static inline enum posthorn_redis_tls posthorn_redis_start_tls(
    redisContext *context, const char *authorities, const char *host)
{
#if HIREDIS_MAJOR >= 1
#define POSTHORN_TEXT(name) #name
#define POSTHORN_LIBRARY(version) "libhiredis_ssl.so." POSTHORN_TEXT(version)
    void *library = dlopen(POSTHORN_LIBRARY(HIREDIS_SONAME), RTLD_NOW);
    if (!library) return posthorn_redis_tls_missing;
    __typeof__(&redisInitOpenSSL) init = (__typeof__(&redisInitOpenSSL))dlsym(library, "redisInitOpenSSL");
    __typeof__(&redisInitiateSSLWithContext) start =
        (__typeof__(&redisInitiateSSLWithContext))dlsym(library, "redisInitiateSSLWithContext");
    __typeof__(&redisFreeSSLContext) release =
        (__typeof__(&redisFreeSSLContext))dlsym(library, "redisFreeSSLContext");
    redisSSLContextError error = REDIS_SSL_CTX_NONE;
    redisSSLContext *tls = NULL;
#if HIREDIS_MAJOR > 1 || HIREDIS_MINOR >= 5
    // Earlier versions can't check the name of the certificate.
    redisSSLOptions options = {
        .cacert_filename = authorities, .server_name = host, .verify_mode = REDIS_SSL_VERIFY_PEER,
        .verify_name = host,
    };
    __typeof__(&redisCreateSSLContextWithOptions) create =
        (__typeof__(&redisCreateSSLContextWithOptions))dlsym(library, "redisCreateSSLContextWithOptions");
    if (!init || !create || !start || !release) return posthorn_redis_tls_missing;
    init();
    tls = create(&options, &error);
#else
    __typeof__(&redisCreateSSLContext) create =
        (__typeof__(&redisCreateSSLContext))dlsym(library, "redisCreateSSLContext");
    if (!init || !create || !start || !release) return posthorn_redis_tls_missing;
    init();
    tls = create(authorities, NULL, NULL, NULL, host, &error);
#endif
    if (!tls) return posthorn_redis_tls_failed;
    int code = start(context, tls);
    // The connection has a reference of its own to what it needs.
    release(tls);
    return code == REDIS_OK ? posthorn_redis_tls_started : posthorn_redis_tls_failed;
#undef POSTHORN_LIBRARY
#undef POSTHORN_TEXT
#else
    (void)context;
    (void)authorities;
    (void)host;
    return posthorn_redis_tls_missing;
#endif
}

/// An eventfd, which a task writes to wake the thread of a connection; -1 if the process has no descriptor left.
static inline int posthorn_redis_event_descriptor(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
