// Nothing: the program starts in libFuzzer, which calls what SpecFuzz has.
