// Takes the system's source of random numbers away from the process that calls.

#ifndef REFUSED_RANDOMNESS_H
#define REFUSED_RANDOMNESS_H

/// From now on getrandom(2) fails with `error` in all threads of this process and in its children,
/// and, if asked, no file can be opened any more, /dev/urandom included. There is no way back.
/// Returns 0 if a look at getrandom(2) shows that it is so.
int refuse_randomness(int error, int refuses_files);

/// Whether the system lets a process do so: asked of a child, which has no effect here.
int can_refuse_randomness(void);

#endif
