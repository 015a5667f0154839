#pragma once

// A name service that does what a test wants. Linked into a test program, it comes before libc's,
// for libcurl too: look-ups of names that end in ".stalled.test" wait until they are released, those
// of names that end in ".missing.test" find nothing, those of names that end in ".loopback.test"
// find 127.0.0.1, of ".several.test" 127.0.0.2 and then 127.0.0.1, of ".three.test" 127.0.0.3 and then
// those two, of ".either.test" ::1 and then 127.0.0.1; ".rebinding.test" finds 127.0.0.2 at the first
// look-up of a name and 127.0.0.1 later, ".roaming.test" where slow_resolver_move says, and "fe80--1.address.test"
// fe80::1; none of them leaves the process.

// Lets all waiting and future look-ups of stalled names fail.
void slow_resolver_release(void);
// How many look-ups are waiting.
int slow_resolver_waiting(void);
// The address that names of ".roaming.test" have from now on.
void slow_resolver_move(const char *address);
