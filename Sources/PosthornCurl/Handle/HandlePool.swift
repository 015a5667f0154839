import CCurl

/// Reusable easy handles.
///
/// A new handle costs a fifth of a small request, and so does setting its options.
struct HandlePool {
    private var idle: [EasyHandle] = []
    private static let limit = 256
    /// The number of handles that are searched for one with the right options.
    private static let depth = 8

    /// Returns a handle, preferably one that already has the options of an option set.
    mutating func take(for optionSet: HandleOptionSet?) throws(TransportError) -> EasyHandle {
        let end = idle.count - 1
        if let optionSet, end >= 0, idle[end].optionSet != optionSet,
            let place = (max(0, end - Self.depth)..<end).last(where: {
                idle[$0].optionSet == optionSet
            })
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

    /// Returns a handle to the pool.
    ///
    /// - Parameter keepsSetup: Whether the next request may use the handle's options. Otherwise they are
    ///   reset at once, so that nothing of the transfer remains.
    mutating func put(_ handle: EasyHandle, keepsSetup: Bool) {
        handle.transfer = nil
        guard idle.count < Self.limit else { return }
        keepsSetup ? handle.dropSecrets() : handle.reset()
        idle.append(handle)
    }

    mutating func empty() { idle = [] }
}
