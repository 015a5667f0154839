import CCurl
import Glibc

/// A named thread that runs one closure.
struct LoopThread: ~Copyable, Sendable {
    private let thread: pthread_t

    init(name: String, _ body: @escaping @Sendable () -> Void) throws(TransportError) {
        let start = Start(name: name, body: body)
        let context = Unmanaged.passRetained(start)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw TransportError(
                .resource, "no thread for the session: \(String(cString: strerror(result)))",
                advice: "raise the limit on threads, or share one session", isSafeToRetry: true)
        }
        self.thread = thread
    }

    consuming func join() { pthread_join(thread, nil) }

    consuming func detach() { pthread_detach(thread) }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            posthorn_name_thread(name)
            // libcurl does not block SIGPIPE with CURLOPT_NOSIGNAL. Without this, a TLS write to a closed
            // connection would end the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            body()
        }
    }
}
