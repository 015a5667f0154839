// What a transport without tasks does for the handle of a call.
extension TransportRequest {
    /// Waits while the caller has suspended the call with ``CallTask/suspend()``.
    ///
    /// A transport calls it before each part that it sends or reads. It returns at once if the call is not
    /// suspended, was cancelled, or has no handle.
    public func waitWhileSuspended() async { await options.attachment?.waitWhileSuspended() }

    /// Reports how many bytes were sent and received, to the handle of the call and to `onProgress`.
    ///
    /// A transport calls it as often as it likes, and at the end of each body.
    public func report(_ progress: TransferProgress) {
        options.attachment?.report(progress)
        options.onProgress?(progress)
    }

    /// The priority of the call now, as ``CallTask/priority`` or the request sets it.
    ///
    /// `nil` if neither does.
    public var currentPriority: TransferOptions.Priority? {
        options.attachment?.requestedState.priority ?? options.priority
    }
}
