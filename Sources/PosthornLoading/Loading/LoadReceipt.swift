public import FoundationEssentials
import PosthornSupport

/// One caller's share in a load of a ``Loader``.
///
/// A receipt belongs to one caller. Cancelling it ends the wait of this caller and does not affect the others
/// that share the load. The load itself is cancelled with its last receipt. A receipt that is released keeps its
/// share until the load ends.
///
/// You can use a receipt from any thread.
public final class LoadReceipt<Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct State {
        var result: Result<Value, any Error>?
        var waiters: [Waiter] = []
    }

    /// The identifier that the caller has chosen, or a new one.
    public let id: UUID
    /// The number of the receipt, unique within its loader.
    let number: Int
    /// The load; `nil` for a value that was in the cache.
    ///
    /// Weak, because the load retains its call and with it the value.
    private weak let load: AnyLoad?
    private let center: LoadCenter?
    private let attachment: TransferAttachment?
    private let state = Locked(State())

    init(_ id: UUID?, number: Int, of load: AnyLoad, _ center: LoadCenter) {
        self.id = id ?? .random
        self.number = number
        self.load = load
        self.center = center
        attachment = load.attachment
    }

    /// Creates a receipt for a value that is known.
    init(_ id: UUID?, _ value: Value) {
        self.id = id ?? .random
        number = 0
        load = nil
        center = nil
        attachment = nil
        finish(.success(value))
    }

    /// The loaded value.
    ///
    /// Several accesses wait for the same result. If the task that awaits it is cancelled, the receipt is
    /// cancelled.
    ///
    /// - Throws: The error of the load; a `TransportError` with the code `cancelled` if this receipt was
    ///   cancelled.
    public var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { (waiter: Waiter) in
                    let result = state.withLock { state in
                        if state.result == nil { state.waiters.append(waiter) }
                        return state.result
                    }
                    if let result { waiter.resume(with: result) }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    /// Whether the value was in the cache, so that nothing was loaded.
    public var isCached: Bool { center == nil }

    /// Ends this caller's wait, which then throws a `TransportError` with the code `cancelled`.
    ///
    /// Does nothing after the load has ended.
    ///
    /// - Parameter reason: A text added to the error's message. `nil`, the default, adds nothing.
    public func cancel(reason: String? = nil) {
        let why = reason.map { ": " + $0 } ?? ""
        end(TransportError(.cancelled, "the receipt was cancelled\(why)"))
    }

    /// The priority that this caller asks for.
    ///
    /// The load has the highest priority of its receipts, and the call's own one if all are `nil`, the default. A
    /// new value takes effect at once. Setting it does nothing after the load has ended.
    public var priority: TransferOptions.Priority? {
        get {
            guard let load else { return nil }
            return center?.read { _ in load.shares[number]?.priority }
        }
        set {
            guard let load else { return }
            center?.change { table, _ in
                table.setPriority(newValue, of: load, receipt: number)
            }
        }
    }

    /// The numbers of bytes that the load has sent and received so far.
    ///
    /// Bytes are counted from the first access on.
    public var progress: TransferProgress { attachment?.progress ?? TransferProgress() }

    /// The numbers of bytes that the load sends and receives.
    ///
    /// A caller that joins late receives the current numbers at once. The sequence ends with the load, or at once if
    /// the value was in the cache or is loaded by a closure.
    public var progressUpdates: AsyncStream<TransferProgress> {
        attachment?.progressUpdates ?? AsyncStream { $0.finish() }
    }

    /// Ends the wait with an error and leaves the load.
    func end(_ error: any Error) {
        guard finish(.failure(error)) else { return }
        guard let load else { return }
        center?.change { $0.leave(load, receipt: number, &$1) }
    }

    /// Sets the result once; `false` if there was one.
    @discardableResult
    func finish(_ result: Result<Value, any Error>) -> Bool {
        let waiters = state.withLock { state -> [Waiter]? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters ?? [] { waiter.resume(with: result) }
        return waiters != nil
    }
}

extension LoadReceipt: ProgressSource {
    package var recordedProgress: TransferProgress {
        attachment?.recordedProgress ?? TransferProgress()
    }
}

/// A receipt without its type; see ``LoadTable`` for the reason.
protocol AnyLoadReceipt: AnyObject, Sendable {
    var id: UUID { get }
    var number: Int { get }
    func cancel(reason: String?)
}

extension LoadReceipt: AnyLoadReceipt {}

extension UUID {
    /// A new identifier, made ten times as fast as `UUID()`, which opens a device file each time.
    fileprivate static var random: UUID {
        var bytes = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        return withUnsafeMutableBytes(of: &bytes) { bytes in
            // Version 4 of RFC 9562, section 5.4.
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.load(as: uuid_t.self))
        }
    }
}

extension LoadReceipt: RedactedStringConvertible {
    /// The identifier of the receipt.
    public var description: String { "receipt \(id.uuidString)" }
}
