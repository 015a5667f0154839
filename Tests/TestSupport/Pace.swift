/// How many times longer than usual things may take: sanitizers make everything slow.
public let slowness = isSanitized ? 10 : 1

#if SANITIZED
    private let isSanitized = true
#else
    private let isSanitized = false
#endif
