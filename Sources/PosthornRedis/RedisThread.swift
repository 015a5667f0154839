#if Redis
    import Glibc

    /// Threads that block.
    enum RedisThread {
        private final class Start: Sendable {
            let body: @Sendable () -> Void

            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }

        /// Runs a function in a thread; `false` if the system has none.
        static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
            let start = Start {
                // hiredis writes to a closed connection, which would end the program.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGPIPE)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                body()
            }
            let reference = Unmanaged.passRetained(start)
            var thread = pthread_t()
            let code = pthread_create(
                &thread, nil,
                { pointer in
                    if let pointer {
                        Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue().body()
                    }
                    return nil
                }, reference.toOpaque())
            guard code == 0 else {
                reference.release()
                return false
            }
            pthread_detach(thread)
            return true
        }
    }
#endif
