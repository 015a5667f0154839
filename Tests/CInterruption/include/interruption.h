// Sends signals to threads, which Swift has no call for.

#ifndef INTERRUPTION_H
#define INTERRUPTION_H

/// Has a signal do nothing but interrupt the system call in which a thread waits. The calling thread and
/// those that it starts from now on let it through.
void let_interrupt(int signal);

/// Sends a signal to one thread of this process.
void interrupt_thread(int thread, int signal);

#endif
