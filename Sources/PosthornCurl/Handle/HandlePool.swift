import CCurl
import Posthorn

/// Easy handles for reuse: a new one costs a fifth of a small request, and its options another one.
struct HandlePool {
    private var idle: [EasyHandle] = []
    private static let limit = 256
    /// How many handles are looked at for one with the right options.
    private static let depth = 8

    /// A handle, one with the options of a setup if there is one at hand.
    mutating func take(for setup: HandleSetup?) throws(TransportError) -> EasyHandle {
        let end = idle.count - 1
        if let setup, end >= 0, idle[end].setup != setup,
            let place = (max(0, end - Self.depth)..<end).last(where: { idle[$0].setup == setup })
        {
            return idle.remove(at: place)
        }
        if let handle = idle.popLast() { return handle }
        guard let raw = curl_easy_init() else {
            throw TransportError(
                .resource, "libcurl has no memory for another transfer", isSafeToRetry: true)
        }
        return EasyHandle(raw: raw)
    }

    /// Takes a handle back.
    /// - Parameter keepsSetup: Whether its options may serve the next request. Else they are taken
    ///   back at once, so that nothing of a transfer outlives it.
    mutating func put(_ handle: EasyHandle, keepsSetup: Bool) {
        handle.transfer = nil
        guard idle.count < Self.limit else { return }
        keepsSetup ? handle.dropSecrets() : handle.reset()
        idle.append(handle)
    }

    mutating func empty() { idle = [] }
}
