#define _GNU_SOURCE
#include "refused_randomness.h"

#include <errno.h>

#ifdef __linux__

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Compares the number of the system call; jumps over the refusal behind it if it is another.
#define REFUSE(number, error)                                   \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),        \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))

static int install(struct sock_filter *filter, unsigned short length) {
    struct sock_fprog program = {length, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    // Other threads have their own filters, and random numbers are drawn on any.
    return (int)syscall(
        SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

int refuse_randomness(int error, int refuses_files) {
    struct sock_filter numbers[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        REFUSE(SYS_getrandom, (unsigned)error),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_filter files[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        REFUSE(SYS_openat, ENOENT),
#ifdef SYS_open
        REFUSE(SYS_open, ENOENT),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    if (install(numbers, sizeof numbers / sizeof *numbers)) return -1;
    if (refuses_files && install(files, sizeof files / sizeof *files)) return -1;
    char byte;
    return getrandom(&byte, 1, 0) == -1 && errno == error ? 0 : -1;
}

int can_refuse_randomness(void) {
    pid_t child = fork();
    if (child == 0) _exit(refuse_randomness(ENOSYS, 1) ? 1 : 0);
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)
        && WEXITSTATUS(status) == 0;
}

#else

int refuse_randomness(int error, int refuses_files) {
    (void)error, (void)refuses_files;
    return -1;
}

int can_refuse_randomness(void) { return 0; }

#endif
