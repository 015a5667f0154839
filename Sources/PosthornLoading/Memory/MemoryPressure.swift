import Dispatch
import Glibc
public import PosthornCore
import PosthornSupport

/// Reports when tasks of the machine or of a control group wait for memory.
///
/// It uses the pressure stall information of Linux 5.2 and later (PSI), which tells how long tasks were stalled
/// because memory was reclaimed. The kernel wakes a thread of the monitor; nothing is polled. Older kernels,
/// kernels without PSI and some containers do not offer it, and ``init(file:stall:window:)`` throws there.
///
/// The monitor stops when it is released. You can use it from any thread.
public final class MemoryPressure: Sendable {
    private let trigger: PressureTrigger

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - file: The path of a file with pressure stall information. The default, `/proc/pressure/memory`,
    ///     describes the whole machine. Name the `memory.pressure` of a control group to watch a container.
    ///   - stall: The stalled time within the window that counts as pressure. The default is 150 ms.
    ///   - window: The time within which stalls are added up, from 500 ms to 10 s. The default is 2 s. A process
    ///     without privileges may use multiples of 2 s only.
    /// - Throws: A `TransportError` with the code `resource` if the kernel does not offer the information or
    ///   refuses these times.
    public init(
        file: String = "/proc/pressure/memory", stall: Duration = .milliseconds(150),
        window: Duration = .seconds(2)
    ) throws(TransportError) {
        trigger = try PressureTrigger(file, "some \(stall.microseconds) \(window.microseconds)")
        trigger.start()
    }

    deinit { trigger.stop() }

    /// The events of pressure from now on, at most one per window.
    ///
    /// Each access returns a new sequence. If its reader is slow, several events become one. The sequence ends
    /// when the monitor is released, and when the control group is removed.
    public var events: AsyncStream<Void> { trigger.events }
}

extension MemoryPressure: RedactedStringConvertible {
    /// The name of the type; the state belongs to another thread.
    public var description: String { "memory pressure monitor" }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

/// A file descriptor that the kernel marks as urgent at each event, and the thread that waits for it.
private final class PressureTrigger: Sendable {
    private let descriptor: Int32
    /// The ends of a socket pair; closing the second one wakes the thread.
    private let wake: (reading: Int32, writing: Int32)
    private let broadcast = Broadcast<Void>()

    init(_ file: String, _ trigger: String) throws(TransportError) {
        let descriptor = open(file, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.refusal("open \(file)") }
        let written = trigger.withCString { write(descriptor, $0, strlen($0) + 1) }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard written >= 0, socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            let refusal = Self.refusal("watch \(file) with '\(trigger)'")
            close(descriptor)
            throw refusal
        }
        self.descriptor = descriptor
        wake = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(wake.reading)
    }

    private static func refusal(_ what: String) -> TransportError {
        TransportError(
            .resource, "could not \(what): \(String(cString: strerror(errno)))",
            advice:
                "use a kernel with CONFIG_PSI and a window of a multiple of 2 s, or call `purge` yourself"
        )
    }

    var events: AsyncStream<Void> { broadcast.stream() }

    func start() {
        DispatchQueue(label: "posthorn.memory-pressure").async { [self] in
            while waitForEvent() { broadcast.yield(()) }
            broadcast.finish()
        }
    }

    func stop() { close(wake.writing) }

    /// Waits for the kernel; `false` after ``stop()`` and if the file is gone.
    private func waitForEvent() -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0),
            pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&entries, 2, -1) < 0 {
            guard errno == EINTR else { return false }
        }
        return entries[1].revents == 0 && entries[0].revents == Int16(POLLPRI)
    }
}
