/// How many blocks of memory the process has asked for so far.
long malloc_counter_count(void);
