#define _GNU_SOURCE
#include "interruption.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void ignore(int signal) { (void)signal; }

void let_interrupt(int signal) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = ignore;
    // Without SA_RESTART, so that what waits is interrupted.
    sigaction(signal, &action, NULL);
    // The threads of libdispatch block signals, and threads inherit that.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, signal);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

void interrupt_thread(int thread, int signal) { syscall(SYS_tgkill, getpid(), thread, signal); }
