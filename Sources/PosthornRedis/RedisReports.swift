#if Redis
    import CHiredis
    import Glibc
    import PosthornStores

    /// The connection that receives the server's reports of changes, with its thread.
    ///
    /// The first lookup with a version starts it. After a failure, the first lookup a second later starts it again, or
    /// a minute later if the server refuses it. Otherwise it lasts as long as the store.
    final class RedisReports: Sendable {
        private enum State {
            case idle(until: ContinuousClock.Instant)
            case running(alarm: Int32)
            case closed
        }

        private let server: RedisServer
        private let state = Locked(State.idle(until: .now))

        init(_ server: RedisServer) { self.server = server }

        /// Starts the thread, unless it runs or has failed just now.
        func start() {
            // TLS has messages of its own that make a connection readable, and reading would block after them.
            guard server.tlsAuthorities == nil else { return }
            let alarm = state.withLock { state -> Int32? in
                guard case .idle(let until) = state, until <= .now else { return nil }
                let alarm = posthorn_redis_event_descriptor()
                state = alarm < 0 ? .idle(until: .now + .seconds(1)) : .running(alarm: alarm)
                return alarm < 0 ? nil : alarm
            }
            guard let alarm else { return }
            let isStarted = RedisThread.start { [self] in
                end(alarm, pause: receive(alarm))
            }
            if !isStarted { end(alarm, pause: .seconds(1)) }
        }

        func close() {
            state.withLock { state in
                if case .running(let alarm) = state {
                    var one: UInt64 = 1
                    _ = write(alarm, &one, MemoryLayout<UInt64>.size)
                }
                state = .closed
            }
        }

        private func end(_ alarm: Int32, pause: Duration) {
            state.withLock { state in
                Glibc.close(alarm)
                if case .running = state { state = .idle(until: .now + pause) }
            }
        }

        /// Receives reports until the connection fails; returns the time until another one may begin.
        private func receive(_ alarm: Int32) -> Duration {
            let connection = RedisConnection(server)
            let session: Int
            do throws(StoreError) { session = try connection.subscribe() } catch {
                // Each hit asks the server meanwhile.
                return .seconds(error.code == .unavailable ? 1 : 60)
            }
            server.watch.begin(session: session)
            defer { server.watch.fail(session: session) }
            var polled = [alarm, connection.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            while true {
                // Once a minute, a connection to which the server sends no reports gives way to another one.
                let count = poll(&polled, 2, 60_000)
                guard count >= 0 || errno == EINTR else { return .seconds(1) }
                guard count > 0 else {
                    guard server.watch.session == session else { return .zero }
                    continue
                }
                guard polled[0].revents == 0, (try? connection.readReports()) != nil else {
                    return .seconds(1)
                }
            }
        }
    }
#endif
